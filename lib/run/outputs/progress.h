/* Progress of a run: estimates its remaining time, and warns early if the time limit of the job is too short.
 * It also records the estimates at certain shares of the steps, the marks (tc_job_mark_share), for the record
 * of the job. The outputs of a run call tc_run_progress_init and tc_run_progress_observe before the steps.
 * The hook of this module records the time at the beginning of the steps and at each mark. The progress lines
 * and the history call the estimator `remaining` at other steps. The clock is read at these moments only.
 * Functions are not collective. All ranks call them, and the root logs. */
#ifndef TC_RUN_OUTPUTS_PROGRESS_H
#define TC_RUN_OUTPUTS_PROGRESS_H

#include "report/document/job_report.h"
#include "run/outputs/limit.h"
#include "run/session/run.h"

/* Progress of a run. Zero-initialise before use. Must not move after tc_run_progress_init. */
typedef struct tc_run_progress {
  tc_run_limit *limit;         /* borrowed */
  tc_remaining_time remaining; /* estimator that progress lines and history call; it also logs the warning */
  /* Input of all estimates; each estimate sets done, steps and elapsed_s in a copy. */
  tc_remaining_question forecast;
  double closing_s; /* forecast in s of closing all files; 0 if unknown */
  int64_t from;     /* number of the step at which this run began or was resumed */
  int64_t products; /* products of steps with error control before step `from`; otherwise 0 */
  double begin_s;   /* clock time in s at which the steps began */
  double logged_s;  /* clock time in s of the last log line about a checkpoint */
  int warned; /* 0 before any warning; 1 after the warning that the bound of the remaining time exceeds the
                 time limit; 2 after the warning that its median does */
  int64_t next_mark;              /* step of the next mark; INT64_MAX if none follows */
  int marks;                      /* number of recorded marks */
  tc_job_mark mark[TC_JOB_MARKS]; /* [marks] remaining times that were estimated at the marks */
  double mark_s[TC_JOB_MARKS];    /* [marks] clock times in s of the recorded marks */
} tc_run_progress;

/* Initialises the progress of a run without a forecast, whose remaining time is extrapolated from its steps.
 * The run stays below the bound with the probability forecast.level. The progress borrows `limit`, for which
 * the caller has called tc_run_limit_init. */
void tc_run_progress_init(tc_run_limit *limit, tc_run_progress *progress);

/* Adds the hook and the estimator of the progress to *out. */
void tc_run_progress_observe(tc_run_progress *progress, tc_run_observers *out);

/* Estimates the remaining time after a step; NaN if it is unknown. */
tc_remaining tc_run_progress_estimate(const tc_run_progress *progress, const tc_run_state *now);

/* True if the remaining time of the run fits into the time limit of the job, so that the run need not end
 * early. Two values must fit: the bound of the remaining time, and its extrapolation from the mean time of
 * the steps so far. The second one is needed because the bound of the first steps uses the forecast of a
 * step, which may be wrong. */
bool tc_run_progress_fits(const tc_run_progress *progress, const tc_run_state *now);

/* Logs "checkpoint at step 300, 25.0 s remaining (at most 31.0 s)", at most every 10 s. */
void tc_run_progress_log_checkpoint(tc_run_progress *progress, const tc_run_state *now);

/* Called at the end of the job. Stores in the report the time limit and the marks, with the times that really
 * remained at the marks. */
void tc_run_progress_report(const tc_run_progress *progress, tc_job_report *out);

#endif
