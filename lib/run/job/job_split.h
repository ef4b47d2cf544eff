/* Splits the error of a job's forecast into a factor of the machine and a factor of the model
 * (model/interval/error_split.h). It uses the speed probe, a benchmark that a hook calls during the steps
 * (run/environment/job_probe.h). tc_job_begin calls tc_job_split_prepare, the program calls
 * tc_job_split_observe before the time loop, and tc_job_describe and tc_job_end use the result. Not
 * collective. */
#ifndef TC_RUN_JOB_JOB_SPLIT_H
#define TC_RUN_JOB_JOB_SPLIT_H

#include "run/job/job.h"
#include "run/session/run.h"

/* Sets the members of job->split that are known before the steps. These are the reference times of the probe,
 * and on the root the properties of the step that determine the weights of the probe's kernels. If this run
 * has measured machine parameters, the reference was measured directly before them. Otherwise the reference
 * is stored with the machine parameters. */
void tc_job_split_prepare(const tc_forecasts *forecasts, const tc_strategy *strategy, tc_job *job);

/* Called on all ranks. Adds the hook of the speed probe to *out. Adds no hook if the config excludes the
 * probe, the job has no bound, or the machine parameters contain no times of the probe. */
void tc_job_split_observe(tc_job *job, const tc_plan *plan, tc_run_observers *out);

/* Called after the steps. Returns on the root the complete input of tc_split_compute, with the times of the
 * probe on the slowest rank. */
tc_split_question tc_job_split_question(const tc_job *job);

/* Root only. Adds the two factors of the forecast error and the times of the probe to a report that already
 * contains all other times. */
void tc_job_split_describe(const tc_job *job, tc_job_report *report);

/* Root only. Returns the time of the probe during the run, divided by its time when the machine was measured;
 * NaN if unknown. */
double tc_job_split_probe(const tc_job *job);

#endif
