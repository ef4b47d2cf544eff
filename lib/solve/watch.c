#include "solve/watch.h"

#include <math.h>

#include "base/memory.h"
#include "solve/field.h"

static tc_status measure(const tc_watch *w, const double *value, double *out) {
  double square;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < w->problem->owned; i++) w->deviation[i] = value[i] - w->mean;
  TC_TRY(tc_field_dot(w->problem, w->deviation, w->deviation, &square));
  *out = sqrt(square);
  return TC_OK;
}

static tc_status find_mean(tc_watch *w, const double *value, double *volume) {
  double integral;
  for (int32_t i = 0; i < w->problem->owned; i++) w->deviation[i] = 1.0;
  TC_TRY(tc_field_integral(w->problem, w->deviation, volume));
  TC_TRY(tc_field_integral(w->problem, value, &integral));
  w->mean = integral / *volume;
  return TC_OK;
}

tc_status tc_watch_begin(const tc_problem *problem, const double *value, bool proved, tc_watch *out) {
  double volume;
  *out = (tc_watch){.problem = problem, .proved = proved};
  TC_TRY(tc_world_agree(problem->world, TC_ALLOC(out->deviation, problem->owned)));
  TC_TRY(find_mean(out, value, &volume));
  TC_TRY(measure(out, value, &out->first));
  out->least = out->last = out->first;
  out->floor = 1e-9 * out->first + 1e-11 * fabs(out->mean) * sqrt(volume);
  return TC_OK;
}

static tc_status not_finite(int64_t step) {
  return tc_status_make(TC_NUMERICAL,
                        "unstable: by step %lld some value is not finite (NaN or infinite); take a smaller "
                        "time.dt, or leave time.dt and diffusion.stabilisation on auto",
                        (long long)step);
}

static tc_status risen(const tc_watch *w, int64_t step, double norm, double from) {
  return tc_status_make(TC_NUMERICAL,
                        "unstable: by step %lld the norm of the field's deviation from its mean, which "
                        "diffusion lets only fall, "
                        "has risen from %.6g to %.6g; %s",
                        (long long)step, from, norm,
                        w->proved ? "the step is too long: take a smaller time.safety or time.dt"
                                  : "take a larger diffusion.stabilisation, a smaller time.dt or a better "
                                    "mesh (tetgen -q)");
}

tc_status tc_watch_check(tc_watch *w, const double *value, int64_t step, bool end) {
  const double factor = w->proved ? 1.0 + 1e-9 : 1.01;
  double norm;
  TC_TRY(measure(w, value, &norm));
  if (!isfinite(norm)) return not_finite(step);
  if (norm > factor * w->least + w->floor) return risen(w, step, norm, w->least);
  if (end && norm > w->first + w->floor) return risen(w, step, norm, w->first);
  w->least = fmin(w->least, norm);
  w->last = norm;
  return TC_OK;
}

void tc_watch_end(tc_watch *watch) { tc_free(watch->deviation); }
