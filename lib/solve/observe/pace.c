#include "solve/observe/pace.h"

/* Approximate time in s between two collective checks. With this interval the cost of the reduction in a
 * check is negligible. */
static const double check_interval_s = 0.1;

void tc_pace_set(tc_pace *pace, int64_t step, double since_s, double now_s) {
  if (since_s < 0.5 * check_interval_s && step >= pace->next) pace->gap *= 2;
  if (since_s > 2.0 * check_interval_s) pace->gap = (int64_t)((double)pace->gap * check_interval_s / since_s);
  if (pace->gap < 1) pace->gap = 1;
  pace->next = step + pace->gap;
  pace->looked_s = now_s;
}
