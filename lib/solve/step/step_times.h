/* Wall times of the steps of a run. The time loop (solve/step/step.c) adds every step and reads medians and
 * sums at the end. No function is collective. */
#ifndef TC_SOLVE_STEP_STEP_TIMES_H
#define TC_SOLVE_STEP_STEP_TIMES_H

#include "base/numeric/stats.h"
#include "solve/observe/measurement.h"

/* Zero-initialise before the first step. There are separate series of times per iteration, because the number
 * of iterations varies between steps. */
typedef struct tc_step_times {
  /* true if the lengths of the steps differ, so that means are reported instead of medians */
  bool uses_means;
  tc_ledger ledger;         /* seconds and counts of the last step */
  double longest_silence_s; /* longest time between two calls of MPI in any step */
  double loop_s; /* seconds of the whole loop, that is of steps, hooks and checks; set by the caller */
  tc_timing_series total, phase[TC_PHASE_COUNT], iteration, iteration_phase[TC_PHASE_COUNT];
} tc_step_times;

/* Adds a step that took `seconds`. */
void tc_step_times_add(tc_step_times *times, double seconds, const tc_ledger *ledger);

/* Sets ledger, times and wall times of *out. `snapshots_s` is the part of loop_s that wrote snapshots. */
void tc_step_times_measure(const tc_step_times *times, double snapshots_s, tc_measurement *out);

#endif
