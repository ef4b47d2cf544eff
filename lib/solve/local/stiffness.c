#include "solve/local/stiffness.h"

#include <math.h>

static double divide_or_infinity(double limit, double rate) { return rate > 0.0 ? limit / rate : INFINITY; }

double tc_slope_size(const tc_slope *s) { return fmax(s->growth, s->decay); }

double tc_stiffness_bound(const tc_stiffness *s, double diffusion) {
  const double v = tc_slope_size(&s->v), states = tc_slope_size(&s->states);
  return divide_or_infinity(2.0, fmax(diffusion + v, s->circle + fmax(v, states)));
}

tc_stiffness tc_stiffness_with_margin(const tc_stiffness *s) {
  const double margin = 3.0;
  return (tc_stiffness){{margin * s->v.growth, margin * s->v.decay},
                        {margin * s->states.growth, margin * s->states.decay},
                        margin * s->circle};
}

double tc_stiffness_accuracy_bound(const tc_stiffness *s) {
  const double growth_bound = divide_or_infinity(0.2, fmax(s->v.growth, s->states.growth)),
               decay_bound = divide_or_infinity(1.0, fmax(s->v.decay, s->states.decay));
  return fmin(fmin(growth_bound, decay_bound), divide_or_infinity(0.02, s->circle));
}

int tc_stiffness_count_parts(const tc_stiffness *s, double length, int most) {
  const double rounding = 1e-12;
  const tc_stiffness with_margin = tc_stiffness_with_margin(s);
  const double largest = fmin(tc_stiffness_bound(&with_margin, 0.0), tc_stiffness_accuracy_bound(s)),
               parts = ceil(length / largest * (1.0 - rounding));
  return parts > most ? 0 : parts < 1.0 ? 1 : (int)parts;
}
