#include "device/device.h"

#include <stdio.h>

#include "support/device.h"
#include "support/expect.h"

Test(device, words_that_choose_one) {
  tc_device_options c;
  expect_ok(tc_device_options_parse("device", "none", &c));
  cr_assert(!c.automatic && !c.backend && c.index == -1);
  expect_ok(tc_device_options_parse("device", "auto", &c));
  cr_assert(c.automatic && !c.backend);
  expect_error(tc_device_options_parse("--device", "gpu", &c), TC_USAGE,
               "--device: expected one of opencl, cuda, none, auto, found 'gpu'");
  expect_error(tc_device_options_parse("device", "", &c), TC_USAGE, "found ''");
  expect_error(tc_device_options_parse("device", "none:1", &c), TC_USAGE, "found 'none:1'");
}

/* Tests every back end (OpenCL, CUDA) that this build contains. Selecting another back end must be an
 * error. */
Test(device, numbers_of_devices) {
  static const char *const wrong[] = {":", ":-1", ":x", ":1:2", ":1.5"};
  for (int b = 0; b < tc_backend_count(); b++) {
    const char *name = tc_backend_registry.name(b);
    const bool built = !tc_backend_unavailable_reason(tc_backend_at(b));
    char word[64];
    tc_device_options c;
    if (!built) expect_error(tc_device_options_parse("device", name, &c), TC_USAGE, "this build has no ");
    if (!built) continue;
    expect_ok(tc_device_options_parse("device", name, &c));
    cr_assert(c.backend == tc_backend_at(b) && c.index == -1);
    snprintf(word, sizeof word, "%s:12", name);
    expect_ok(tc_device_options_parse("device", word, &c));
    cr_assert_eq(c.index, 12);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
      snprintf(word, sizeof word, "%s%s", name, wrong[i]);
      expect_error(tc_device_options_parse("device", word, &c), TC_USAGE,
                   "write the number of a device, such as ");
    }
  }
}

Test(device, that_does_not_exist) {
  for (int b = 0; b < tc_backend_count(); b++) {
    const tc_device_options c = {.backend = tc_backend_at(b), .index = 1000};
    tc_device *device = NULL;
    if (tc_backend_unavailable_reason(c.backend)) continue;
    expect_error(tc_device_open(&c, 0, &device), TC_INTERNAL,
                 tc_backend_devices(c.backend) > 0 ? ":1000: this machine has "
                                                   : "no device or no driver was found on this machine");
    cr_assert_null(device);
  }
}

Test(device, none_is_none) {
  tc_device *device = NULL;
  expect_ok(tc_device_open(&(tc_device_options){.index = -1}, 3, &device));
  cr_assert_null(device);
}

/* The automatic choice of a device must never be a processor, even if the machine has no other device. */
Test(device, auto_takes_no_processor) {
  tc_device *device = NULL;
  expect_ok(tc_device_open(&(tc_device_options){.automatic = true, .index = -1}, 0, &device));
  cr_assert(!device || !device->processor);
  tc_device_close(&device);
}

Test(device, ranks_take_them_in_turns) {
  tc_device *first = a_device();
  const int devices = tc_backend_devices(first->backend);
  const tc_device_options c = {.backend = first->backend, .index = -1};
  tc_device *other = NULL;
  expect_ok(tc_device_open(&c, devices + 1, &other));
  cr_assert_eq(other->index, 1 % devices);
  cr_assert(*other->name && other->memory_B > 0 && other->max_group_size > 0);
  tc_device_close(&other);
  tc_device_close(&first);
}

Test(device, what_goes_up_comes_down) {
  tc_device *device = a_device();
  tc_device_buffer *buffer = NULL, *empty = NULL;
  double value[] = {1.0, 2.0, 3.0, 4.0}, back[4] = {0.0};
  expect_ok(tc_device_buffer_create_from(device, value, sizeof value, "numbers", &buffer));
  expect_ok(tc_device_buffer_create_from(device, value, 0, "nothing", &empty));
  expect_ok(tc_device_buffer_upload(buffer, sizeof *value, value, 2 * sizeof *value));
  expect_ok(tc_device_buffer_download(buffer, 0, back, 3 * sizeof *value));
  cr_assert(back[0] == 1.0 && back[1] == 1.0 && back[2] == 2.0 && back[3] == 0.0);
  expect_ok(tc_device_buffer_download(buffer, 3 * sizeof *value, back, sizeof *value));
  cr_assert_eq(back[0], 4.0);
  cr_assert_eq(device->allocated_B, sizeof value);
  tc_device_buffer_destroy(&empty);
  tc_device_buffer_destroy(&buffer);
  cr_assert_eq(device->allocated_B, 0);
  tc_device_close(&device);
}

Test(device, copies) {
  tc_device *device = a_device();
  tc_device_buffer *from = NULL, *to = NULL;
  double value[] = {1.0, 2.0, 3.0}, back[3] = {0.0}, seconds = -1.0;
  expect_ok(tc_device_buffer_create_from(device, value, sizeof value, "numbers", &from));
  expect_ok(tc_device_buffer_create_from(device, back, sizeof back, "zeros", &to));
  expect_ok(tc_device_buffer_copy(from, to, 2 * sizeof *value, &seconds));
  cr_assert(seconds >= 0.0);
  expect_ok(tc_device_buffer_download(to, 0, back, sizeof back));
  cr_assert(back[0] == 1.0 && back[1] == 2.0 && back[2] == 0.0);
  expect_ok(tc_device_buffer_copy(from, to, 0, &seconds));
  tc_device_buffer_destroy(&from);
  tc_device_buffer_destroy(&to);
  tc_device_close(&device);
}

Test(device, memory_that_is_not_there) {
  tc_device *device = a_device();
  tc_device_buffer *buffer = NULL;
  expect_error(tc_device_buffer_create(device, device->memory_B + (size_t)1e9, "a huge vector", &buffer),
               TC_INTERNAL, "needed for a huge vector, ");
  cr_assert_null(buffer);
  tc_device_close(&device);
}

/* out[i] is the sum of the elements number i of the four quarters of x. It must have the same bits as on
 * the processor. The value after the last sum must not change. */
Test(device, adds_quarters) {
  enum { most = 1000 };
  static const int32_t counts[] = {0, 1, 511, 513, most};
  tc_device *device = a_device();
  double value[4 * most], sum[most + 1];
  for (int i = 0; i < 4 * most; i++) value[i] = 0.1 * i;
  for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
    const int32_t n = counts[c];
    tc_device_buffer *x = NULL, *out = NULL;
    for (int i = 0; i <= most; i++) sum[i] = -1.0;
    expect_ok(tc_device_buffer_create_from(device, value, sizeof value, "x", &x));
    expect_ok(tc_device_buffer_create_from(device, sum, sizeof sum, "sums", &out));
    expect_ok(tc_device_sum_quarters(x, n, out));
    expect_ok(tc_device_buffer_download(out, 0, sum, sizeof sum));
    for (int i = 0; i <= most; i++)
      cr_assert_eq(sum[i], i < n ? (value[i] + value[i + n]) + (value[i + 2 * n] + value[i + 3 * n]) : -1.0,
                   "%d of %d", i, n);
    tc_device_buffer_destroy(&x);
    tc_device_buffer_destroy(&out);
  }
  tc_device_close(&device);
}

Test(device, gathers) {
  enum { most = 1000 };
  static const int32_t counts[] = {0, 1, 63, 64, 65, most};
  tc_device *device = a_device();
  for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
    tc_device_buffer *index = NULL, *x = NULL, *out = NULL;
    int32_t at[most];
    double value[2 * most], part[most] = {0.0};
    for (int i = 0; i < 2 * most; i++) value[i] = 0.1 * i;
    for (int i = 0; i < most; i++) at[i] = (i * 7919) % (2 * most); /* each index occurs once */
    expect_ok(tc_device_buffer_create_from(device, at, sizeof at, "at", &index));
    expect_ok(tc_device_buffer_create_from(device, value, sizeof value, "x", &x));
    expect_ok(tc_device_buffer_create_from(device, part, sizeof part, "out", &out));
    expect_ok(tc_device_gather(index, counts[c], x, out));
    expect_ok(tc_device_buffer_download(out, 0, part, sizeof part));
    for (int i = 0; i < most; i++) cr_assert_eq(part[i], i < counts[c] ? value[at[i]] : 0.0, "%d", i);
    tc_device_buffer_destroy(&index);
    tc_device_buffer_destroy(&x);
    tc_device_buffer_destroy(&out);
  }
  tc_device_close(&device);
}
