/* Split of the error of a job's forecast (model/interval/error_split.h) from the speed probe of the job
 * (run/environment/job_probe.h). tc_job_begin calls tc_job_split_prepare, the program calls
 * tc_job_split_observe before the time loop, and tc_job_describe and tc_job_end use the result. Not
 * collective. */
#ifndef TC_RUN_SESSION_JOB_SPLIT_H
#define TC_RUN_SESSION_JOB_SPLIT_H

#include "run/session/job.h"
#include "run/session/run.h"

/* Sets job->split: the reference of the probe, and on the root the properties of the step from which the
 * weights of the kernels follow. The reference is the probe directly before the measurements of this run, or
 * that of the machine parameters if the run made none. */
void tc_job_split_prepare(const tc_forecasts *forecasts, const tc_strategy *strategy, tc_job *job);

/* Called on all ranks. Adds the hook of the speed probe, unless the config excludes it or a split is
 * impossible, because the job has no bound or the machine parameters contain no probe. */
void tc_job_split_observe(tc_job *job, const tc_plan *plan, tc_run_observers *out);

/* Returns on the root the question of the split after the steps, with the probe of the slowest rank. */
tc_split_question tc_job_split_question(const tc_job *job);

/* Root only. Fills in the split and the probes of a report that contains all other times. */
void tc_job_split_describe(const tc_job *job, tc_job_report *report);

/* Root only. Returns the time of the probe during the run / when the machine was measured; NaN if unknown. */
double tc_job_split_probe(const tc_job *job);

#endif
