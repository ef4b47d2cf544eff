/* Job of a session: forecast of all phases before the steps, bound from earlier records, and the record of
 * this job at its end. Order: tc_job_begin after the strategy has been chosen, tc_job_describe before the
 * report is written, tc_job_end after all outputs and reports are complete. Nothing here changes a result,
 * the choice of a strategy or an exit code. The records are those of the machine on which the run executes,
 * also with a machine file that has the key `identity`. With machine: none there is no forecast, and no
 * record is read or written. */
#ifndef TC_RUN_SESSION_JOB_H
#define TC_RUN_SESSION_JOB_H

#include "io/machine/job_records.h"
#include "model/interval/remaining.h"
#include "report/document/job_report.h"
#include "run/environment/job_probe.h"
#include "run/plan/job_counts.h"
#include "run/session/forecasts.h"

/* Zero-initialise before use; released by tc_job_free. */
typedef struct tc_job {
  double
      limit_s; /* limit of the job in s since its start, set by the caller before tc_job_begin; 0 if none */
  double cpu_share;   /* share of the time of the steps for which the ranks had their cores, set by the caller
                         after the steps; 0 if unknown */
  tc_job_probe probe; /* filled during the steps; empty without a speed probe */
  /* The following members are set by tc_job_begin. */
  tc_job_numbers numbers;
  /* Root: counts with the seconds of a step and of other work by the parameters before this run measured any,
   * and by those of this run. */
  tc_job_counts counts_before, counts;
  tc_job_records_place place; /* root */
  int records;                /* root */
  tc_job_record *record;      /* root: [records] earlier records, owned */
  tc_job_key key;             /* root */
  const char *strategy, *storage;
  tc_job_forecast before;    /* with the parameters before this run measured any; NaN if there were none */
  tc_job_forecast now;       /* with all parameters of this run */
  tc_job_bound bound_before; /* from `before`, for the score of commands that forecast without a run */
  tc_job_bound bound;        /* from `now` */
  tc_split_question split;   /* reference of the speed probe, and on the root the properties of a step */
  bool has_bound; /* false with machine: none or without a forecast of all phases. This member, the forecasts
                     and the bounds are equal on all ranks. */
} tc_job;

/* Collective. Forecasts the job for a run with `strategy`, reads the records on the root, computes the bound,
 * logs one line, and gives all ranks the same forecasts and bounds. Errors (on all ranks): TC_INTERNAL if
 * memory is exhausted or MPI fails. */
tc_status tc_job_begin(const tc_forecasts *forecasts, const tc_strategy *strategy, tc_job *job);

/* Forecast for the remaining time of a run. */
typedef struct tc_job_rest {
  tc_remaining_question question;             /* borrows the records; done, steps and elapsed_s are 0 */
  double closing_s;                           /* forecast in s of closing all files */
  double checkpoint_bound_s, closing_bound_s; /* bounds in s of one checkpoint and of closing all files */
  double closing_own_bound_s; /* bound of closing without tc_job_offset_s, for a run that has measured the
                                 file system */
} tc_job_rest;

/* Not collective, after tc_job_begin with a bound. Returns the forecast for the remaining time. It is
 * complete on the root only, which has the records and the number of checkpoints. */
tc_job_rest tc_job_forecast_rest(const tc_job *job);

/* Not collective, on the root, after tc_job_begin with a bound. Returns the remaining time before the first
 * step and its bound, the latter by the quantile of the whole job. passed_s[TC_JOB_PHASE_COUNT] are the
 * seconds of the phases so far. Phases before TC_JOB_PHASE_solver have ended. */
tc_remaining tc_job_remaining(const tc_job *job, const double *passed_s);

/* Not collective, on the root. Returns the report of the job before its steps, without measured times. It
 * borrows from the job. */
tc_job_report tc_job_forecast_report(const tc_job *job);

/* Not collective, on the root. Fills in the report from the clock of the log, except for the marks and the
 * split. The report contains the times up to this call, and not those of writing the reports themselves. It
 * borrows from the job. */
void tc_job_describe(const tc_job *job, const tc_forecasts *forecasts, tc_job_report *report);

/* Results of a job for its record. */
typedef struct tc_job_ending {
  int outcome;   /* exit code of the command: 0, or 75 if the run was interrupted */
  int64_t steps; /* steps that this job has made */
  double tail;   /* mean / median of the time of a step, minus 1; NaN if unknown */
  /* Remaining times that were shown at the first marks of tc_job_mark_share, and those that did remain. */
  int marks;
  const tc_job_mark *mark;
} tc_job_ending;

/* Not collective, on the root, at the end of a job. Appends a record with the times up to this call, unless
 * the job has no bound, made no step or ran on a node with more threads than cores. */
void tc_job_end(const tc_job *job, const tc_forecasts *forecasts, const tc_job_ending *ending);

void tc_job_free(tc_job *job);

#endif
