#include "solve/space/component_levels.h"

#include <float.h>
#include <math.h>

#include "base/core/memory.h"
#include "solve/space/components.h"

/* The outflow of a component counts as 0 if it is at most this fraction of the sum of the absolute entries in
 * the component's rows. Such an outflow may be a rounding error. */
static const double outflow_tolerance = 64.0 * DBL_EPSILON;

tc_status tc_component_levels_dot(tc_component_levels *l, const double *x, const double *y, double *out) {
  return tc_grouped_dot_compute(&l->dot, x, y, out);
}

/* Sets *out to minus the sum of row i, which is the outflow of cell i if the field is 1 everywhere. Sets
 * *magnitude to the sum of the absolute entries of the row. */
static void sum_row(const tc_ell *R, int32_t i, double *out, double *magnitude) {
  *out = R->diagonal[i];
  *magnitude = fabs(R->diagonal[i]);
  for (size_t e = tc_ell_begin(R, i), end = tc_ell_end(R, i); e < end; e++) {
    *out += R->value[e];
    *magnitude += fabs(R->value[e]);
  }
  *out = -*out;
}

/* Fills l->lets_out with the outflows of all components. Overwrites scratch[owned] and magnitude[count]. */
static tc_status find_outflows(tc_component_levels *l, const tc_ell *R, double *scratch, double *magnitude) {
  double unused;
  for (int32_t i = 0; i < R->rows; i++) sum_row(R, i, &unused, &scratch[i]);
  TC_TRY(tc_component_levels_dot(l, scratch, NULL, magnitude));
  for (int32_t i = 0; i < R->rows; i++) sum_row(R, i, &scratch[i], &unused);
  TC_TRY(tc_component_levels_dot(l, scratch, NULL, l->lets_out));
  for (int k = 0; k < l->count; k++)
    if (!(fabs(l->lets_out[k]) > outflow_tolerance * magnitude[k])) l->lets_out[k] = 0.0;
  return TC_OK;
}

static tc_status alloc_levels(tc_component_levels *l, int64_t count) {
  l->count = (int)count;
  TC_TRY(TC_POOL_ARRAY_ZERO(&l->memory, l->lets_out, l->count));
  return TC_POOL_ARRAY_ZERO(&l->memory, l->shift, l->count);
}

static tc_status init_levels(tc_component_levels *l, const tc_ell *R, int64_t *components) {
  const tc_space *space = l->space;
  double *scratch = NULL;
  TC_TRY(tc_world_agree(space->world, TC_POOL_ARRAY(&l->memory, l->component, space->owned)));
  TC_TRY(tc_components_label(space, R, TC_COMPONENTS_WITH_EMPTY_ROWS, l->component, components));
  if (*components < 2 || *components > TC_COMPONENT_LEVELS_MAX) return TC_OK;
  TC_TRY(tc_world_agree(space->world, alloc_levels(l, *components)));
  TC_TRY(tc_grouped_dot_init(space, l->component, *components, &l->dot));
  TC_TRY(TC_WORLD_ALLOC(space->world, scratch, space->owned));
  const tc_status status = find_outflows(l, R, scratch, l->shift);
  tc_free(scratch);
  return status;
}

tc_status tc_component_levels_create(const tc_space *space, const tc_ell *R, tc_component_levels **out) {
  *out = NULL;
  TC_TRY(TC_WORLD_ALLOC(space->world, *out, 1));
  **out = (tc_component_levels){.space = space};
  int64_t count;
  const tc_status status = init_levels(*out, R, &count);
  if (status || (*out)->count == 0) tc_component_levels_destroy(out);
  return status;
}

void tc_component_levels_destroy(tc_component_levels **levels) {
  if (*levels) tc_grouped_dot_free(&(*levels)->dot);
  TC_POOL_DESTROY_OWNER(levels);
}

tc_status tc_component_levels_compute(tc_component_levels *l, const double *residual, double *largest) {
  TC_TRY(tc_component_levels_dot(l, residual, NULL, l->shift));
  *largest = 0.0;
  for (int k = 0; k < l->count; k++) {
    l->shift[k] = l->lets_out[k] == 0.0 ? 0.0 : l->shift[k] / l->lets_out[k];
    *largest = fmax(*largest, fabs(l->shift[k]));
  }
  return TC_OK;
}

void tc_component_levels_apply(const tc_component_levels *l, double *x) {
  for (int32_t i = 0; i < l->space->owned; i++) x[i] += l->shift[l->component[i]];
}
