/* Remaining time of a run: the callback that estimates this time, and the text for the log. The progress
 * monitor and the history call the callback at the steps that they report. The run provides the callback
 * (run/outputs/progress.h). tc_hooks_forecast estimates the time of the hooks that are still to be called.
 * Not collective. */
#ifndef TC_SOLVE_OBSERVE_REMAINING_TIME_H
#define TC_SOLVE_OBSERVE_REMAINING_TIME_H

#include "model/interval/remaining.h"
#include "solve/observe/hook.h"

enum { TC_REMAINING_TEXT = 96 };

/* Estimator of the remaining time. `estimate` returns NaN as long as it has no estimate. */
typedef struct tc_remaining_time {
  tc_remaining (*estimate)(void *self, const tc_run_state *now);
  void *self;
} tc_remaining_time;

/* Formats "25.0 s remaining (at most 31.0 s)" into out[size], without the bound if that is NaN. */
void tc_remaining_format(const tc_remaining *remaining, char *out, size_t size);

/* Returns the seconds that the remaining steps with error control need, under the assumption that each has
 * the length and the number of products of the last step. The seconds per product (per step for implicit
 * steps) are those of the last `steps` steps, which needed elapsed_s seconds and `products` products. Returns
 * NaN if `steps` is 0. */
double tc_remaining_controlled(const tc_run_state *now, double elapsed_s, int64_t steps, int64_t products);

/* Returns the seconds that all hooks of the run have spent since the first step. */
double tc_hooks_seconds(const tc_run_state *now);

/* Returns the seconds that all hooks will need after this step, computed from the mean time of their calls
 * since step `from`, at which this run began. *is_complete becomes false if a hook that writes the field will
 * be called but has not been called yet. It also becomes false before the first step of this run, and the
 * result is then 0. */
double tc_hooks_forecast(const tc_run_state *now, int64_t from, bool *is_complete);

#endif
