#include "system/system_warnings.h"

/* Counts the entries below and above the diagonal that are not 0. The zeros that complete the pattern are not
 * counted. */
static void count_triangles(const tc_csr *A, int64_t *below, int64_t *above) {
  *below = *above = 0;
  for (int64_t i = 0; i < A->rows; i++)
    for (int64_t e = A->row_begin[i]; e < A->row_begin[i + 1]; e++) {
      *below += A->column[e] < i && A->value[e] != 0.0;
      *above += A->column[e] > i && A->value[e] != 0.0;
    }
}

void tc_system_warn_of_triangle(const tc_system_input *input, const char *path, const tc_log *log) {
  int64_t below, above;
  count_triangles(&input->file.matrix, &below, &above);
  if ((below == 0) == (above == 0)) return;
  tc_log_warn(log,
              "%s: all entries off the diagonal are %s it: if the file stores one triangle of a symmetric "
              "matrix, declare it as symmetric in its first lines",
              path, below > 0 ? "below" : "above");
}

/* True if the error of a converged solution is far above its residual. */
static bool is_uncertain(const tc_system_solution *x) {
  const double least = 0.01, factor = 1000.0;
  return x->is_accepted && x->result.reason != TC_REASON_iterated && x->error > least &&
         x->error > factor * x->true_residual;
}

void tc_system_warn_of_errors(const tc_system_input *input, const tc_system_result *result, const char *path,
                              const tc_log *log) {
  for (int64_t k = 0; k < result->count && input->is_generated; k++) {
    const tc_system_solution *x = &result->solution[k];
    if (!is_uncertain(x)) continue;
    tc_log_warn(log,
                "%s: x differs from the known solution by %.2g, although the true residual is %.2g of the "
                "right-hand side: the matrix is singular or ill-conditioned, and x for other right-hand "
                "sides "
                "may be as wrong: check the matrix, or reduce solver.tolerance",
                path, x->error, x->true_residual);
    return;
  }
}
