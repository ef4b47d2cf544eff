#include "solve/problem/stiffness.h"

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
