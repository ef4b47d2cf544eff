/* Devices (GPUs) for tests, real or artificial. */
#ifndef TC_TESTS_DEVICE_H
#define TC_TESTS_DEVICE_H

#include <criterion/criterion.h>
#include <stdio.h>

#include "device/backend.h"

/* Opens the first device of the first back-end that has one, in the order of backends.def. Returns NULL if
 * there is no device. */
static inline tc_device *first_device(void) {
  for (int b = 0; b < tc_backend_count(); b++) {
    const tc_device_options choice = {.backend = tc_backend_at(b), .index = 0};
    tc_device *device = NULL;
    if (tc_backend_devices(choice.backend) == 0) continue;
    tc_status status = tc_device_open(&choice, 0, &device);
    cr_assert_null(status, "%s", tc_status_text(status));
    return device;
  }
  return NULL;
}

/* Like first_device, for tests with several ranks, which cannot be skipped. If there is no device, rank 0
 * prints a line. */
static inline tc_device *device_of(int rank) {
  tc_device *device = first_device();
  if (!device && rank == 0) puts("no device here (pocl-opencl-icd makes one): nothing is tested");
  return device;
}

/* Like first_device, for tests of one process. Skips the test if there is no device. */
static inline tc_device *a_device(void) {
  tc_device *device = first_device();
  if (!device) cr_skip_test("no device here: pocl-opencl-icd makes one of the processor");
  return device;
}

/* Largest work-group of a kernel on the artificial device. The kernel of difference rows of width 16 needs
 * more registers, which halves this size. */
static inline tc_status made_up_most(const tc_device *device, int kernel, int *items) {
  *items = device->max_group_size >> (kernel == TC_KERNEL_direct_difference_16);
  return TC_OK;
}

/* Returns an artificial device, so that tests of tile sizes run on machines without a device. Only
 * max_group_size of its back-end can be called. */
static inline tc_device made_up_device(void) {
  static const tc_backend backend = {.name = "made", .max_group_size = made_up_most};
  return (tc_device){.backend = &backend, .name = "up", .max_group_size = 256, .shared_memory_B = 48 * 1024};
}

#endif
