/* Remaining time of a run: the callback that estimates it, and its text in the log. The progress monitor and
 * the history call the callback at the steps that they report. A run with outputs provides it
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

/* Returns the seconds that the remaining steps with error control need if all are as long as the last one and
 * have its products, at the mean pace of the last `steps` steps, which needed elapsed_s and `products`
 * products; NaN if `steps` is 0. */
double tc_remaining_controlled(const tc_run_state *now, double elapsed_s, int64_t steps, int64_t products);

/* Returns the seconds that all hooks of the run have spent since the first step. */
double tc_hooks_seconds(const tc_run_state *now);

/* Returns the seconds that all hooks will need after this step, from the mean of their calls after step
 * `from`, with which this run began. *is_complete becomes false if a hook that writes the field will be
 * called but has not been called yet. It also becomes false before the first step of this run, and the result
 * is then 0. */
double tc_hooks_forecast(const tc_run_state *now, int64_t from, bool *is_complete);

#endif
