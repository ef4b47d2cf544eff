#include "system/solution_check.h"

#include <float.h>
#include <math.h>

#include "base/numeric/hash.h"
#include "system/power_scale.h"
#include "system/true_residual.h"

/* The true residual in the order of the file may exceed the required residual by this factor. */
static const double residual_factor = 10.0;

/* A solution is wrong if the residual of one row is more than `row_limit` times the terms of the row and more
 * than `row_factor` times the relative residual of all rows. If the rows have equal size, the first residual
 * is at most sqrt(number of rows) times the second one, and usually smaller than the second one. */
static const double row_limit = 1e-3, row_factor = 1e3;

/* Scales the solution back to the numbers of the file. Returns an error if the result is beyond double
 * precision. */
static tc_status restore_scale(const tc_solution_check *s, double *x) {
  const double scaled = tc_largest_size(s->input->rows, x);
  tc_power_scale_apply(s->exponent, s->input->rows, x);
  const double largest = tc_largest_size(s->input->rows, x);
  if (s->exponent == 0 || scaled == 0.0 || (largest >= DBL_MIN && isfinite(largest))) return TC_OK;
  return tc_status_create(TC_NUMERICAL,
                          "%s: the largest entry of the solution is about 1e%d, which is beyond double "
                          "precision: use other units for the matrix or the right-hand side",
                          s->place, (int)lround(log10(scaled) + s->exponent * log10(2.0)));
}

static tc_status check_true_residual(const tc_solution_check *s, const tc_solve_result *r,
                                     const tc_true_residual *true_residual) {
  const double limit = fmax(residual_factor * s->required, s->options->accept) + true_residual->rounding;
  if (isfinite(true_residual->relative) &&
      (r->reason == TC_REASON_iterated || true_residual->relative <= limit))
    return TC_OK;
  return tc_status_create(TC_NUMERICAL,
                          "%s: the true residual is %.2g times the norm of the right-hand side, but %s "
                          "reported %.2g: scale the matrix and the right-hand side, or use another method",
                          s->place, true_residual->relative, s->method->name, s->reported);
}

/* Returns an error if one row is not solved although the norms over all rows are small. */
static tc_status check_row_residual(const tc_solution_check *s, const tc_solve_result *r,
                                    const tc_true_residual *true_residual) {
  const double reached = fmax(true_residual->relative, s->required);
  if (r->reason == TC_REASON_iterated || true_residual->row_relative <= row_limit ||
      true_residual->row_relative <= row_factor * fmax(reached, s->options->accept))
    return TC_OK;
  return tc_status_create(TC_NUMERICAL,
                          "%s: row %lld is not solved: its residual is %.2g times the sum of the absolute "
                          "terms, but the relative residual of all rows is %.2g, because rows differ much in "
                          "size: scale rows and columns so that the diagonal is about 1, or reduce "
                          "solver.tolerance",
                          s->place, (long long)true_residual->row + 1, true_residual->row_relative,
                          true_residual->relative);
}

tc_status tc_solution_check_run(const tc_solution_check *s, double *x, tc_system_solution *out) {
  const tc_system_input *input = s->input;
  const double *exact = input->solution ? input->solution + s->k * input->rows : NULL;
  tc_true_residual true_residual;
  TC_TRY(restore_scale(s, x));
  TC_TRY(tc_true_residual_compute(input, s->k, x, &true_residual));
  out->true_residual = true_residual.relative;
  out->error = exact ? tc_largest_difference(input->rows, x, exact) : (double)NAN;
  out->row_residual = true_residual.row_relative;
  TC_TRY(check_true_residual(s, &out->result, &true_residual));
  TC_TRY(check_row_residual(s, &out->result, &true_residual));
  if (s->options->level != 0.0)
    for (int64_t i = 0; i < input->rows; i++) x[i] = s->options->level + x[i];
  out->hash = 0;
  for (int64_t i = 0; i < input->rows; i++) out->hash += tc_hash_element((uint64_t)i, x[i]);
  out->is_accepted = true;
  return TC_OK;
}
