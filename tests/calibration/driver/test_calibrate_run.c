#include <math.h>

#include "calibration/agree.h"
#include "calibration/driver/calibrate.h"
#include "support/limited_calibration.h"
#include "support/parallel.h"

static const tc_working_set short_run = {.bytes = 1.1 * (1 << 20),
                                         .width = 16,
                                         .kernel = TC_KERNEL_ell16,
                                         .steps = 10};

static bool is_estimate(const tc_machine *machine, int param, int w) {
  return tc_param_get(&machine->params, param)[w] > 0.0 && tc_param_get(&machine->spread, param)[w] == 0.0;
}

/* The run needs 1.1 MiB. The values of the first two working sets must be measured, and those of the
 * others estimated. Other row widths, formats and operations must remain unknown. */
static void expect_measured_for_run(const tc_machine *machine) {
  const int row = tc_param_row(TC_KERNEL_ell16, 1);
  for (int w = 0; w < TC_WORKING_SETS; w++) {
    const bool estimated = is_estimate(machine, row, w);
    cr_assert_gt(tc_param_get(&machine->params, row)[w], 0.0);
    cr_assert_eq(estimated, w > 1, "working set %d", w);
    cr_assert_gt(machine->params.copy_s[w], 0.0);
    cr_assert_gt(machine->params.stream_Bps[w], 0.0);
    cr_assert_eq(machine->params.row_s[TC_KERNEL_ell16][0][w], 0.0);
    cr_assert_eq(machine->params.row_s[TC_KERNEL_difference][1][w], 0.0);
    cr_assert_eq(machine->params.vectors_s[w], 0.0);
  }
}

/* Collective. With a budget of 0 s, exactly the parameters that the run needs are measured. A second run
 * must have all parameters that it needs and must measure nothing. */
ParallelTest(calibrate_run, what_a_run_needs) {
  const tc_calibration_budget none = {.seconds = 0.0};
  tc_machine machine = {0}, before;
  const struct rlimit memory = little_memory_begin(world->ranks);
  expect_ok(tc_calibrate_run(world, &short_run, &none, NULL, &machine));
  expect_measured_for_run(&machine);
  expect_shared(world, &machine);
  before = machine;
  expect_ok(tc_calibrate_more(world, &none, NULL, &machine));
  if (!machine.replaced) {
    expect_ok(tc_calibrate_run(world, &short_run, &none, NULL, &machine));
    cr_assert_eq(memcmp(&before, &machine, sizeof before), 0, "no parameter was missing");
  }
  little_memory_end(memory);
}

/* A first run measures only what it needs. A later run with an unlimited budget measures the remaining
 * parameters. */
ParallelTest(calibrate_run, what_a_longer_run_adds) {
  if (world->ranks > 1) return;
  const tc_calibration_budget none = {.seconds = 0.0}, ample = {.seconds = INFINITY};
  tc_machine machine = {0};
  const struct rlimit memory = little_memory_begin(world->ranks);
  expect_ok(tc_calibrate_run(world, &short_run, &none, NULL, &machine));
  expect_ok(tc_calibrate_more(world, &ample, NULL, &machine));
  little_memory_end(memory);
  for (int kernel = 0; kernel < TC_KERNEL_pointer; kernel++)
    for (int width = 0; width < TC_WIDTHS; width++)
      for (int w = 0; w < TC_WORKING_SETS; w++) {
        cr_assert_gt(machine.params.row_s[kernel][width][w], 0.0);
        cr_assert_not(is_estimate(&machine, tc_param_row(kernel, width), w), "%d %d %d", kernel, width, w);
      }
  cr_assert_gt(machine.params.dot_s, 0.0);
}
