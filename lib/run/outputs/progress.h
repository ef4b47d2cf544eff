/* Progress of a run: estimates the remaining time, warns early if the limit of the job is too short, and
 * records the estimates at the marks of the run (tc_job_mark_share) for the forecast record. The hook of this
 * module records the beginning of the steps and the marks. The progress monitor and the history call the
 * estimator `remaining` between them. The clock is read at these moments only. Functions are not collective.
 * All ranks call them, and the root logs. */
#ifndef TC_RUN_OUTPUTS_PROGRESS_H
#define TC_RUN_OUTPUTS_PROGRESS_H

#include "report/document/job_report.h"
#include "run/outputs/limit.h"
#include "run/session/run.h"

/* Progress of a run. Zero-initialise before use. Must not move after tc_run_progress_init. */
typedef struct tc_run_progress {
  tc_run_limit *limit;            /* borrowed */
  tc_remaining_time remaining;    /* estimator for the monitor and the history; it also warns */
  tc_remaining_question forecast; /* template; done, steps and elapsed_s are set for each estimate */
  double closing_s;               /* forecast in s of closing all files; 0 if unknown */
  int64_t from;                   /* step with which this run began */
  double begin_s;                 /* time at which the steps began */
  double logged_s;                /* time of the last line about a checkpoint */
  int warned;                     /* 1 after the warning that the bound passes the limit, 2 for the median */
  int64_t next_mark;              /* step of the next mark; INT64_MAX if none follows */
  int marks;
  tc_job_mark mark[TC_JOB_MARKS]; /* [marks] */
  double mark_s[TC_JOB_MARKS];    /* [marks] times of the marks */
} tc_run_progress;

/* Initialises the progress of a run without a forecast, whose remaining time is extrapolated from its steps.
 * The bound has the level forecast.level. `limit` is borrowed; tc_run_limit_init has been called. */
void tc_run_progress_init(tc_run_limit *limit, tc_run_progress *progress);

/* Adds the hook of the progress and the estimator. */
void tc_run_progress_observe(tc_run_progress *progress, tc_run_observers *out);

/* Estimates the remaining time after a step; NaN if it is unknown. */
tc_remaining tc_run_progress_estimate(const tc_run_progress *progress, const tc_run_state *now);

/* True if the bound of the remaining time fits into the limit, so that the run need not end early. The pace
 * so far must fit too, because the forecast of a step may be wrong and is used during the first steps. */
bool tc_run_progress_fits(const tc_run_progress *progress, const tc_run_state *now);

/* Logs "checkpoint at step 300, 25.0 s remaining (at most 31.0 s)", at most every 10 s. */
void tc_run_progress_log_checkpoint(tc_run_progress *progress, const tc_run_state *now);

/* At the end of the job: stores the limit and the marks in the report, with the seconds that did remain. */
void tc_run_progress_report(const tc_run_progress *progress, tc_job_report *out);

#endif
