#include "run/methods/stages_advice.h"

#include <math.h>

#include "base/core/print.h"
#include "solve/stability/stabilised_coefficients.h"

enum {
  min_steps = 500 /* runs with fewer steps need no advice */,
  max_stages = 200 /* default of time.stages */
};

/* The error of n steps of explicit Euler falls like 1/n, that of n steps of rkl2 like 1/n^2. So the numbers
 * of steps with the same error are related by a square root. The factor was measured on a mesh of 604 053
 * cells, where 64 steps of rkl2 had the same error as 13 116 steps of explicit Euler: 0.56 sqrt(13116) =
 * 64. */
static double count_steps(double euler_steps) {
  const double factor = 0.56;
  return ceil(factor * sqrt(euler_steps));
}

static double round_to_three_digits(double value) {
  char text[32];
  tc_snprintf(text, sizeof text, "%.3g", value);
  return tc_strtod(text, NULL);
}

/* Fills in *out for steps to the time `end` whose length is dt, rounded to three digits. Returns false if the
 * steps need too many stages. */
static bool find_steps(double end, double dt, double largest, double axis_ratio, int most,
                       tc_stages_advice *out) {
  const double rounding = 1e-12;
  out->dt = round_to_three_digits(dt);
  const double steps = ceil(end / out->dt * (1.0 - rounding));
  out->steps = (int64_t)steps;
  out->stages = tc_stabilised_count_stages(&tc_stabilised_rkl2, axis_ratio, end / steps * largest, most);
  out->products = out->steps * out->stages;
  return out->stages > 0;
}

bool tc_stages_advice_compute(const tc_step_size *euler, double largest, double axis_ratio, int most_stages,
                              tc_stages_advice *out) {
  const double end = (double)euler->steps * euler->dt;
  double steps = count_steps((double)euler->steps);
  while (!find_steps(end, end / steps, largest, axis_ratio, most_stages, out) && steps < (double)euler->steps)
    steps *= 2.0;
  return out->stages > 0;
}

bool tc_stages_advice_find(const tc_step_size *euler, double largest, int searches, tc_stages_advice *out) {
  if (euler->steps <= min_steps || !(largest > 0.0)) return false;
  return tc_stages_advice_compute(euler, largest, 0.0, max_stages, out) &&
         out->products + searches < euler->steps;
}
