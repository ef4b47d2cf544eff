/* Time budget for measuring the machine before a run. The budget is a small fraction of the estimated time of
 * the job, and all benchmarks before the run share it. If time is short, benchmarks make fewer repetitions,
 * and parameters that the run does not need remain for a later run. Only tc_calibration_budget_spent reads
 * the clock. The other functions compute with the seconds that they receive. */
#ifndef TC_CALIBRATION_DRIVER_CALIBRATION_BUDGET_H
#define TC_CALIBRATION_DRIVER_CALIBRATION_BUDGET_H

#include <stdbool.h>

#include "calibration/timing/bench.h"

typedef struct tc_calibration_budget {
  double seconds; /* wall time that all measurements together may need; INFINITY if it is not limited */
  double start_s; /* start of the first measurement, a value of tc_now_s */
} tc_calibration_budget;

/* Pure. Estimates the remaining time of a job in seconds: `steps` steps, each of which moves `step_B` bytes
 * of a rank at `Bps` bytes per second, and half a second for outputs. Returns half a second if Bps is 0. */
double tc_calibration_rest_s(double steps, double step_B, double Bps);

/* Pure. Returns the budget in seconds for a job whose remaining time is `rest_s` seconds: 5 % of `rest_s`,
 * but at least 0.3 s and at most 5 s. */
double tc_calibration_budget_seconds(double rest_s);

/* Pure. Returns the effort for each of the next `benchmarks` benchmarks, which together may take `left_s`
 * seconds. It is `full`, or has fewer repetitions and a shorter warm-up. It has at least seven repetitions
 * even if no time remains, so that their median is usable. */
tc_bench_effort tc_calibration_budget_effort(tc_bench_effort full, double left_s, int benchmarks);

/* Pure. Returns true if a measurement of `cost_s` seconds that the run does not need fits into the budget
 * after `spent_s` seconds. */
bool tc_calibration_budget_allows(const tc_calibration_budget *budget, double spent_s, double cost_s);

/* Collective. Sets *spent_s to the largest number of seconds that any rank has spent since budget->start_s.
 * Errors (on all ranks): TC_INTERNAL if MPI fails. */
tc_status tc_calibration_budget_spent(const tc_calibration_budget *budget, const tc_world *world,
                                      double *spent_s);

#endif
