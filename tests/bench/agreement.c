#include "agreement.h"

#include <math.h>

#include "base/core/memory.h"

/* Collective. Sets *far to the largest |a - b| divided by the largest |b|, both over all ranks. Sets *far
 * to infinity if a value of `a` is not finite. */
static tc_status measure(const tc_space *p, const double *a, const double *b, double *far) {
  double most[2] = {0.0, 0.0};
  int64_t broken = 0; /* number of values that are not finite; a maximum alone would ignore NaN */
  for (int32_t i = 0; i < p->owned; i++) {
    broken += !isfinite(a[i]);
    most[0] = fmax(most[0], fabs(a[i] - b[i]));
    most[1] = fmax(most[1], fabs(b[i]));
  }
  TC_TRY(tc_world_max(p->world, most, 2));
  TC_TRY(tc_world_sum_int64(p->world, &broken, 1));
  *far = broken ? INFINITY : most[0] / most[1];
  return TC_OK;
}

static tc_status compare(const tc_space *p, const contender *c, int count, double limit, double *field,
                         double *other, double *far) {
  const contender *first = NULL;
  for (int k = 0; k < count; k++) {
    far[k] = NAN;
    if (!c[k].valid) continue;
    c[k].copy(c[k].self, first ? other : field);
    TC_TRY(measure(p, first ? other : field, field, &far[k]));
    if (!first) first = &c[k];
    if (!(far[k] <= limit))
      return tc_status_create(TC_NUMERICAL, "%s and %s differ by %.3g, more than %.3g", c[k].name,
                              first->name, far[k], limit);
  }
  return TC_OK;
}

tc_status agreement_check(const tc_space *space, const contender *c, int count, double limit, double *far) {
  double *field = NULL, *other = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_WORLD_ALLOC(space->world, field, space->owned));
  TC_GUARD(status, TC_WORLD_ALLOC(space->world, other, space->owned));
  TC_GUARD(status, compare(space, c, count, limit, field, other, far));
cleanup:
  tc_free(field);
  tc_free(other);
  return status;
}
