#include "calibration/driver/calibrate_device.h"

#include "calibration/agree.h"
#include "support/device.h"
#include "support/parallel.h"

static tc_machine machine_make(void) {
  tc_machine m = {.ranks_per_node = 1, .params = {.private_bandwidth_Bps = 1e10, .device_tile = 77}};
  for (int w = 0; w < TC_WORKING_SETS; w++) m.params.working_set_B[w] = (1 << 20) * (1 + w);
  return m;
}

/* True for parameters that some devices do not have, such as those of a cache that is faster than the
 * memory. */
static bool may_be_unknown(int p) {
  return p == TC_PARAM_device_cache_Bps || p == TC_PARAM_device_cache_B || p == TC_PARAM_device_sector_B ||
         p == TC_PARAM_device_tile;
}

static void expect_device(const tc_world *world, tc_machine *m, const tc_device *device) {
  cr_assert(strstr(m->device, device->name) || world->ranks > 1, "%s", m->device);
  cr_assert_eq(m->devices, tc_backend_devices(device->backend));
  cr_assert_eq(m->params.device_tile, 0.0, "previous values of devices must be discarded");
  cr_assert_eq(m->params.private_bandwidth_Bps, 1e10, "other values must not change");
}

ParallelTest(calibrate_device, all_of_it) {
  tc_device *device =
      world->ranks > 2 ? NULL : device_of(world->rank); /* slow if more than two ranks share a processor */
  tc_machine m = machine_make();
  if (!device) return;
  expect_ok(tc_calibrate_device(world, device, TC_CALIBRATE_QUICK, &(tc_log){0}, &m));
  expect_device(world, &m, device);
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    for (int v = 0; tc_param_is_device(p) && v < tc_param_values(p); v++) {
      const double value = tc_param_at(&m.params, p)[v];
      cr_assert(value > 0.0 || may_be_unknown(p), "%s[%d]", tc_param_name(p), v);
      expect_same(world, value, tc_param_name(p));
    }
  tc_device_close(&device);
}

/* Only the kernel and the row width of the run are measured. The result is used for all working sets. */
ParallelTest(calibrate_device, for_a_run) {
  tc_device *device = device_of(world->rank);
  tc_machine m = machine_make();
  const tc_device_config use = {device, TC_STAGING_DIRECT, 64};
  if (!device) return;
  expect_ok(
      tc_calibrate_device_for(world, &use, &(tc_working_set){.bytes = 2e6, .width = 16}, &(tc_log){0}, &m));
  expect_device(world, &m, device);
  for (int w = 0; w < TC_WORKING_SETS; w++) {
    cr_assert(m.params.device_direct_row16_s[w] > 0.0 &&
              m.params.device_direct_row16_s[w] == m.params.device_direct_row16_s[0]);
    cr_assert_eq(m.params.device_copy_s[w], m.params.device_copy_s[0]);
    cr_assert(m.params.device_direct_row4_s[w] == 0.0 && m.params.device_shared_row16_s[w] == 0.0);
  }
  cr_assert(m.params.launch_s > 0.0 && m.params.link_s > 0.0 && m.params.link_Bps > 0.0 &&
            m.params.device_bandwidth_Bps > 0.0);
  expect_same(world, m.params.device_direct_row16_s[0], "a row");
  tc_device_close(&device);
}
