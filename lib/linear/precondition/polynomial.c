#include "linear/precondition/polynomial.h"

#include <math.h>

tc_status tc_polynomial_multiply(const tc_preconditioner_setup *setup, int k, double *y, tc_ledger *ledger) {
  const tc_vector *v = tc_operator_vector(setup->op, setup->first_operand + k);
  tc_vector to = {.value = y, .owned = setup->system->R->rows};
  if (setup->adjoint) {
    ledger->work.adjoint_products++;
    return tc_operator_apply_adjoint(setup->op, v, &to, ledger);
  }
  ledger->work.products++;
  return tc_operator_apply(setup->op, v, &to, ledger);
}

void tc_polynomial_add_time(tc_ledger *ledger, int streams, int row_flops, double since_s) {
  ledger->work.streams += streams;
  ledger->work.row_flops += row_flops;
  tc_ledger_add_time(ledger, TC_PHASE_precond, since_s);
}

tc_status tc_polynomial_upper_bound(const tc_linear_system *system, bool is_relative, double *out) {
  const tc_ell *R = system->R;
  double largest = 0.0;
#pragma omp parallel for schedule(static) reduction(max : largest)
  for (int32_t i = 0; i < R->rows; i++) {
    const double diagonal = fabs(tc_ell_combined(system->shift, system->scale, R->diagonal[i]));
    double sum = 0.0;
    for (size_t e = tc_ell_begin(R, i), end = tc_ell_end(R, i); e < end; e++)
      sum += fabs(system->scale * R->value[e]);
    largest = fmax(largest, is_relative ? 1.0 + sum / diagonal : diagonal + sum);
  }
  *out = largest;
  return tc_world_max(system->world, out, 1);
}

double tc_polynomial_estimated_bound(const tc_linear_system *system) {
  const double widening = 1.05;
  if (!(system->largest > 0.0)) return INFINITY;
  return system->shift + widening * fabs(system->scale) * system->largest;
}

tc_status tc_polynomial_range(const tc_linear_system *system, const double *inverse, double range[2]) {
  double inverse_extremes[2] = {0.0,
                                -INFINITY}; /* Largest inverse diagonal entry of this rank, and the negated
                                               smallest one, so that one maximum over ranks finds both. */
  range[0] = -INFINITY;
  TC_TRY(tc_polynomial_upper_bound(system, true, &range[1]));
  if (!system->spread) return TC_OK;
  for (int32_t i = 0; i < system->R->rows; i++) {
    inverse_extremes[0] = fmax(inverse_extremes[0], inverse[i]);
    inverse_extremes[1] = fmax(inverse_extremes[1], -inverse[i]);
  }
  TC_TRY(tc_world_max(system->world, inverse_extremes, 2));
  range[0] = -inverse_extremes[1] * system->shift;
  range[1] = fmin(range[1], inverse_extremes[0] * tc_polynomial_estimated_bound(system));
  return TC_OK;
}

/* Let T_j and U_j be the Chebyshev polynomials of the first and second kind, x(t) their argument and o =
 * x(0). Then 1 - t s(t) is the sum of c_j T_j(x) for j from 0 to degree + 1, with c_j = g_j T_j(o) / sum of
 * g_i T_i(o)^2, where g_0 = 1 and all other g_j are 2. s follows from (T_j(o) - T_j(x)) / (o - x) = sum over
 * i < j of g_i U_j-1-i(o) T_i(x). All terms are positive, so there is no cancellation. */
void tc_polynomial_least_squares(int degree, double from, double to, double *coefficient) {
  const double half = 0.5 * (to - from), o = 0.5 * (to + from) / half;
  double norm = 1.0, previous = 1.0, current = o;
  for (int i = 0; i <= degree; i++) { /* In this loop coefficient[i] becomes the numerator of c_(i+1). */
    coefficient[i] = 2.0 * current;
    norm += 2.0 * current * current;
    const double next = 2.0 * o * current - previous;
    previous = current;
    current = next;
  }
  for (int i = 0; i <= degree; i++) {
    double sum = 0.0, u_previous = 0.0, u = 1.0;
    for (int j = i; j <= degree; j++) {
      sum += coefficient[j] * u;
      const double next = 2.0 * o * u - u_previous;
      u_previous = u;
      u = next;
    }
    coefficient[i] = (i == 0 ? 1.0 : 2.0) * sum / (half * norm);
  }
}
