/* Conjugate gradients. Each iteration makes one product and two reductions. The reductions compute one and
 * two dot products. Source: Hestenes and Stiefel 1952; Barrett et al., Templates, 1994, figure 2.5. */
#include "linear/solver/solver.h"

enum { Z, Q, ARRAYS };
enum { P, OPERANDS };
enum { PQ, RZ, RR, DOTS };

typedef struct state {
  double rz;
} state;

static tc_status start_cg(tc_solver *s) {
  state *c = s->state;
  double dot[DOTS], *z = tc_solver_preconditioned_target(s, s->r, tc_solver_array(s, Z)),
                    *p = tc_solver_operand(s, P);
  TC_TRY(TC_VECTOR_OPS(s, dot, TC_VECTOR_PRECONDITION(s->r, z), TC_VECTOR_COPY(z, p),
                       TC_VECTOR_DOT(RZ, s->r, z)));
  c->rz = dot[RZ];
  return TC_OK;
}

static tc_status iterate_cg(tc_solver *s) {
  state *c = s->state;
  double dot[DOTS], *r = s->r, *p = tc_solver_operand(s, P), *q = tc_solver_array(s, Q),
                    *z = tc_solver_preconditioned_target(s, r, tc_solver_array(s, Z));
  TC_TRY(tc_solver_multiply(s, P, q));
  TC_TRY(TC_VECTOR_OPS(s, dot, TC_VECTOR_DOT(PQ, p, q)));
  if (dot[PQ] <= 0.0) return tc_solver_stop(s, TC_REASON_indefinite);
  const double alpha = c->rz / dot[PQ];
  TC_TRY(TC_VECTOR_OPS(s, dot, TC_VECTOR_AXPY(alpha, p, s->x), TC_VECTOR_AXPY(-alpha, q, r),
                       TC_VECTOR_PRECONDITION(r, z), TC_VECTOR_DOT(RZ, r, z), TC_VECTOR_DOT(RR, r, r)));
  const double beta = dot[RZ] / c->rz;
  c->rz = dot[RZ];
  s->rr = dot[RR];
  return TC_VECTOR_OPS(s, dot, TC_VECTOR_AYPX(z, beta, p));
}

const tc_method tc_method_cg = {
    .name = "cg",
    .summary = "conjugate gradients: one product an iteration, for symmetric matrices",
    .needs = TC_NEEDS_SYMMETRIC | TC_HAS_CONDITION_BOUND,
    .storage = {ARRAYS, OPERANDS, DOTS, sizeof(state)},
    .start_work = {.always = {.streams = 3, .dots = 1, .reductions = 1, .row_flops = 2},
                   .preconditioned = {.streams = 1, .preconditionings = 1},
                   .diagonal = {.streams = 1}},
    .iteration_work = {.always = {.products = 1, .streams = 13, .dots = 3, .reductions = 2, .row_flops = 12},
                       .preconditioned = {.streams = 2, .preconditionings = 1}},
    .start = start_cg,
    .iterate = iterate_cg,
};
