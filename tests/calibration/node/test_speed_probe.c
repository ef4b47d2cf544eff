#include "calibration/node/speed_probe.h"

#include <criterion/criterion.h>
#include <math.h>

#include "support/expect.h"

static void expect_times(const tc_probe_times *times) {
  for (int k = 0; k < TC_PROBE_KERNELS; k++)
    cr_assert(isfinite(times->kernel_s[k]) && times->kernel_s[k] > 0.0, "kernel %d", k);
}

Test(speed_probe, each_call_measures_all_kernels) {
  tc_speed_probe *probe = NULL;
  expect_ok(tc_speed_probe_create(&probe));
  for (int call = 0; call < 2; call++) {
    const tc_probe_times times = tc_speed_probe_call(probe);
    expect_times(&times);
  }
  tc_speed_probe_destroy(&probe);
  cr_assert_null(probe);
  tc_speed_probe_destroy(&probe);
}

Test(speed_probe, the_median_of_several_calls) {
  tc_probe_times median = {0};
  expect_ok(tc_speed_probe_measure(TC_SPEED_PROBE_FEW_CALLS, &median));
  expect_times(&median);
}
