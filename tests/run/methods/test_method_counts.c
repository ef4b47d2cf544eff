#include "run/methods/method_counts.h"

#include <math.h>

#include "base/core/memory.h"
#include "support/expect.h"

static const tc_method_matrix matrix = {1000, 4};

/* A product moves 56 bytes of matrix per row of width 4, and 16 bytes for one value of x and one of y. */
Test(method_counts, euler) {
  const tc_time_method m = tc_method_counts_euler(&matrix, &(tc_step_size){50, 0.1});
  cr_expect(m.steps == 50 && m.products == 50 && m.reductions == 0 && m.stages == 0);
  cr_expect_float_eq(m.bytes, 50.0 * 1000.0 * 72.0, 1e-6);
  cr_expect(isnan(m.error) && isnan(m.seconds));
}

/* Each of the 9 stages after the first one moves two more vectors than a product. The first stage and the end
 * of the step move six more. A vector has 8 bytes per row. */
Test(method_counts, stabilised) {
  const tc_time_method m = tc_method_counts_stabilised(&matrix, "rkl2", &(tc_step_size){5, 1.0}, 10);
  cr_expect(m.steps == 5 && m.products == 50 && m.stages == 10 && m.reductions == 0);
  cr_expect_float_eq(m.bytes, 5.0 * 1000.0 * (10.0 * 72.0 + 8.0 * (2 * 9 + 6)), 1e-3, "%g", m.bytes);
}

Test(method_counts, implicit) {
  const tc_trial_step trial =
      {.solved = true,
       .work = {.products = 7, .adjoint_products = 2, .reductions = 15, .streams = 60, .sweeps = 4}};
  const tc_time_method m = tc_method_counts_implicit(&matrix, &(tc_step_size){3, 1.0}, &trial);
  cr_expect(m.steps == 3 && m.products == 27 && m.reductions == 45);
  cr_expect_float_eq(m.bytes, 3.0 * 1000.0 * (9.0 * 72.0 + 60.0 * 8.0 + 4.0 * 48.0), 1e-3, "%g", m.bytes);
}

/* The bytes of a multigrid cycle (`cycle_B`) are those of all ranks, so they are not multiplied by the number
 * of rows. */
Test(method_counts, cycles) {
  const tc_trial_step trial = {.solved = true, .work = {.products = 2, .cycles = 3}, .cycle_B = 1e5};
  const tc_time_method m = tc_method_counts_implicit(&matrix, &(tc_step_size){4, 1.0}, &trial);
  cr_expect_float_eq(m.bytes, 4.0 * (1000.0 * 2.0 * 72.0 + 3.0 * 1e5), 1e-3, "%g", m.bytes);
}

/* Without a successful trial step only the number of steps is known. */
Test(method_counts, a_failed_trial) {
  const tc_trial_step trial = {.work = {.products = 7}};
  const tc_time_method m = tc_method_counts_implicit(&matrix, &(tc_step_size){3, 1.0}, &trial);
  cr_expect(m.steps == 3 && m.products == 0 && m.reductions == -1 && isnan(m.bytes));
}

/* Applies one step of rkl2, of length 1, to dy/dt = z y with the initial value y = 1. Returns y after the
 * step. */
static double apply_rkl2(int stages, double z) {
  tc_stabilised_coefficients *c = NULL;
  double last = 0.0, before = 0.0;
  expect_ok(tc_stabilised_coefficients_create(&tc_stabilised_rkl2, stages, 0.0, &c));
  for (int j = 1; j <= stages; j++) {
    const tc_stage_coefficients *k = &c->stage[j];
    const double now = k->last * last + k->before * before + k->product * z * last + k->first * z;
    before = last;
    last = now;
  }
  tc_free(c);
  return 1.0 + last;
}

/* For dv/dt = -v all derivatives have the norm of the field. The error at t = 1 after n = 1 / dt steps is
 * about n times the error of one step. */
Test(method_counts, leading_terms_of_errors) {
  const tc_method_derivatives norm = {1.0, 1.0};
  const double dt = 1e-3, exact = exp(-dt);
  const double euler = fabs((1.0 - dt - exact) / dt), backward = fabs((1.0 / (1.0 + dt) - exact) / dt),
               crank = fabs(((1.0 - 0.5 * dt) / (1.0 + 0.5 * dt) - exact) / dt);
  cr_expect_float_eq(tc_method_error_euler(&norm, 1.0, dt) / euler, 1.0, 2e-3);
  cr_expect_float_eq(tc_method_error_implicit(&norm, 1.0, dt, 1.0) / backward, 1.0, 2e-3);
  cr_expect_float_eq(tc_method_error_implicit(&norm, 1.0, dt, 0.5) / crank, 1.0, 2e-3);
  for (int stages = 2; stages <= 40; stages += 19) {
    const double z = 1e-2, rkl2 = fabs(apply_rkl2(stages, -z) - exp(-z)) / z;
    cr_expect_float_eq(tc_method_error_rkl2(&norm, 1.0, z, stages) / rkl2, 1.0, 1e-2, "%d stages", stages);
  }
}
