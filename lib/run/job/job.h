/* Time of the whole job of a session, from the start of the program to its end. Before the steps it forecasts
 * the time of all phases. It also computes a bound, a time that the job stays below with a stated
 * probability, from the records of earlier jobs. At the end of the job it appends a record of this job. The
 * commands call tc_job_begin after the choice of the strategy and tc_job_describe before the report is
 * written. They call tc_job_end after all outputs and reports are complete. No function changes a result, the
 * choice of a strategy or an exit code. The records belong to the machine on which the run executes, even if
 * the machine file has the key `identity`. With machine: none there is no forecast, and no record is read or
 * written. */
#ifndef TC_RUN_JOB_JOB_H
#define TC_RUN_JOB_JOB_H

#include "io/machine/job_records.h"
#include "model/interval/remaining.h"
#include "report/document/job_report.h"
#include "run/environment/job_probe.h"
#include "run/plan/job_counts.h"
#include "run/session/forecasts.h"

/* Forecasts of a job, and the data of the record. Zero-initialise before use; released by tc_job_free. */
typedef struct tc_job {
  int64_t method_products; /* number of matrix-vector products of the comparison of time methods, set by the
                              caller before tc_job_begin */
  double limit_s;   /* longest allowed time of the job in s, set by the caller before tc_job_begin; 0 if there
                       is none */
  double cpu_share; /* share of the time of the steps for which the ranks had their cores, set by the caller
                       after the steps; 0 if unknown */
  /* Speed probe, which measures the machine during the steps; empty if the job has none. */
  tc_job_probe probe;
  /* The following members are set by tc_job_begin. */
  tc_job_numbers numbers;
  /* On the root, the counts from which the job is forecast, with the seconds of a step and of other work.
   * counts_before uses only machine parameters that were known before this run measured any. `counts` uses
   * all parameters of this run. */
  tc_job_counts counts_before, counts;
  tc_job_records_place place; /* root: file of the records, and name of the machine */
  int records;                /* root: number of earlier records */
  tc_job_record *record;      /* root: [records] earlier records, owned */
  tc_job_key key;             /* root: key by which records of similar jobs are found */
  const char *strategy, *storage;
  tc_job_forecast before; /* forecast with the parameters that were known before this run measured any; NaN if
                             none were known */
  tc_job_forecast now;    /* forecast with all parameters of this run */
  tc_job_bound bound_before; /* bound from `before`. The record stores ln(measured time / forecast) for this
                                forecast (its score), because predict and quote also forecast without
                                measurements of the run */
  tc_job_bound bound;        /* bound from `now` */
  tc_split_question split; /* input for splitting the error of the forecast (model/interval/error_split.h) */
  bool has_bound; /* false with machine: none or without a forecast of all phases. This member, the forecasts
                     and the bounds are equal on all ranks. */
} tc_job;

/* Collective. Reads the records on the root, forecasts the job for a run with `strategy`, and computes the
 * bound. Logs one line, and gives all ranks the same forecasts and bounds. With error control of the steps
 * there is neither a forecast nor a bound. Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI
 * fails. */
tc_status tc_job_begin(const tc_forecasts *forecasts, const tc_strategy *strategy, tc_job *job);

/* Forecast from which the remaining time of a run is estimated during its steps. */
typedef struct tc_job_rest {
  /* Input of the estimate, which borrows the records. Its members done, steps and elapsed_s are 0 and must be
   * set for each estimate. */
  tc_remaining_question question;
  double closing_s; /* forecast in s of closing all files */
  /* Bounds in s of writing one checkpoint and of closing all files. */
  double checkpoint_bound_s, closing_bound_s;
  double closing_own_bound_s; /* bound in s of closing all files without the constant tc_job_offset_s. A run
                                 uses it after it has measured the file system */
} tc_job_rest;

/* Not collective, after tc_job_begin with a bound. Returns the forecast for the remaining time. It is
 * complete on the root only, because the other ranks have neither the records nor the number of
 * checkpoints. */
tc_job_rest tc_job_forecast_rest(const tc_job *job);

/* Not collective, on the root, after tc_job_begin with a bound. Returns the time of the job that remains
 * before the first step, and a bound of it. The bound is computed with the quantile of the whole job's
 * forecast errors. passed_s[TC_JOB_PHASE_COUNT] are the seconds of the phases so far. Phases before
 * TC_JOB_PHASE_solver have ended. */
tc_remaining tc_job_remaining(const tc_job *job, const double *passed_s);

/* Not collective, on the root. Returns the report of the job before its steps, without measured times. It
 * borrows from `job`. */
tc_job_report tc_job_forecast_report(const tc_job *job);

/* Not collective, on the root. Fills in the report from the clock of the log, except for the marks (remaining
 * times shown during the run) and the split of the error (job_split.h). The report contains the times up to
 * this call, and not those of writing the reports themselves. It borrows from `job`. */
void tc_job_describe(const tc_job *job, const tc_forecasts *forecasts, tc_job_report *report);

/* Data of a finished job that its record contains. */
typedef struct tc_job_ending {
  int outcome;   /* exit code of the command: 0, or 75 if the run was interrupted */
  int64_t steps; /* steps that this job has made */
  double tail;   /* mean / median of the time of a step, minus 1; NaN if unknown */
  /* [marks] Remaining times that were shown at the first marks of tc_job_mark_share (10 %, 25 %, .. of the
   * steps), and the times that really remained. */
  int marks;
  const tc_job_mark *mark;
} tc_job_ending;

/* Not collective, on the root, at the end of a job. Appends a record with the times up to this call. Appends
 * none if the job has no bound, made no step or ran on a node with more threads than cores. */
void tc_job_end(const tc_job *job, const tc_forecasts *forecasts, const tc_job_ending *ending);

void tc_job_free(tc_job *job);

#endif
