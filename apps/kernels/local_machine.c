/* Machine parameters for the forecasts of `kernels run`. The cost of single reads comes from the difference
 * between the times of two products: one reads values of x at random within a spread (a distance in bytes),
 * the other reads adjacent values. The bandwidth of a memory level comes from passes over an array of its
 * size. Each parameter is computed from its fastest sample. */
#include "local_machine.h"

#include <math.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "base/program/processors.h"
#include "machine/parameters/caches.h"
#include "machine/parameters/memory_reader.h"
#include "sparse/instance.h"

enum { repeats = 3, value_B = 8, line_B = 64 };

/* ---- single reads ---- */

/* Times products with the columns `column` and reduces *fastest_s to the shortest time if that is less. The
 * first product is a warm-up. Each timed product thus follows a product with the same columns and finds the
 * same data in the caches, as in a line of the table. */
static void sample_columns(kn_product *p, int32_t *column, double *fastest_s) {
  p->A->column = column;
  kn_product_step(p);
  for (int r = 0; r < repeats; r++) /* fmin ignores NAN, which is the value before the first sample */
    *fastest_s = fmin(*fastest_s, kn_product_step(p));
}

/* Times products with adjacent columns and products with random columns within spread number `spread`. The
 * two kinds alternate, so that disturbances affect both equally. `random` is memory for the random
 * columns. */
static void sample_spread(kn_local_machine *m, int spread, kn_product *p, int32_t *random) {
  int32_t *const adjacent = p->A->column;
  tc_memory_reader_random_columns(m->cells, TC_INSTANCE_DEGREE, m->cells,
                                  (int32_t)(m->params.spread_B[spread] / value_B), random);
  sample_columns(p, adjacent, &m->adjacent_s);
  sample_columns(p, random, &m->random_s[spread]);
  p->A->column = adjacent;
}

static tc_status count_adjacent_reuse(kn_local_machine *m, const tc_ell_pattern *columns) {
  const double row_bytes = kn_row_form_bytes(m->form, columns->width) - value_B;
  return m->adjacent_reuse.rows > 0.0 ? TC_OK : tc_reuse_count(columns, row_bytes, &m->adjacent_reuse);
}

static tc_status sample_reads(kn_local_machine *m) {
  int32_t *adjacent = NULL, *random = NULL;
  kn_product *p = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(adjacent, (size_t)m->cells * TC_INSTANCE_DEGREE));
  TC_GUARD(status, TC_ALLOC(random, (size_t)m->cells * TC_INSTANCE_DEGREE));
  tc_memory_reader_random_columns(m->cells, TC_INSTANCE_DEGREE, m->cells, TC_MEMORY_READER_CONTIGUOUS,
                                  adjacent);
  const tc_ell_pattern columns = {m->cells, m->cells, TC_INSTANCE_DEGREE, adjacent, NULL};
  TC_GUARD(status, count_adjacent_reuse(m, &columns));
  TC_GUARD(status, kn_product_create(m->form, kn_kernel_at(tc_registry_find(&kn_kernels, "placed")), &columns,
                                     m->threads, &p));
  for (int spread = 0; spread < TC_SPREADS; spread++) sample_spread(m, spread, p, random);
cleanup:
  kn_product_destroy(&p);
  tc_free(random);
  tc_free(adjacent);
  return status;
}

/* ---- levels ---- */

static void sample_level(kn_local_machine *m, int level, void *array) {
  tc_memory_reader reader = tc_memory_reader_init((size_t)m->level_B[level], array);
  tc_memory_reader_run(&reader);
  for (int r = 0; r < repeats; r++) {
    const double begin = tc_now_s();
    tc_memory_reader_run(&reader);
    m->level_s[level] = fmin(m->level_s[level], (tc_now_s() - begin) / tc_memory_reader_bytes(&reader));
  }
}

static tc_status sample_levels(kn_local_machine *m) {
  double largest = 0.0;
  char *array = NULL;
  for (int level = 0; level < TC_LEVELS; level++) largest = fmax(largest, m->level_B[level]);
  if (!(largest > 0.0)) return TC_OK; /* the system reports no cache size */
  TC_TRY(TC_ALLOC(array, largest));
  for (int level = 0; level < TC_LEVELS; level++)
    if (m->level_B[level] > 0.0) sample_level(m, level, array);
  tc_free(array);
  return TC_OK;
}

/* ---- functions of the header ---- */

void kn_local_machine_init(const kn_row_form *form, int32_t cells, int threads, kn_local_machine *out) {
  const double smallest = 16 << 10, largest = (double)cells * value_B;
  *out = (kn_local_machine){.form = form, .cells = cells, .threads = threads, .adjacent_s = NAN};
  for (int i = 0; i < TC_SPREADS; i++) out->random_s[i] = NAN;
  for (int level = 0; level < TC_LEVELS; level++) out->level_s[level] = NAN;
  out->params.cache_line_B = line_B;
  for (int i = 0; i < TC_SPREADS; i++)
    out->params.spread_B[i] = floor(smallest * pow(largest / smallest, i / (TC_SPREADS - 1.0)));
  tc_caches_from_system(TC_CACHES_DIRECTORY, threads, tc_processors_usable(), out->params.level_cache_B);
  for (int level = 0; level < TC_LEVELS; level++)
    out->level_B[level] =
        tc_memory_reader_level_B(out->params.level_cache_B, level, threads, KN_LOCAL_READ_B);
}

tc_status kn_local_machine_sample(kn_local_machine *m) {
  TC_TRY(sample_reads(m));
  return sample_levels(m);
}

void kn_local_machine_compute(kn_local_machine *m) {
  const double entries = (double)m->cells * TC_INSTANCE_DEGREE;
  for (int i = 0; i < TC_SPREADS; i++)
    m->params.gather4_s[i] = fmax((m->random_s[i] - m->adjacent_s) / entries, TC_MEMORY_READER_MIN_S);
  for (int level = 0; level < TC_LEVELS; level++)
    if (m->level_B[level] > 0.0) m->params.level_Bps[level] = 1.0 / m->level_s[level];
}
