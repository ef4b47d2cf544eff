/* Ends a run in time before the time limit of the job. A run that writes checkpoints ends with exit code 75
 * before the limit. It ends at the last step after which a checkpoint and the closing of all files fit. The
 * outputs of a run call tc_run_limit_init. The hooks that write checkpoints (checkpoints.c) then record the
 * time of each checkpoint, and the time between two agreements (agreement.h), at which the run can end. They
 * also query the smallest limit with which the run could continue. checkpoint.wall is a fixed time that
 * affects only tc_run_limit_earliest. All clocks of the checkpoints and of the limit are read with
 * tc_run_limit_now, which tests replace. Only tc_run_limit_init is collective. */
#ifndef TC_RUN_OUTPUTS_LIMIT_H
#define TC_RUN_OUTPUTS_LIMIT_H

#include "run/outputs/job_limit.h"

/* Time before the limit that is reserved for work that was neither measured nor forecast. It is a number of
 * seconds, but at most this share of the limit. */
static const double tc_run_limit_reserve_s = 10.0, tc_run_limit_reserve_share = 0.1;

/* State of the limit of a run. Zero-initialise before use. Tests set now_s and `self` before
 * tc_run_limit_init. */
typedef struct tc_run_limit {
  double (*now_s)(void *self); /* present time in s; NULL selects tc_now_s */
  void *self;                  /* argument of now_s */
  const tc_plan *plan;         /* borrowed */
  tc_job_limit job;            /* time limit of the job */
  /* step_s is the forecast of one step. checkpoint_s and closing_s are 95 % bounds of writing one checkpoint
   * and of closing all files. Both contain the constant tc_job_offset_s. closing_own_s is the bound of
   * closing without this constant, for a run that has measured the file system with its own checkpoints. All
   * are in s, and 0 if unknown. */
  double step_s, checkpoint_s, closing_s, closing_own_s;
  int64_t agreements;  /* number of agreements of the ranks so far */
  double gap_s;        /* longest time between two agreements; equal on all ranks */
  int64_t checkpoints; /* number of checkpoints that this run has written */
  /* Sum, sum of squares and maximum of the times of these checkpoints on this rank. */
  double sum_s, square_sum, longest_s;
} tc_run_limit;

/* Collective. Finds the limit of the job. Errors (on all ranks): those of tc_job_limit_find. */
tc_status tc_run_limit_init(const tc_plan *plan, tc_run_limit *limit);

/* Returns the present time in s. `limit` may be NULL. */
double tc_run_limit_now(const tc_run_limit *limit);

/* Returns the seconds since the start of the program. */
double tc_run_limit_elapsed(const tc_run_limit *limit);

/* True if the job has a limit; equal on all ranks. */
bool tc_run_limit_exists(const tc_run_limit *limit);

/* Returns the earlier of the limit and checkpoint.wall, in s since the start of the program; INFINITY if
 * there is neither. */
double tc_run_limit_earliest(const tc_run_limit *limit);

/* Records the time of a checkpoint on this rank. */
void tc_run_limit_add_checkpoint(tc_run_limit *limit, double seconds);

/* Records the time between two agreements, which is equal on all ranks. The first one is ignored, because it
 * contains the setup of the time loop. */
void tc_run_limit_add_gap(tc_run_limit *limit, double gap_s);

/* Returns the seconds that this rank needs for a checkpoint and for closing all files: the sum of the bounds
 * of both. After the first checkpoint of this run, the bound of a checkpoint is the mean time of the
 * checkpoints so far plus 2 standard deviations. It is at least 1.5 times the longest time. */
double tc_run_limit_ending(const tc_run_limit *limit);

/* Returns the smallest limit with which a run can continue until the next agreement and then end in time.
 * elapsed_s is the time of this agreement in s since the start of the program, and ending_s is the result of
 * tc_run_limit_ending. Both are maxima over all ranks, so the result is equal on all ranks. It contains the
 * reserve. */
double tc_run_limit_least(const tc_run_limit *limit, double elapsed_s, double ending_s);

/* Returns the time in s since the start of the program at which tc_run_limit_least exceeds the limit. After
 * this time the run ends at the next agreement, unless its remaining time fits into the limit. INFINITY
 * without a limit. */
double tc_run_limit_stop(const tc_run_limit *limit);

#endif
