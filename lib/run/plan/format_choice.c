#include "run/plan/format_choice.h"

#include <math.h>

#include "base/core/memory.h"
#include "calibration/timing/bench.h"

/* A format is selected instead of an earlier one only if its time is below this fraction of the earlier
 * format's time. */
static const double clearly = 0.98;

bool tc_format_is_measured(const tc_config *c, bool on_device, int64_t products) {
  const int64_t worth_a_trial = 300; /* number of products that take about as long as the measurement */
  return !c->storage && !on_device && products >= worth_a_trial;
}

/* Matrix and vectors of the products that are measured for one format. */
typedef struct trial {
  tc_matrix *M;
  double *x, *y;
} trial;

static tc_status run_product(void *context) {
  const trial *t = context;
  tc_matrix_multiply(t->M, t->x, t->y);
  return TC_OK;
}

static tc_status create_trial(const tc_format *format, const tc_ell *R, trial *t) {
  TC_TRY(TC_ALLOC_ZERO(t->x, R->columns));
  TC_TRY(TC_ALLOC_ZERO(t->y, R->rows));
  /* The matrix of the measurement is a copy of R in the format, because parts of R itself may be in the
   * caches. */
  return tc_matrix_create(format, R, 1.0, 0.5, &t->M);
}

static tc_status try_format(const tc_world *world, const tc_ell *R, const tc_format *format,
                            double *seconds) {
  tc_bench bench = {.world = world, .effort = {.repeats = 15, .repeat_s = 5e-4, .max_warm_up_s = 0.05}};
  trial t = {0};
  tc_estimate estimate = {0};
  const int threads = tc_placement_begin(
      world); /* The copy is allocated with the same NUMA placement as the matrix of the run. */
  tc_status status = tc_world_agree(world, create_trial(format, R, &t));
  tc_placement_end(threads);
  if (!status) status = tc_bench_time(&bench, run_product, &t, &estimate);
  *seconds = estimate.value;
  tc_matrix_destroy(&t.M);
  tc_free(t.x);
  tc_free(t.y);
  return status;
}

/* Measures all formats in each of two rounds and uses the shorter time of each format. A temporary
 * disturbance of the machine then does not favour one of them. */
tc_status tc_format_find_fastest(const tc_world *world, const tc_ell *R, const tc_log *log,
                                 const tc_format **out) {
  enum { rounds = 2, most = 16 };
  const int formats = tc_format_count() < most ? tc_format_count() : most;
  double least[most], seconds;
  int best = 0;
  const tc_log_phase phase = tc_log_begin_phase(log, TC_JOB_PHASE_formats, "measuring storage formats");
  for (int f = 0; f < formats; f++) least[f] = INFINITY;
  for (int round = 0; round < rounds; round++)
    for (int f = 0; f < formats; f++) {
      if (tc_format_at(f)->form != TC_ROW_FORM_MATRIX) continue;
      TC_TRY(try_format(world, R, tc_format_at(f), &seconds));
      least[f] = fmin(least[f], seconds);
    }
  for (int f = 1; f < formats; f++)
    if (least[f] < clearly * least[best]) best = f; // cppcheck-suppress uninitvar // there are formats
  *out = tc_format_at(best);
  tc_log_end_phase(&phase);
  for (int f = 0; f < formats; f++)
    if (least[f] < INFINITY)
      tc_log_write(log, TC_LOG_VERBOSE, "storage %s: %.3g ms per product%s", tc_format_at(f)->name,
                   1e3 * least[f], f == best ? ", chosen" : "");
  return TC_OK;
}
