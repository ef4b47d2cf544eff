#include "solve/stiffness.h"

#include <math.h>

static double quotient(double most, double rate) { return rate > 0.0 ? most / rate : INFINITY; }

double tc_slope_size(const tc_slope *s) { return fmax(s->up, s->down); }

double tc_stiffness_bound(const tc_stiffness *s, double diffusion) {
  return quotient(2.0, s->circle + fmax(diffusion + tc_slope_size(&s->v), tc_slope_size(&s->states)));
}

double tc_stiffness_follow(const tc_stiffness *s) {
  const double away = quotient(0.2, fmax(s->v.up, s->states.up)),
               back = quotient(1.0, fmax(s->v.down, s->states.down));
  return fmin(fmin(away, back), quotient(0.02, s->circle));
}
