#include "solve/observe/remaining_time.h"

#include <math.h>
#include <stdio.h>

#include "base/text/number_format.h"
#include "solve/observe/error_control.h"

void tc_remaining_format(const tc_remaining *remaining, char *out, size_t size) {
  char median[48], bound[48];
  tc_number_format_duration(remaining->median_s, median, sizeof median);
  if (isnan(remaining->bound_s)) {
    snprintf(out, size, "%s remaining", median);
    return;
  }
  tc_number_format_duration(remaining->bound_s, bound, sizeof bound);
  snprintf(out, size, "%s remaining (at most %s)", median, bound);
}

double tc_remaining_controlled(const tc_run_state *now, double elapsed_s, int64_t steps, int64_t products) {
  const tc_controlled_step *last = &now->controlled->last;
  if (steps <= 0 || !(last->dt > 0.0)) return (double)NAN;
  const double left = fmax(now->end - now->time, 0.0) / last->dt;
  if (last->stages == 0 || products <= 0) return elapsed_s / (double)steps * left;
  return elapsed_s / (double)products * (double)last->stages * left;
}

double tc_hooks_seconds(const tc_run_state *now) {
  double seconds = 0.0;
  for (int i = 0; i < now->hooks; i++) seconds += now->hook[i].seconds;
  return seconds;
}

/* Returns the number of calls of a hook after this step. The calls of hooks without a period are assumed to
 * be evenly distributed over the steps since step `from`. */
static double calls_left(const tc_hook *h, const tc_run_state *now, int64_t from) {
  if (h->every > 0) return (double)tc_hook_count_after(h->every, now->step, now->steps);
  return (double)h->calls * (double)(now->steps - now->step) / (double)(now->step - from);
}

double tc_hooks_forecast(const tc_run_state *now, int64_t from, bool *is_complete) {
  double seconds = 0.0;
  *is_complete = now->step > from;
  if (now->step == from) return 0.0;
  for (const tc_hook *h = now->hook; h < now->hook + now->hooks; h++) {
    if (h->calls > 0) seconds += h->seconds / (double)h->calls * calls_left(h, now, from);
    if (h->calls == 0 && h->publishes_field && h->every > 0) *is_complete = false;
  }
  return seconds;
}
