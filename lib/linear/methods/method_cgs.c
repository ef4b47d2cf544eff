/* Conjugate gradients squared, preconditioned from the right. Each iteration makes two products and two
 * reductions. Source: Sonneveld 1989; Barrett et al., Templates, 1994, figure 2.9. */
#include "linear/solver/solver.h"

enum { SHADOW, U, Q, V, P, ARRAYS };
enum {
  PP,
  UP,
  OPERANDS
}; /* vectors P^-1 p and P^-1 (u + q); without a preconditioner they equal p and u + q */
enum { SHADOW_V, RHO, RR, DOTS };

typedef struct state {
  double rho; /* dot product of the shadow residual and r */
} state;

static tc_status start_cgs(tc_solver *s) {
  state *c = s->state;
  double *pp = tc_solver_operand(s, PP), *p = tc_solver_preconditioned_target(s, pp, tc_solver_array(s, P));
  c->rho = s->rr;
  return TC_VECTOR_OPS(s, NULL, TC_VECTOR_COPY(s->r, tc_solver_array(s, SHADOW)),
                       TC_VECTOR_COPY(s->r, tc_solver_array(s, U)), TC_VECTOR_COPY(s->r, p),
                       TC_VECTOR_PRECONDITION(p, pp));
}

static tc_status iterate_cgs(tc_solver *s) {
  state *c = s->state;
  double dot[DOTS], *r = s->r, *u = tc_solver_array(s, U), *q = tc_solver_array(s, Q),
                    *v = tc_solver_array(s, V), *shadow = tc_solver_array(s, SHADOW),
                    *pp = tc_solver_operand(s, PP), *up = tc_solver_operand(s, UP),
                    *p = tc_solver_preconditioned_target(s, pp, tc_solver_array(s, P)),
                    *sum = tc_solver_preconditioned_target(s, up, v); /* u + q */
  TC_TRY(tc_solver_multiply(s, PP, v));
  TC_TRY(TC_VECTOR_OPS(s, dot, TC_VECTOR_DOT(SHADOW_V, shadow, v)));
  if (dot[SHADOW_V] == 0.0) return tc_solver_stop(s, TC_REASON_breakdown_pivot);
  const double alpha = c->rho / dot[SHADOW_V];
  TC_TRY(TC_VECTOR_OPS(s, dot, TC_VECTOR_WAXPY(u, -alpha, v, q), TC_VECTOR_WAXPY(u, 1.0, q, sum),
                       TC_VECTOR_PRECONDITION(sum, up)));
  TC_TRY(tc_solver_multiply(s, UP, v));
  TC_TRY(TC_VECTOR_OPS(s, dot, TC_VECTOR_AXPY(alpha, up, s->x), TC_VECTOR_AXPY(-alpha, v, r),
                       TC_VECTOR_DOT(RHO, shadow, r), TC_VECTOR_DOT(RR, r, r)));
  const double beta = dot[RHO] / c->rho;
  if (dot[RHO] == 0.0) s->reason = TC_REASON_breakdown_rho;
  c->rho = dot[RHO];
  s->rr = dot[RR];
  return TC_VECTOR_OPS(s, NULL, TC_VECTOR_WAXPY(r, beta, q, u), TC_VECTOR_AYPX(q, beta, p),
                       TC_VECTOR_AYPX(u, beta, p), TC_VECTOR_PRECONDITION(p, pp));
}

const tc_method tc_method_cgs = {
    .name = "cgs",
    .summary =
        "conjugate gradients squared: two products an iteration; diverges on smooth fields at large steps",
    .storage = {ARRAYS, OPERANDS, DOTS, sizeof(state)},
    .start_work = {.always = {.streams = 4},
                   .preconditioned = {.preconditionings = 1},
                   .diagonal = {.streams = 2}},
    .iteration_work = {.always = {.products = 2, .streams = 20, .dots = 3, .reductions = 2, .row_flops = 20},
                       .preconditioned = {.preconditionings = 2},
                       .diagonal = {.streams = 4}},
    .start = start_cgs,
    .iterate = iterate_cgs,
};
