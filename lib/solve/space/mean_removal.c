#include "solve/space/mean_removal.h"

#include "base/core/memory.h"
#include "solve/space/field.h"

static bool is_closed(const tc_mean_removal *r, int component) {
  return r->conserves || r->levels->lets_out[component] == 0.0;
}

static tc_status remove_component_means(const tc_mean_removal *r, double *v) {
  TC_TRY(tc_component_levels_dot(r->levels, v, NULL, r->component_mean));
  for (int k = 0; k < r->levels->count; k++)
    r->component_mean[k] = is_closed(r, k) ? r->component_mean[k] / r->component_volume[k] : 0.0;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < r->space->owned; i++) v[i] -= r->component_mean[r->levels->component[i]];
  return TC_OK;
}

tc_status tc_mean_removal_apply(const tc_mean_removal *r, double *v) {
  double integral;
  if (r->levels) return remove_component_means(r, v);
  if (!r->conserves) return TC_OK;
  TC_TRY(tc_field_integral(r->space, v, &integral));
  const double mean = integral / r->volume;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < r->space->owned; i++) v[i] -= mean;
  return TC_OK;
}

tc_status tc_mean_removal_init(const tc_space *space, const tc_physics *physics, const tc_ell *R,
                               double *scratch, tc_mean_removal *out) {
  *out = (tc_mean_removal){.space = space, .conserves = tc_physics_is_conservative(physics)};
  TC_TRY(tc_component_levels_create(space, R, &out->levels));
  TC_TRY(tc_field_volume(space, &out->volume));
  if (!out->levels) return TC_OK;
  for (int32_t i = 0; i < space->owned; i++) scratch[i] = 1.0;
  TC_TRY(TC_WORLD_ALLOC(space->world, out->component_volume, out->levels->count));
  TC_TRY(TC_WORLD_ALLOC(space->world, out->component_mean, out->levels->count));
  return tc_component_levels_dot(out->levels, scratch, NULL, out->component_volume);
}

void tc_mean_removal_free(tc_mean_removal *r) {
  tc_component_levels_destroy(&r->levels);
  tc_free(r->component_volume);
  tc_free(r->component_mean);
}
