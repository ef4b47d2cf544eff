/* Method of Jacobi: x = x + D^-1 (b - A x) with a recursive residual. Each iteration makes one product and
 * one reduction. */
#include "linear/solver/solver.h"

enum { INVERSE, Q, ARRAYS };
enum { P, OPERANDS };
enum { RR, DOTS };

typedef struct state {
  int64_t has_zero_diagonal; /* nonzero if an entry of the diagonal D is 0 */
} state;

/* Collective. Computes the inverse of the diagonal D. The ledger does not count this work, because it takes
 * only about as long as reading or writing one vector. */
static tc_status invert_diagonal(tc_solver *s, double *inverse) {
  state *c = s->state;
  const tc_linear_system *system = s->system;
  double zeros = 0.0;
#pragma omp parallel for schedule(static) reduction(+ : zeros)
  for (int32_t i = 0; i < s->rows; i++) {
    const double entry = tc_ell_combined(system->shift, system->scale, system->R->diagonal[i]);
    zeros += entry == 0.0;
    inverse[i] = 1.0 / entry;
  }
  TC_TRY(tc_world_max(system->world, &zeros, 1));
  c->has_zero_diagonal = zeros > 0.0;
  return TC_OK;
}

static tc_status start_jacobi(tc_solver *s) {
  double *inverse = tc_solver_array(s, INVERSE);
  TC_TRY(invert_diagonal(s, inverse));
  return TC_VECTOR_OPS(s, NULL, TC_VECTOR_MULTIPLY(inverse, s->r, tc_solver_operand(s, P)));
}

static tc_status iterate_jacobi(tc_solver *s) {
  const state *c = s->state;
  double dot[DOTS], *r = s->r, *p = tc_solver_operand(s, P), *q = tc_solver_array(s, Q);
  if (c->has_zero_diagonal) return tc_solver_stop(s, TC_REASON_breakdown_pivot);
  TC_TRY(tc_solver_multiply(s, P, q));
  TC_TRY(TC_VECTOR_OPS(s, dot, TC_VECTOR_AXPY(1.0, p, s->x), TC_VECTOR_AXPY(-1.0, q, r),
                       TC_VECTOR_MULTIPLY(tc_solver_array(s, INVERSE), r, p), TC_VECTOR_DOT(RR, r, r)));
  s->rr = dot[RR];
  return TC_OK;
}

const tc_method tc_method_jacobi = {
    .name = "jacobi",
    .summary = "relaxation of all rows at once: slow, for comparison",
    .needs = TC_NEEDS_NO_PRECONDITIONER | TC_HAS_SHORT_MEMORY,
    .storage = {ARRAYS, OPERANDS, DOTS, sizeof(state)},
    .start_work = {.always = {.streams = 3, .row_flops = 1}},
    .iteration_work = {.always = {.products = 1, .streams = 9, .dots = 1, .reductions = 1, .row_flops = 7}},
    .start = start_jacobi,
    .iterate = iterate_jacobi,
};
