/* Biconjugate gradients. Each iteration makes one product with A, one with its adjoint, and two reductions.
 * Source: Fletcher 1976; Barrett et al., Templates, 1994, figure 2.7. */
#include "linear/solver/solver.h"

enum { SHADOW, Z, SHADOW_Z, Q, SHADOW_Q, ARRAYS };
enum { P, SHADOW_P, OPERANDS };
enum { PQ, RHO, RR, DOTS };

typedef struct state {
  double rho; /* dot product of z = P^-1 r and the shadow residual */
} state;

static tc_status start_bicg(tc_solver *s) {
  state *c = s->state;
  double dot[DOTS], *shadow = tc_solver_array(s, SHADOW),
                    *z = tc_solver_preconditioned_target(s, s->r, tc_solver_array(s, Z)),
                    *shadow_z = tc_solver_preconditioned_target(s, shadow, tc_solver_array(s, SHADOW_Z));
  TC_TRY(TC_VECTOR_OPS(s, dot, TC_VECTOR_COPY(s->r, shadow), TC_VECTOR_PRECONDITION(s->r, z),
                       TC_VECTOR_PRECONDITION_ADJOINT(shadow, shadow_z),
                       TC_VECTOR_COPY(z, tc_solver_operand(s, P)),
                       TC_VECTOR_COPY(shadow_z, tc_solver_operand(s, SHADOW_P)),
                       TC_VECTOR_DOT(RHO, z, shadow)));
  c->rho = dot[RHO];
  return TC_OK;
}

static tc_status iterate_bicg(tc_solver *s) {
  state *c = s->state;
  double dot[DOTS], *r = s->r, *p = tc_solver_operand(s, P), *shadow_p = tc_solver_operand(s, SHADOW_P),
                    *q = tc_solver_array(s, Q), *shadow_q = tc_solver_array(s, SHADOW_Q),
                    *shadow = tc_solver_array(s, SHADOW),
                    *z = tc_solver_preconditioned_target(s, r, tc_solver_array(s, Z)),
                    *shadow_z = tc_solver_preconditioned_target(s, shadow, tc_solver_array(s, SHADOW_Z));
  TC_TRY(tc_solver_multiply(s, P, q));
  TC_TRY(tc_solver_multiply_adjoint(s, SHADOW_P, shadow_q));
  TC_TRY(TC_VECTOR_OPS(s, dot, TC_VECTOR_DOT(PQ, shadow_p, q)));
  if (dot[PQ] == 0.0) return tc_solver_stop(s, TC_REASON_breakdown_pivot);
  const double alpha = c->rho / dot[PQ];
  TC_TRY(TC_VECTOR_OPS(s, dot, TC_VECTOR_AXPY(alpha, p, s->x), TC_VECTOR_AXPY(-alpha, q, r),
                       TC_VECTOR_AXPY(-alpha, shadow_q, shadow), TC_VECTOR_PRECONDITION(r, z),
                       TC_VECTOR_DOT(RHO, z, shadow), TC_VECTOR_DOT(RR, r, r)));
  const double beta = dot[RHO] / c->rho;
  if (dot[RHO] == 0.0) s->reason = TC_REASON_breakdown_rho;
  c->rho = dot[RHO];
  s->rr = dot[RR];
  return TC_VECTOR_OPS(s, NULL, TC_VECTOR_PRECONDITION_ADJOINT(shadow, shadow_z), TC_VECTOR_AYPX(z, beta, p),
                       TC_VECTOR_AYPX(shadow_z, beta, shadow_p));
}

const tc_method tc_method_bicg = {
    .name = "bicg",
    .summary = "biconjugate gradients: one product with the matrix and one with its adjoint; for symmetric "
               "matrices cg at twice the cost",
    .needs = TC_NEEDS_ADJOINT,
    .storage = {ARRAYS, OPERANDS, DOTS, sizeof(state)},
    .start_work = {.always = {.streams = 5, .dots = 1, .reductions = 1, .row_flops = 2},
                   .preconditioned = {.streams = 3, .preconditionings = 2},
                   .diagonal = {.streams = 1}},
    .iteration_work = {.always = {.products = 1,
                                  .adjoint_products = 1,
                                  .streams = 19,
                                  .dots = 3,
                                  .reductions = 2,
                                  .row_flops = 16},
                       .preconditioned = {.streams = 3, .preconditionings = 2},
                       .diagonal = {.streams = 1}},
    .start = start_bicg,
    .iterate = iterate_bicg,
};
