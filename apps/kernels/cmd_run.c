/* `kernels run`: times and checks products y = A x, where A is constructed (an instance) or read from a file
 * (--pattern). Each line of the table is one combination of a block size, a kernel and a number of threads or
 * a tile. The products are timed in several rounds. Each round times some products of every line, so that
 * disturbances affect all lines equally. The machine parameters of the forecasts, and copies of an array
 * on the device, are measured in the same rounds. At the end the medians are printed and written to the
 * report. */
#include <math.h>

#include "base/core/memory.h"
#include "base/numeric/stats.h"
#include "command.h"
#include "device_product.h"
#include "forecast.h"
#include "local_machine.h"
#include "options.h"
#include "report.h"
#include "test_values.h"

enum { rounds = 15, copies = 5 };

/* Returns the memory in bytes per row that a run needs: the column indices (a second copy if a pattern is
 * read, and two more copies for forecasts), work memory, the matrix, x and y. */
static int run_bytes(const kn_options *o) {
  const int columns = 1 + (o->pattern != NULL) + 2 * o->forecast;
  return 4 * columns * o->width + 4 + 12 * o->width + 8 + 16;
}

/* State of `kernels run`: lines of the printed table, each for one kernel, and the seconds that their
 * matrix-vector products took. */
typedef struct kernel_runs {
  const kn_options *o;
  kn_timing_list timings; /* results; owns its members */
  int line_index;         /* index of the table line that is being timed */
  int32_t timed_steps;    /* number of products of each line that were timed in earlier rounds */
  double *seconds;        /* seconds of each product: o->steps values for each line of the table */
  double copy_s[rounds * copies];
  int32_t *column; /* column indices of the current matrix, `width` for each row */
} kernel_runs;

static tc_ell_pattern instance_columns(const kernel_runs *r) {
  return (tc_ell_pattern){r->o->cells, r->o->cells, r->o->width, r->column, NULL};
}

/* True if the values of y must add up to 0, which the check of a product then verifies. They do if the matrix
 * is symmetric, because y_i is the sum of a_ij (x_j - x_i). Matrices of --pattern and --directed need not be
 * symmetric. */
static bool is_sum_known(const kn_options *o) { return !o->directed && !o->pattern; }

static tc_status time_on_processor(const kernel_runs *r, kn_timing *line, int32_t steps, double *seconds) {
  const tc_ell_pattern columns = instance_columns(r);
  kn_product *p = NULL;
  char what[96];
  snprintf(what, sizeof what, "kernel %s, blocks of %d, %d threads", line->kernel->name, (int)line->block,
           (int)line->threads);
  TC_TRY(kn_product_create(kn_row_form_at(r->o->form), line->kernel, &columns, line->threads, &p));
  line->local_page_share = kn_product_local_page_share(p);
  kn_product_warm_up(p);
  line->warm_up_products += p->step;
  for (int32_t s = 0; s < steps; s++) seconds[s] = kn_product_step(p);
  const tc_status status = kn_test_check_product(&columns, is_sum_known(r->o), p->step, p->y, what);
  kn_product_destroy(&p);
  return status;
}

/* Times products on the device. The first product is not timed, because the device then uses the pages of the
 * arrays for the first time. */
static tc_status time_device_steps(kn_device_product *p, int32_t steps, double *seconds) {
  double first;
  TC_TRY(kn_device_product_multiply(p, &first));
  for (int32_t s = 0; s < steps; s++) {
    TC_TRY(kn_device_product_advance(p));
    TC_TRY(kn_device_product_multiply(p, &seconds[s]));
  }
  return TC_OK;
}

static tc_status time_on_device(const kernel_runs *r, kn_timing *line, int32_t steps, double *seconds) {
  const tc_ell_pattern columns = instance_columns(r);
  kn_device_product *p = NULL;
  char what[96];
  TC_TRY(kn_device_product_create(r->timings.device, kn_row_form_at(r->o->form), line->kernel, line->tile,
                                  &columns, r->o->threads.item[0], &p));
  line->local_page_share = NAN;
  line->warm_up_products++;
  line->tile = p->tile;
  snprintf(what, sizeof what, "kernel %s, blocks of %d, tiles of %d", line->kernel->name, (int)line->block,
           line->tile);
  tc_status status = time_device_steps(p, steps, seconds);
  if (!status) status = kn_device_product_check(p, &columns, is_sum_known(r->o), what);
  kn_device_product_destroy(&p);
  return status;
}

/* Times `steps` products of one kernel for each table line. There is one line for each number of
 * threads if the kernel runs on the processor, and one for each size of a tile if it runs on a device. */
static tc_status time_kernel(kernel_runs *r, int32_t block, const kn_kernel *kernel, int32_t steps) {
  const tc_option_numbers *list = kernel->on_device ? &r->o->tiles : &r->o->threads;
  for (int i = 0; i < list->count; i++) {
    const int32_t number = list->item[i];
    double *seconds = r->seconds + (size_t)r->line_index * (size_t)r->o->steps + r->timed_steps;
    kn_timing line = {.block = block,
                      .kernel = kernel,
                      .threads = kernel->on_device ? 0 : number,
                      .tile = kernel->on_device ? number : 0,
                      .warm_up_products =
                          r->timed_steps > 0 ? r->timings.timing[r->line_index].warm_up_products : 0};
    TC_TRY(kernel->on_device ? time_on_device(r, &line, steps, seconds)
                             : time_on_processor(r, &line, steps, seconds));
    r->timings.timing[r->line_index++] = line;
  }
  return TC_OK;
}

static int count_rounds(const kn_options *o) { return o->steps < rounds ? o->steps : rounds; }

/* Returns the size in bytes of the array that time_copies copies. A copy reads and writes each byte once. The
 * size is half of the bytes that a product moves, so that a copy and a product move the same number of bytes.
 */
static size_t copied_bytes(const kn_options *o) {
  return (size_t)o->cells * (size_t)kn_row_form_bytes(kn_row_form_at(o->form), o->width) / 2;
}

/* Times copies of an array on the device. Their rate is an upper limit of the rate at which a product can
 * move data. The first copy is not timed. */
static tc_status time_copies(kernel_runs *r, int round) {
  const size_t bytes = copied_bytes(r->o);
  double *seconds = r->copy_s + (size_t)round * copies;
  tc_device_buffer *from = NULL, *to = NULL;
  tc_status status = TC_OK;
  if (!r->timings.device) return TC_OK;
  TC_GUARD(status, tc_device_buffer_create(r->timings.device, bytes, "the source of copies", &from));
  TC_GUARD(status, tc_device_buffer_create(r->timings.device, bytes, "the target of copies", &to));
  TC_GUARD(status, tc_device_buffer_copy(from, to, bytes, &seconds[0]));
  for (int i = 0; i < copies; i++) TC_GUARD(status, tc_device_buffer_copy(from, to, bytes, &seconds[i]));
cleanup:
  tc_device_buffer_destroy(&to);
  tc_device_buffer_destroy(&from);
  return status;
}

static tc_status time_round(kernel_runs *r, int32_t steps) {
  const kn_options *o = r->o;
  r->line_index = 0;
  for (int b = 0; b < o->blocks.count; b++) {
    TC_TRY(kn_options_instance(o, o->blocks.item[b], r->column));
    for (int k = 0; k < o->kernels.count; k++)
      TC_TRY(time_kernel(r, o->blocks.item[b], kn_kernel_at(o->kernels.item[k]), steps));
  }
  r->timed_steps += steps;
  return TC_OK;
}

static void compute_results(kernel_runs *r) {
  const double copied = 2.0 * (double)copied_bytes(r->o);
  r->timings.copy_Bps =
      r->timings.device ? copied / tc_median(r->copy_s, (size_t)count_rounds(r->o) * copies) : NAN;
  for (int i = 0; i < r->timings.count; i++) {
    double *seconds = r->seconds + (size_t)i * (size_t)r->o->steps;
    r->timings.timing[i].step_s = tc_median(seconds, (size_t)r->o->steps);
    r->timings.timing[i].fastest_s = seconds[0];
    for (int32_t s = 1; s < r->o->steps; s++)
      r->timings.timing[i].fastest_s = fmin(r->timings.timing[i].fastest_s, seconds[s]);
  }
}

static tc_status print_results(const kernel_runs *r) {
  kn_kernels_head(r->o, stdout);
  kn_kernels_timings(r->o, &r->timings, stdout);
  return r->o->json ? kn_kernels_timings_json(r->o, &r->timings) : TC_OK;
}

static int count_lines(const kn_options *o) {
  int lines = 0;
  for (int k = 0; k < o->kernels.count; k++)
    lines += kn_kernel_at(o->kernels.item[k])->on_device ? o->tiles.count : o->threads.count;
  return lines * o->blocks.count;
}

static tc_status open_run_device(kernel_runs *r) {
  TC_TRY(tc_device_open(&r->o->device, 0, &r->timings.device));
  if (r->timings.device || !r->o->device.automatic) return TC_OK;
  return tc_status_create(TC_INTERNAL, "--device auto: no GPU found that this build supports: check the "
                                       "driver or set --device none");
}

static tc_status run_kernels(tc_command_call *call) {
  const kn_options *o = call->options;
  kernel_runs r = {.o = o, .timings.count = count_lines(o)};
  tc_status status = TC_OK;
  TC_TRY(kn_options_fit(o, run_bytes(o), o->forecast ? KN_LOCAL_READ_B : 0));
  TC_GUARD(status, open_run_device(&r));
  TC_GUARD(status, kn_forecasts_create(o, &r.timings.forecasts));
  TC_GUARD(status, TC_ALLOC(r.timings.timing, r.timings.count));
  TC_GUARD(status, TC_ALLOC(r.seconds, (size_t)r.timings.count * (size_t)o->steps));
  TC_GUARD(status, TC_ALLOC(r.column, (size_t)o->cells * (size_t)o->width));
  for (int i = 0; i < count_rounds(o); i++) {
    TC_GUARD(status, kn_forecasts_sample(r.timings.forecasts));
    TC_GUARD(status, time_copies(&r, i));
    TC_GUARD(status, time_round(&r, o->steps / rounds + (i < o->steps % rounds)));
  }
  compute_results(&r);
  TC_GUARD(status, kn_forecasts_fill(r.timings.forecasts, r.column, r.timings.count, r.timings.timing));
  status = print_results(&r);
cleanup:
  tc_free(r.timings.timing);
  tc_free(r.seconds);
  tc_free(r.column);
  kn_forecasts_destroy(&r.timings.forecasts);
  tc_device_close(&r.timings.device);
  return status;
}

const tc_command kn_command_run = {
    .name = "run",
    .summary = "times and checks products",
    .about =
        "Times sparse products with block-diagonal instances: each row has four random neighbours in its\n"
        "block of b rows, so b decides which caches hold x. Every result is checked.\n",
    .example =
        "example: kernels run --blocks 8:500000:20 --threads 1,2 --kernel simple,placed --json curve.json\n",
    .check = kn_options_check,
    .run = run_kernels,
};
