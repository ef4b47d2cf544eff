#include "calibration/driver/calibration_budget.h"

#include <math.h>

#include "base/core/timer.h"

double tc_calibration_rest_s(double steps, double step_B, double Bps) {
  const double outputs_s = 0.5;
  return outputs_s + (Bps > 0.0 ? steps * step_B / Bps : 0.0);
}

double tc_calibration_budget_seconds(double rest_s) {
  const double share = 0.05, min_s = 0.3, max_s = 5.0;
  return fmin(fmax(share * rest_s, min_s), max_s);
}

tc_bench_effort tc_calibration_budget_effort(tc_bench_effort full, double left_s, int benchmarks) {
  enum { min_repeats = 7 };
  /* A benchmark uses half of the time for repetitions, a quarter for the warm-up, and the rest for filling
   * arrays. */
  const double each_s = fmax(left_s, 0.0) / benchmarks, repeats = each_s / 2.0 / full.repeat_s;
  tc_bench_effort effort = full;
  effort.repeats = (int)fmin(full.repeats, fmax(min_repeats, repeats));
  effort.max_warm_up_s = fmin(full.max_warm_up_s, each_s / 4.0);
  return effort;
}

bool tc_calibration_budget_allows(const tc_calibration_budget *budget, double spent_s, double cost_s) {
  return spent_s + cost_s <= budget->seconds;
}

tc_status tc_calibration_budget_spent(const tc_calibration_budget *budget, const tc_world *world,
                                      double *spent_s) {
  *spent_s = tc_now_s() - budget->start_s;
  return tc_world_max(world, spent_s, 1);
}
