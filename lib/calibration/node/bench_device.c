/* Benchmarks of a device. A job contains the buffers of one benchmark and the first error. If a device fails
 * during a measurement, its rank stores the error, and all ranks agree on it afterwards, because every rank
 * must continue to call the barriers. An idle device sleeps and needs time to wake up. Short operations are
 * therefore timed together with a preceding kernel, and the time of the preceding kernel alone is
 * subtracted. */
#include "calibration/node/bench_device.h"

#include <string.h>

#include "base/core/memory.h"
#include "calibration/node/bench_product.h"

/* State of one benchmark. `failed` is the first error of the device, which may fail on one rank only. */
typedef struct job {
  tc_status failed;
  tc_device *device;
  tc_device_buffer *from, *to, *index;
  size_t bytes;
  char *here;
  const tc_device_config *use;
  tc_device_matrix *A;
} job;

static tc_status record_error(job *j, tc_status status) {
  if (j->failed)
    tc_status_free(&status);
  else
    j->failed = status;
  return TC_OK;
}

static void close_job(job *j) {
  tc_device_buffer_destroy(&j->from);
  tc_device_buffer_destroy(&j->to);
  tc_device_buffer_destroy(&j->index);
  tc_device_matrix_destroy(&j->A);
}

/* Collective. Calls tc_bench_time_difference, unless `prepared`, the status of the preparation, is an error
 * on some rank. Then frees the buffers of the job. */
static tc_status measure_job(tc_bench *bench, tc_status prepared, tc_bench_work *work, void *whole,
                             void *part, job *j, tc_estimate *seconds) {
  const bool waits = bench->waits;
  tc_status status = tc_world_agree(bench->world, prepared);
  bench->waits = true; /* a rank that waits for the device has a low CPU share even if the machine is idle */
  if (!status) status = tc_bench_time_difference(bench, work, whole, part, seconds);
  bench->waits = waits;
  if (status)
    tc_status_free(&j->failed);
  else
    status = tc_world_agree(bench->world, j->failed);
  close_job(j);
  return status;
}

/* Returns an array of zeros on the host. Writing the zeros makes the system allocate the pages of the
 * array. */
static char *alloc_written(tc_bench *bench, size_t bytes) {
  tc_bench_reset(bench);
  return memset(tc_bench_alloc(bench, bytes), 0, bytes);
}

/* ---- short operations, after a kernel with work ---- */

/* A short operation, which is timed after a kernel with work, as in a step. Without this kernel the device
 * might be asleep, and waking it would take as long as the operation. */
typedef struct brief {
  job *j;
  void (*act)(job *j); /* the operation; NULL to run only the preceding kernel */
} brief;

enum { before = 1 << 17 }; /* number of values that the kernel before the operation reads */

static tc_status run_and_act(void *context) {
  const brief *b = context;
  record_error(b->j, tc_device_sum_quarters(b->j->from, before / 4, b->j->to));
  if (b->act) b->act(b->j);
  return TC_OK;
}

static tc_status prepare_brief(tc_bench *bench, job *j) {
  static const int32_t zero = 0;
  const size_t bytes = before * sizeof(double), others = j->bytes > bytes ? j->bytes : bytes;
  TC_TRY(tc_device_buffer_create_from(j->device, &zero, sizeof zero, "an index list", &j->index));
  TC_TRY(tc_device_buffer_create_from(j->device, alloc_written(bench, bytes), bytes, "an array of values",
                                      &j->from));
  return tc_device_buffer_create(j->device, others, "a transfer buffer", &j->to);
}

static tc_status measure_brief(tc_bench *bench, job *j, void (*act)(job *j), tc_estimate *seconds) {
  const double least_s = 1e-8; /* lower limit in seconds; a result of 0 would mean unknown */
  brief whole = {j, act}, part = {j, NULL};
  TC_TRY(measure_job(bench, prepare_brief(bench, j), run_and_act, &whole, &part, j, seconds));
  seconds->value = seconds->value > least_s ? seconds->value : least_s;
  return TC_OK;
}

static void gather_one(job *j) { record_error(j, tc_device_gather(j->index, 1, j->from, j->to)); }

tc_status tc_bench_launch(tc_bench *bench, tc_device *device, tc_estimate *seconds) {
  job j = {.device = device};
  return measure_brief(bench, &j, gather_one, seconds);
}

static void up_and_down(job *j) {
  record_error(j, tc_device_buffer_upload(j->to, 0, j->here, j->bytes));
  record_error(j, tc_device_buffer_download(j->to, 0, j->here, j->bytes));
}

tc_status tc_bench_link(tc_bench *bench, tc_device *device, size_t bytes, tc_estimate *seconds) {
  job j = {.device = device, .bytes = bytes};
  tc_status status = tc_world_agree(bench->world, tc_alloc(bytes, 1, "a message", &j.here));
  if (!status) {
    memset(j.here, 0, bytes);
    status = measure_brief(bench, &j, up_and_down, seconds);
    if (!status) seconds->value /= 2.0;
  }
  tc_free(j.here);
  return status;
}

/* ---- long operations ---- */

static tc_status prepare_two(job *j, size_t other) {
  TC_TRY(tc_device_buffer_create_from(j->device, j->here, j->bytes, "an array of values", &j->from));
  return tc_device_buffer_create_from(j->device, j->here, other, "an array of results", &j->to);
}

static tc_status read_all(void *context) {
  job *j = context;
  return record_error(j, tc_device_sum_quarters(j->from, (int32_t)(j->bytes / sizeof(double) / 4), j->to));
}

tc_status tc_bench_device_read(tc_bench *bench, tc_device *device, size_t bytes, tc_estimate *seconds) {
  job j = {.device = device, .bytes = bytes / 5 * 4, .here = alloc_written(bench, bytes)};
  return measure_job(bench, prepare_two(&j, bytes / 5), read_all, &j, NULL, &j, seconds);
}

static tc_status copy_on_device(void *context) {
  job *j = context;
  double seconds;
  return record_error(j, tc_device_buffer_copy(j->from, j->to, j->bytes, &seconds));
}

tc_status tc_bench_device_copy(tc_bench *bench, tc_device *device, size_t bytes, tc_estimate *seconds) {
  job j = {.device = device, .bytes = bytes / 2, .here = alloc_written(bench, bytes / 2)};
  return measure_job(bench, prepare_two(&j, j.bytes), copy_on_device, &j, NULL, &j, seconds);
}

static tc_status multiply_on_device(void *context) {
  job *j = context;
  tc_device_buffer *const swap = j->from;
  double seconds;
  record_error(j, tc_device_multiply(j->A, j->use->staging, j->use->tile, j->from, j->to, &seconds));
  j->from = j->to;
  j->to = swap;
  return TC_OK;
}

static tc_status prepare_product(tc_bench *bench, const tc_ell *A, job *j) {
  double *x = tc_bench_alloc(bench, j->bytes);
  for (int32_t i = 0; i < A->rows; i++) x[i] = 1.0;
  j->here = (char *)x;
  TC_TRY(tc_device_matrix_create(j->device, A, &j->A));
  return prepare_two(j, j->bytes);
}

tc_status tc_bench_device_product(tc_bench *bench, const tc_device_config *use, int width, size_t bytes,
                                  int32_t *rows, tc_estimate *seconds) {
  const tc_ell A = tc_bench_matrix(bench, width, bytes);
  job j = {.device = use->device, .use = use, .bytes = (size_t)A.rows * sizeof(double)};
  *rows = A.rows;
  return measure_job(bench, prepare_product(bench, &A, &j), multiply_on_device, &j, NULL, &j, seconds);
}
