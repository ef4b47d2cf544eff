#include "solve/step/step_times.h"

#include <math.h>

/* Adds the times per iteration of the step to the series. Does nothing if the step had no iterations. */
static void add_iterations(tc_step_times *t, double seconds, const tc_ledger *ledger) {
  const double iterations = (double)ledger->work.iterations;
  if (!(iterations > 0.0)) return;
  tc_timing_series_add(&t->iteration, seconds / iterations);
  for (int p = 0; p < TC_PHASE_COUNT; p++)
    tc_timing_series_add(&t->iteration_phase[p], ledger->seconds.by_index[p] / iterations);
}

void tc_step_times_add(tc_step_times *t, double seconds, const tc_ledger *ledger) {
  tc_timing_series_add(&t->total, seconds);
  for (int p = 0; p < TC_PHASE_COUNT; p++) tc_timing_series_add(&t->phase[p], ledger->seconds.by_index[p]);
  add_iterations(t, seconds, ledger);
  t->ledger = *ledger;
  t->longest_silence_s = fmax(t->longest_silence_s, ledger->longest_mpi_gap_s);
}

/* Returns the seconds of a typical step: the mean of the series if the lengths of the steps differ, otherwise
 * the median. */
static double typical(const tc_step_times *t, const tc_timing_series *series) {
  if (!t->uses_means) return tc_timing_series_median(series);
  return series->added > 0 ? series->sum / (double)series->added : 0.0;
}

void tc_step_times_measure(const tc_step_times *t, double snapshots_s, tc_measurement *out) {
  out->ledger = t->ledger;
  out->ledger.longest_mpi_gap_s = t->longest_silence_s;
  out->total_s = typical(t, &t->total);
  for (int p = 0; p < TC_PHASE_COUNT; p++) {
    out->ledger.seconds.by_index[p] = typical(t, &t->phase[p]);
    out->iteration.by_index[p] = tc_timing_series_median(&t->iteration_phase[p]);
  }
  out->iteration_s = tc_timing_series_median(&t->iteration);
  out->wall = (tc_wall_times){.total_s = t->loop_s,
                              .steps_s = t->total.sum,
                              .steps = (int64_t)t->total.added,
                              .snapshots_s = snapshots_s};
  /* Checks have all time of the loop that was spent neither in steps nor in writing snapshots. */
  out->wall.checks_s = out->wall.total_s - out->wall.steps_s - snapshots_s;
  if (!t->uses_means) out->wall.slow_share = tc_timing_series_share_above(&t->total, 2.0 * out->total_s);
}
