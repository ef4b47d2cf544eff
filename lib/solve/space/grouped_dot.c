#include "solve/space/grouped_dot.h"

#include "base/core/memory.h"

static tc_status alloc_sums(tc_grouped_dot *d) {
  TC_TRY(TC_ALLOC_ZERO(d->sum, d->count));
  return TC_ALLOC_ZERO(d->top, d->count);
}

tc_status tc_grouped_dot_init(const tc_space *space, const int64_t *group, int64_t count,
                              tc_grouped_dot *out) {
  *out = (tc_grouped_dot){.space = space, .group = group, .count = (int)count};
  return tc_world_agree(space->world, alloc_sums(out));
}

void tc_grouped_dot_free(tc_grouped_dot *dot) {
  tc_free(dot->sum);
  tc_free(dot->top);
  *dot = (tc_grouped_dot){0};
}

/* Collective. Computes the sums of all groups once. `*settled` becomes true if the exponent bin of every sum
 * was suitable for its largest term (base/numeric/dot.h). If it is false, the bins have been corrected and
 * the caller must repeat the sums.
 */
static tc_status sum_groups(tc_grouped_dot *d, const double *x, const double *y, bool *settled) {
  const double one = 1.0;
  for (int k = 0; k < d->count; k++) tc_dot_init(d->top[k], &d->sum[k]);
  for (int32_t i = 0; i < d->space->owned; i++)
    if (d->group[i] >= 0) tc_dot_add(&d->sum[d->group[i]], 1, &d->space->volume[i], &x[i], y ? &y[i] : &one);
  TC_TRY(tc_world_dots(d->space->world, d->count, d->sum));
  *settled = true;
  for (int k = 0; k < d->count; k++) {
    *settled = *settled && tc_dot_is_in_window(&d->sum[k]);
    d->top[k] = tc_dot_bin_top(&d->sum[k]);
  }
  return TC_OK;
}

tc_status tc_grouped_dot_compute(tc_grouped_dot *d, const double *x, const double *y, double *out) {
  bool settled = false;
  while (!settled) TC_TRY(sum_groups(d, x, y, &settled));
  for (int k = 0; k < d->count; k++) out[k] = tc_dot_value(&d->sum[k]);
  return TC_OK;
}
