#include "solve/watch.h"

#include <math.h>

#include "base/memory.h"
#include "solve/field.h"

static tc_status measure(const tc_watch *w, const double *value, double *out) {
  double square;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < w->space->owned; i++) w->deviation[i] = value[i] - w->mean;
  TC_TRY(tc_field_dot(w->space, w->deviation, w->deviation, &square));
  *out = sqrt(square);
  return TC_OK;
}

/* Diffusion keeps to the range of its initial field; the gradient scheme may leave it near fronts, and much
 * in cells that are too flat for the tensor. */
static tc_status look_at_range(const tc_watch *w, const double *value, int64_t step, bool end) {
  const double width = w->range[1] - w->range[0], largest = fmax(fabs(w->range[0]), fabs(w->range[1]));
  const double accepted = (end ? 0.5 : 1.0) * width; /* what sharp fronts throw up at first dies out */
  tc_highest worst;
  TC_TRY(tc_field_beyond(w->space, value, w->range[0], w->range[1], &worst));
  if (worst.value <= accepted || worst.value <= (1e-9 + 1e-15 * (double)step) * largest) return TC_OK;
  return tc_status_make(TC_NUMERICAL,
                        "by step %lld the value of cell %lld at (%.4g, %.4g, %.4g) is beyond the range of "
                        "the initial field, %.6g to %.6g, by %.3g %% of its width: the mesh is too bad "
                        "there, or too coarse, for this tensor; take a better mesh (tetgen -q), a smoother "
                        "initial field or diffusion.scheme two-point",
                        (long long)step, (long long)worst.cell, worst.at[0], worst.at[1], worst.at[2],
                        w->range[0], w->range[1], 100.0 * worst.value / width);
}

static tc_status not_finite(int64_t step) {
  return tc_status_make(TC_NUMERICAL,
                        "unstable: by step %lld some value is not finite (NaN or infinite); take a smaller "
                        "time.dt, or leave time.dt and diffusion.stabilisation on auto",
                        (long long)step);
}

tc_status tc_watch_begin(const tc_space *space, const double *value, bool proved, tc_watch *out) {
  tc_field start;
  double volume;
  *out = (tc_watch){.space = space, .proved = proved};
  TC_TRY(tc_world_agree(space->world, TC_ALLOC(out->deviation, space->owned)));
  for (int32_t i = 0; i < space->owned; i++) out->deviation[i] = 1.0;
  TC_TRY(tc_field_integral(space, out->deviation, &volume));
  TC_TRY(tc_field_describe(space, value, &start));
  out->mean = start.integral / volume;
  out->range[0] = start.min;
  out->range[1] = start.max;
  TC_TRY(measure(out, value, &out->first));
  if (!isfinite(out->first)) return not_finite(0);
  out->least = out->first;
  out->floor = 1e-9 * out->first + 1e-11 * fabs(out->mean) * sqrt(volume);
  out->floor_a_step = 1e-15 * (out->first + fabs(out->mean) * sqrt(volume));
  return TC_OK;
}

static tc_status risen(const tc_watch *w, int64_t step, double norm, double from) {
  return tc_status_make(TC_NUMERICAL,
                        "unstable: by step %lld the norm of the field's deviation from its mean, which "
                        "diffusion lets only fall, has risen from %.6g to %.6g; %s",
                        (long long)step, from, norm,
                        w->proved ? "the step is too long: take a smaller time.safety or time.dt"
                                  : "take a larger diffusion.stabilisation, a smaller time.dt or a better "
                                    "mesh (tetgen -q)");
}

tc_status tc_watch_check(tc_watch *w, const double *value, int64_t step, bool end) {
  const double factor = w->proved ? 1.0 + 1e-9 : 1.01;
  const double floor = w->floor + (double)step * w->floor_a_step;
  double norm;
  TC_TRY(measure(w, value, &norm));
  if (!isfinite(norm)) return not_finite(step);
  if (norm > factor * w->least + floor) return risen(w, step, norm, w->least);
  if (end && norm > w->first + floor) return risen(w, step, norm, w->first);
  w->least = fmin(w->least, norm);
  return look_at_range(w, value, step, end);
}

void tc_watch_end(tc_watch *watch) { tc_free(watch->deviation); }
