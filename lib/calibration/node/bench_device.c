/* Benchmarks of a device. A struct `benchmark` contains the buffers of one benchmark and the first error. If
 * a device fails during a measurement, its rank stores the error, and all ranks agree on it afterwards,
 * because every rank must continue to call the barriers. An idle device sleeps and needs time to wake up.
 * Short operations are therefore timed together with a preceding kernel, and the time of the preceding kernel
 * alone is subtracted. */
#include "calibration/node/bench_device.h"

#include <string.h>

#include "base/core/memory.h"
#include "calibration/node/bench_product.h"

/* State of one benchmark. `error` is the first error of the device, which may fail on one rank only. */
typedef struct benchmark {
  tc_status error;
  tc_device *device;
  tc_device_buffer *from, *to, *index;
  size_t bytes;
  char *host_array;
  const tc_device_config *config;
  tc_device_matrix *A;
} benchmark;

static tc_status record_error(benchmark *j, tc_status status) {
  if (j->error)
    tc_status_free(&status);
  else
    j->error = status;
  return TC_OK;
}

static void free_buffers(benchmark *j) {
  tc_device_buffer_destroy(&j->from);
  tc_device_buffer_destroy(&j->to);
  tc_device_buffer_destroy(&j->index);
  tc_device_matrix_destroy(&j->A);
}

/* Collective. Calls tc_bench_time_difference, unless `preparation`, the status of creating the buffers, is an
 * error on some rank. Then frees the buffers. */
static tc_status time_operations(tc_bench *bench, tc_status preparation, tc_bench_work *work, void *whole,
                                 void *part, benchmark *j, tc_estimate *seconds) {
  const bool waits = bench->waits;
  tc_status status = tc_world_agree(bench->world, preparation);
  bench->waits = true; /* a rank that waits for the device has a low CPU share even if the machine is idle */
  if (!status) status = tc_bench_time_difference(bench, work, whole, part, seconds);
  bench->waits = waits;
  if (status)
    tc_status_free(&j->error);
  else
    status = tc_world_agree(bench->world, j->error);
  free_buffers(j);
  return status;
}

/* Returns an array of zeros on the host. Writing the zeros makes the system allocate the pages of the
 * array. */
static char *alloc_zeroed(tc_bench *bench, size_t bytes) {
  tc_bench_reset(bench);
  return memset(tc_bench_alloc(bench, bytes), 0, bytes);
}

/* ---- short operations, after a kernel with work ---- */

/* A short operation, which is timed together with a preceding kernel with work. Otherwise the time of waking
 * the device would be as long as that of the operation. */
typedef struct short_operation {
  benchmark *j;
  void (*run)(benchmark *j); /* the operation; NULL to run only the preceding kernel */
} short_operation;

enum { kernel_values = 1 << 17 }; /* number of values that the kernel before the operation reads */

static tc_status run_after_kernel(void *context) {
  const short_operation *b = context;
  record_error(b->j, tc_device_sum_quarters(b->j->from, kernel_values / 4, b->j->to));
  if (b->run) b->run(b->j);
  return TC_OK;
}

static tc_status create_short_buffers(tc_bench *bench, benchmark *j) {
  static const int32_t zero = 0;
  const size_t bytes = kernel_values * sizeof(double), transfer_B = j->bytes > bytes ? j->bytes : bytes;
  TC_TRY(tc_device_buffer_create_from(j->device, &zero, sizeof zero, "an index list", &j->index));
  TC_TRY(tc_device_buffer_create_from(j->device, alloc_zeroed(bench, bytes), bytes, "an array of values",
                                      &j->from));
  return tc_device_buffer_create(j->device, transfer_B, "a transfer buffer", &j->to);
}

static tc_status measure_short_operation(tc_bench *bench, benchmark *j, void (*run)(benchmark *j),
                                         tc_estimate *seconds) {
  const double min_s = 1e-8; /* lower limit in seconds; a result of 0 would mean unknown */
  short_operation whole = {j, run}, part = {j, NULL};
  TC_TRY(time_operations(bench, create_short_buffers(bench, j), run_after_kernel, &whole, &part, j, seconds));
  seconds->value = seconds->value > min_s ? seconds->value : min_s;
  return TC_OK;
}

static void gather_one_value(benchmark *j) { record_error(j, tc_device_gather(j->index, 1, j->from, j->to)); }

tc_status tc_bench_launch(tc_bench *bench, tc_device *device, tc_estimate *seconds) {
  benchmark j = {.device = device};
  return measure_short_operation(bench, &j, gather_one_value, seconds);
}

static void upload_and_download(benchmark *j) {
  record_error(j, tc_device_buffer_upload(j->to, 0, j->host_array, j->bytes));
  record_error(j, tc_device_buffer_download(j->to, 0, j->host_array, j->bytes));
}

tc_status tc_bench_link(tc_bench *bench, tc_device *device, size_t bytes, tc_estimate *seconds) {
  benchmark j = {.device = device, .bytes = bytes};
  tc_status status = tc_world_agree(bench->world, tc_alloc(bytes, 1, "a message", &j.host_array));
  if (!status) {
    memset(j.host_array, 0, bytes);
    status = measure_short_operation(bench, &j, upload_and_download, seconds);
    if (!status) seconds->value /= 2.0;
  }
  tc_free(j.host_array);
  return status;
}

/* ---- long operations ---- */

static tc_status create_buffers(benchmark *j, size_t result_B) {
  TC_TRY(tc_device_buffer_create_from(j->device, j->host_array, j->bytes, "an array of values", &j->from));
  return tc_device_buffer_create_from(j->device, j->host_array, result_B, "an array of results", &j->to);
}

static tc_status sum_on_device(void *context) {
  benchmark *j = context;
  return record_error(j, tc_device_sum_quarters(j->from, (int32_t)(j->bytes / sizeof(double) / 4), j->to));
}

tc_status tc_bench_device_read(tc_bench *bench, tc_device *device, size_t bytes, tc_estimate *seconds) {
  benchmark j = {.device = device, .bytes = bytes / 5 * 4, .host_array = alloc_zeroed(bench, bytes)};
  return time_operations(bench, create_buffers(&j, bytes / 5), sum_on_device, &j, NULL, &j, seconds);
}

static tc_status copy_on_device(void *context) {
  benchmark *j = context;
  double seconds;
  return record_error(j, tc_device_buffer_copy(j->from, j->to, j->bytes, &seconds));
}

tc_status tc_bench_device_copy(tc_bench *bench, tc_device *device, size_t bytes, tc_estimate *seconds) {
  benchmark j = {.device = device, .bytes = bytes / 2, .host_array = alloc_zeroed(bench, bytes / 2)};
  return time_operations(bench, create_buffers(&j, j.bytes), copy_on_device, &j, NULL, &j, seconds);
}

static tc_status multiply_on_device(void *context) {
  benchmark *j = context;
  tc_device_buffer *const swap = j->from;
  double seconds;
  record_error(j, tc_device_multiply(j->A, j->config->staging, j->config->tile, j->from, j->to, &seconds));
  j->from = j->to;
  j->to = swap;
  return TC_OK;
}

static tc_status create_product_buffers(tc_bench *bench, const tc_ell *A, benchmark *j) {
  double *x = tc_bench_alloc(bench, j->bytes);
  for (int32_t i = 0; i < A->rows; i++) x[i] = 1.0;
  j->host_array = (char *)x;
  TC_TRY(tc_device_matrix_create(j->device, A, &j->A));
  return create_buffers(j, j->bytes);
}

tc_status tc_bench_device_product(tc_bench *bench, const tc_device_config *config, int width, size_t bytes,
                                  int32_t *rows, tc_estimate *seconds) {
  const tc_ell A = tc_bench_matrix(bench, width, bytes);
  benchmark j = {.device = config->device, .config = config, .bytes = (size_t)A.rows * sizeof(double)};
  *rows = A.rows;
  return time_operations(bench, create_product_buffers(bench, &A, &j), multiply_on_device, &j, NULL, &j,
                         seconds);
}
