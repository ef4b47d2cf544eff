/* `kernels run`: products with instances, timed and checked. */
#include <math.h>

#include "base/memory.h"
#include "base/stats.h"
#include "base/timer.h"
#include "command.h"
#include "graph/instance.h"
#include "numbers.h"
#include "report.h"

const char *const tc_kernels_run_usage =
    "usage: kernels run [--cells N] [--blocks LIST] [--threads LIST] [--kernel LIST] [--form FORM] "
    "[--directed]\n"
    "       [--seed S] [--steps S] [--json FILE]\n\n"
    "Products with block-diagonal instances: each row has four neighbours at random places of its block of b "
    "rows.\n"
    "Larger blocks make caches matter. Every product's result is known, and checked.\n\n"
    "  --cells N        rows (1000000)\n"
    "  --blocks LIST    sizes, as 8,64,4096, or LOWEST:HIGHEST:HOW_MANY in equal ratios (5:N/2:20)\n"
    "  --threads LIST   numbers of threads (OMP_NUM_THREADS, else 1)\n"
    "  --kernel LIST    placed: each thread touches its own part of the arrays first, so that pages lie near "
    "it "
    "(default);\n"
    "                   simple: the first thread touches all\n"
    "  --form FORM      difference: y_i = sum of a_ij (x_j - x_i), 11 operations a row (default);\n"
    "                   matrix: y_i = a_ii x_i + sum of a_ij x_j, 9 operations\n"
    "  --directed       neighbours are drawn by each row for itself, as in the paper; otherwise they are "
    "mutual\n"
    "  --seed S         of what is random (1); instances are the same on every machine\n"
    "  --steps S        products of each line (100), in five rounds through all lines, so that what else "
    "the\n"
    "                   machine does meets all alike\n"
    "  --json FILE      the report as JSON\n\n"
    "example: kernels run --blocks 8:500000:20 --threads 1,2 --kernel simple,placed --json curve.json\n";

enum { rounds = 5, run_bytes = 16 + 4 + 56 + 16 }; /* of a row: columns, scratch, matrix, x and y */

/* All lines of a run, and the seconds of their products. */
typedef struct run {
  const tc_options *o;
  int lines, line; /* of them the present one */
  int32_t done;    /* products of each line so far */
  tc_timing *timing;
  double *seconds; /* [lines][o->steps] */
  int32_t *column; /* [cells][4] */
} run;

/* The first product is not timed: pages and caches are new to it. */
static void time_steps(tc_product *p, int32_t steps, double *seconds) {
  tc_product_multiply(p);
  for (int32_t s = 0; s < steps; s++) {
    tc_product_advance(p);
    const double begin = tc_now_s();
    tc_product_multiply(p);
    seconds[s] = tc_now_s() - begin;
  }
}

/* A line's share of a round. */
static tc_status time_line(run *r, int32_t block, int32_t threads, const tc_kernel *kernel, int32_t steps) {
  tc_product *p = NULL;
  char what[96];
  snprintf(what, sizeof what, "kernel %s, blocks of %d, %d threads", kernel->name, (int)block, (int)threads);
  TC_TRY(tc_product_create(tc_form_at(r->o->form), kernel, r->o->cells, r->column, threads, &p));
  r->timing[r->line] =
      (tc_timing){.block = block, .threads = threads, .kernel = kernel, .near = tc_product_near(p)};
  time_steps(p, steps, r->seconds + (size_t)r->line * (size_t)r->o->steps + r->done);
  const tc_status status = tc_numbers_check(r->o->cells, r->column, !r->o->directed, p->step, p->y, what);
  tc_product_destroy(&p);
  r->line++;
  return status;
}

static tc_status time_round(run *r, int32_t steps) {
  const tc_options *o = r->o;
  r->line = 0;
  for (int b = 0; b < o->blocks.count; b++) {
    TC_TRY(tc_options_instance(o, o->blocks.of[b], r->column));
    for (int t = 0; t < o->threads.count; t++)
      for (int k = 0; k < o->kernels.count; k++)
        TC_TRY(time_line(r, o->blocks.of[b], o->threads.of[t], tc_kernel_at(o->kernels.of[k]), steps));
  }
  r->done += steps;
  return TC_OK;
}

static void conclude(run *r) {
  for (int i = 0; i < r->lines; i++) {
    double *seconds = r->seconds + (size_t)i * (size_t)r->o->steps;
    r->timing[i].step_s = tc_median(seconds, (size_t)r->o->steps);
    r->timing[i].fastest_s = seconds[0];
    for (int32_t s = 1; s < r->o->steps; s++)
      r->timing[i].fastest_s = fmin(r->timing[i].fastest_s, seconds[s]);
  }
}

static tc_status show(const run *r) {
  tc_kernels_head(r->o, stdout);
  tc_kernels_timings(r->o, r->lines, r->timing, stdout);
  return r->o->json ? tc_kernels_timings_json(r->o, r->lines, r->timing) : TC_OK;
}

tc_status tc_kernels_run(const tc_options *o) {
  run r = {.o = o, .lines = o->blocks.count * o->threads.count * o->kernels.count};
  tc_status status = TC_OK;
  TC_TRY(tc_kernels_prepare(o->json));
  TC_TRY(tc_options_fit(o, run_bytes));
  TC_GUARD(status, TC_ALLOC(r.timing, r.lines));
  TC_GUARD(status, TC_ALLOC(r.seconds, (size_t)r.lines * (size_t)o->steps));
  TC_GUARD(status, TC_ALLOC(r.column, (size_t)o->cells * TC_INSTANCE_DEGREE));
  for (int i = 0; i < rounds; i++) {
    const int32_t steps = o->steps / rounds + (i < o->steps % rounds);
    if (steps > 0) TC_GUARD(status, time_round(&r, steps));
  }
  conclude(&r);
  status = show(&r);
cleanup:
  tc_free(r.timing);
  tc_free(r.seconds);
  tc_free(r.column);
  return status;
}
