/* Creation and application of a multigrid hierarchy. An application converts the residual to the right-hand
 * side of level 0 in single precision, applies one cycle (multigrid_cycle.c), and converts the result back. A
 * power of two scales the right-hand side to values near 1, and the levels may be scaled by another one
 * (multigrid/level_zero.h). Neither changes the bits of the result unless a value overflows or underflows. */
#include "linear/hierarchy/multigrid.h"

#include <math.h>

#include "base/core/memory.h"
#include "linear/hierarchy/multigrid_internal.h"

tc_multigrid_options tc_multigrid_options_default(void) {
  return (tc_multigrid_options){.smoothing = 2, .strength = 0.08, .coarsest = 300, .rows_per_rank = 4096};
}

/* Collective. Computes m->root_volume, the square root of the total volume divided by the number of rows. The
 * norm of r weighted by volumes, multiplied by root_volume, is a typical value of V r, the residual times the
 * cell volumes. */
static tc_status find_root_volume(tc_multigrid *m) {
  const tc_linear_system *system = m->system;
  const int32_t rows = system->R->rows;
  double largest = 0.0, total;
#pragma omp parallel for schedule(static) reduction(max : largest)
  for (int32_t i = 0; i < rows; i++) largest = system->volume[i] > largest ? system->volume[i] : largest;
  TC_TRY(tc_world_max(system->world, &largest, 1));
  tc_sum sum = tc_sum_init(largest);
#pragma omp parallel
  {
    tc_sum part = tc_sum_init(largest);
#pragma omp for schedule(static)
    for (int32_t i = 0; i < rows; i++) tc_sum_add(&part, system->volume[i]);
#pragma omp critical(tc_multigrid)
    tc_sum_merge(&sum, &part);
  }
  TC_TRY(tc_world_sum(system->world, &sum, &total));
  m->root_volume = sqrt(total) / (double)m->figures.level[0].rows;
  return TC_OK;
}

static tc_status init_multigrid(tc_multigrid *m, const tc_ell *R) {
  TC_TRY(tc_multigrid_create_levels(m, R));
  return find_root_volume(m);
}

static tc_status create_visited(const tc_linear_system *system, const tc_ell *R,
                                const tc_multigrid_options *options, const tc_multigrid_visitor *visitor,
                                tc_multigrid **out) {
  tc_multigrid *m = NULL;
  TC_TRY(TC_WORLD_ALLOC(system->world, m, 1));
  m->system = system;
  m->options = *options;
  m->visitor = visitor;
  TC_RETURN_CREATED(init_multigrid(m, R), m, tc_multigrid_destroy(&m), out);
}

tc_status tc_multigrid_create(const tc_linear_system *system, const tc_ell *R,
                              const tc_multigrid_options *options, tc_multigrid **out) {
  return create_visited(system, R, options, NULL, out);
}

tc_status tc_multigrid_visit_levels(const tc_linear_system *system, const tc_ell *R,
                                    const tc_multigrid_options *options, const tc_multigrid_visitor *visitor,
                                    tc_multigrid_figures *figures) {
  tc_multigrid *m = NULL;
  const tc_status status = create_visited(system, R, options, visitor, &m);
  if (!status && figures) *figures = m->figures;
  tc_multigrid_destroy(&m);
  return status;
}

void tc_multigrid_destroy(tc_multigrid **out) {
  tc_multigrid *m = *out;
  if (!m) return;
  tc_coarsest_destroy(&m->coarsest);
  for (int l = TC_MULTIGRID_LEVELS - 1; l >= 0; l--) tc_cycle_level_destroy(&m->part[l].storage);
  tc_free(m);
  *out = NULL;
}

/* Returns the binary exponent of a typical value of the right-hand side; 0 if the norm is unknown. */
static int typical_exponent(const tc_multigrid *m, double norm) {
  enum { largest_exponent = 900 };
  const double typical = norm * m->root_volume;
  if (!(typical > 0.0) || !isfinite(typical)) return 0;
  const int exponent = ilogb(typical);
  if (exponent > largest_exponent) return largest_exponent;
  return exponent < -largest_exponent ? -largest_exponent : exponent;
}

tc_status tc_multigrid_apply(tc_multigrid *m, const double *r, double norm, double *z) {
  const int exponent = typical_exponent(m, norm);
  const double reduction = ldexp(1.0, -exponent), growth = ldexp(1.0, exponent),
               unit = ldexp(1.0, -m->exponent), *volume = m->system->volume;
  const int32_t rows = m->system->R->rows;
  float *const b = tc_multigrid_b(m);
#pragma omp parallel for simd schedule(static)
  for (int32_t i = 0; i < rows; i++) b[i] = (float)(volume[i] * (reduction * r[i]));
  TC_TRY(tc_multigrid_cycle(m));
  const float *const x = tc_multigrid_x(m);
#pragma omp parallel for simd schedule(static)
  for (int32_t i = 0; i < rows; i++) z[i] = growth * (unit * (double)x[i]);
  return TC_OK;
}

const tc_multigrid_figures *tc_multigrid_get_figures(const tc_multigrid *m) { return &m->figures; }
