#include "run/methods/stages_advice.h"

#include <math.h>

#include "solve/stability/stabilised_coefficients.h"
#include "support/expect.h"

/* The run makes 13 116 steps of explicit Euler to t = 27, with 0.9 of the largest stable step. The advice
 * must be 66 steps of rkl2, with the smallest sufficient number of stages. */
Test(stages_advice, a_long_run) {
  const double largest = 2.0 * 0.9 * 13116 / 27.0;
  const tc_step_size euler = {13116, 27.0 / 13116};
  tc_stages_advice advice;
  cr_assert(tc_stages_advice_find(&euler, largest, 0, &advice));
  cr_expect_eq(advice.dt, 0.415, "%g", advice.dt);
  cr_expect(advice.steps == 66 && advice.products == 66 * advice.stages, "%d steps", (int)advice.steps);
  const double reach = 27.0 / 66 * largest;
  cr_expect(tc_stabilised_beta(&tc_stabilised_rkl2, advice.stages, 0.0) >= reach);
  cr_expect(tc_stabilised_beta(&tc_stabilised_rkl2, advice.stages - 1, 0.0) < reach);
  cr_expect(advice.products < 13116 / 7 && advice.products > 13116 / 8, "%d", (int)advice.products);
}

/* There is no advice for runs of at most 500 steps and for matrices without diffusion. There is also none if
 * the search for the step costs at least as much as the advice saves. */
Test(stages_advice, no_advice) {
  tc_stages_advice advice;
  cr_expect_not(tc_stages_advice_find(&(tc_step_size){500, 0.01}, 180.0, 0, &advice));
  cr_expect(tc_stages_advice_find(&(tc_step_size){501, 0.01}, 180.0, 0, &advice));
  cr_expect_not(tc_stages_advice_find(&(tc_step_size){5000, 0.01}, 0.0, 0, &advice));
  cr_assert(tc_stages_advice_find(&(tc_step_size){1000, 0.01}, 180.0, 0, &advice));
  const int saved = 1000 - (int)advice.products;
  cr_expect(tc_stages_advice_find(&(tc_step_size){1000, 0.01}, 180.0, saved - 1, &advice));
  cr_expect_not(tc_stages_advice_find(&(tc_step_size){1000, 0.01}, 180.0, saved, &advice));
}

/* The advice usually makes about sqrt(n) steps for n steps of explicit Euler. A very long run needs more
 * steps, because a step has at most 200 stages. */
Test(stages_advice, a_very_long_run) {
  const int64_t steps = (int64_t)1e10;
  tc_stages_advice advice;
  cr_assert(tc_stages_advice_find(&(tc_step_size){steps, 0.01}, 180.0, 0, &advice));
  cr_expect(advice.stages > 100 && advice.stages <= 200, "%d", advice.stages);
  cr_expect_float_eq((double)advice.steps * advice.dt, 1e8, 1e6);
}
