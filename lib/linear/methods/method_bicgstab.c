/* Stabilised biconjugate gradients, preconditioned from the right. Each iteration makes two products and
 * three reductions. Source: van der Vorst 1992; Barrett et al., Templates, 1994, figure 2.10. */
#include <math.h>

#include "linear/solver/solver.h"

enum { SHADOW, V, T, P, ARRAYS };
enum { PP, SP, OPERANDS }; /* vectors P^-1 p and P^-1 s; without a preconditioner they equal p and s */
enum { SHADOW_V, TS, TT, RHO, RR, DOTS };

/* A dot product is rounding error if it is smaller than `machine_epsilon` times the norms of both vectors. */
static const double machine_epsilon = 0x1p-52;

typedef struct state {
  /* `rho` is the dot product of the shadow residual and r; `shadow_norm` is the norm of the shadow
   * residual */
  double rho, shadow_norm;
} state;

static tc_status start_bicgstab(tc_solver *s) {
  state *c = s->state;
  double *pp = tc_solver_operand(s, PP), *p = tc_solver_preconditioned_target(s, pp, tc_solver_array(s, P));
  c->rho = s->rr;
  c->shadow_norm = sqrt(s->rr);
  return TC_VECTOR_OPS(s, NULL, TC_VECTOR_COPY(s->r, tc_solver_array(s, SHADOW)), TC_VECTOR_COPY(s->r, p),
                       TC_VECTOR_PRECONDITION(p, pp));
}

/* First half of an iteration: computes the step length alpha along P^-1 p, the vector s = r - alpha A P^-1 p
 * in `half_residual`, and P^-1 s. */
static tc_status advance_along_p(tc_solver *s, double *half_residual, double *alpha) {
  state *c = s->state;
  double dot[DOTS], *v = tc_solver_array(s, V), *sp = tc_solver_operand(s, SP);
  TC_TRY(tc_solver_multiply(s, PP, v));
  TC_TRY(TC_VECTOR_OPS(s, dot, TC_VECTOR_DOT(SHADOW_V, tc_solver_array(s, SHADOW), v)));
  if (dot[SHADOW_V] == 0.0) return tc_solver_stop(s, TC_REASON_breakdown_pivot);
  *alpha = c->rho / dot[SHADOW_V];
  return TC_VECTOR_OPS(s, dot, TC_VECTOR_WAXPY(s->r, -*alpha, v, half_residual),
                       TC_VECTOR_PRECONDITION(half_residual, sp));
}

/* Second half of an iteration: computes the step length omega along P^-1 s and updates solution and
 * residual. */
static tc_status advance_along_s(tc_solver *s, const double *half_residual, double alpha, double *omega,
                                 double *rho) {
  double dot[DOTS], *r = s->r, *t = tc_solver_array(s, T), *sp = tc_solver_operand(s, SP);
  TC_TRY(tc_solver_multiply(s, SP, t));
  TC_TRY(TC_VECTOR_OPS(s, dot, TC_VECTOR_DOT(TS, t, half_residual), TC_VECTOR_DOT(TT, t, t)));
  *omega = dot[TT] == 0.0 ? 0.0 : dot[TS] / dot[TT];
  TC_TRY(TC_VECTOR_OPS(s, dot, TC_VECTOR_AXPY(alpha, tc_solver_operand(s, PP), s->x),
                       TC_VECTOR_AXPY(*omega, sp, s->x), TC_VECTOR_WAXPY(half_residual, -*omega, t, r),
                       TC_VECTOR_DOT(RHO, tc_solver_array(s, SHADOW), r), TC_VECTOR_DOT(RR, r, r)));
  *rho = dot[RHO];
  s->rr = dot[RR];
  return TC_OK;
}

static tc_status iterate_bicgstab(tc_solver *s) {
  state *c = s->state;
  double alpha, omega, rho,
      *pp = tc_solver_operand(s, PP), *p = tc_solver_preconditioned_target(s, pp, tc_solver_array(s, P)),
      *half_residual = tc_solver_preconditioned_target(s, tc_solver_operand(s, SP), s->r);
  TC_TRY(advance_along_p(s, half_residual, &alpha));
  if (s->reason) return TC_OK;
  TC_TRY(advance_along_s(s, half_residual, alpha, &omega, &rho));
  const double beta = rho / c->rho * (alpha / omega);
  if (omega == 0.0)
    s->reason = TC_REASON_breakdown_omega;
  else if (fabs(rho) <= machine_epsilon * c->shadow_norm * sqrt(s->rr))
    s->reason = TC_REASON_breakdown_rho;
  c->rho = rho;
  return TC_VECTOR_OPS(s, NULL, TC_VECTOR_AXPY(-omega, tc_solver_array(s, V), p),
                       TC_VECTOR_AYPX(s->r, beta, p), TC_VECTOR_PRECONDITION(p, pp));
}

const tc_method tc_method_bicgstab = {
    .name = "bicgstab",
    .summary = "stabilised biconjugate gradients: two products an iteration, for any matrix",
    .storage = {ARRAYS, OPERANDS, DOTS, sizeof(state)},
    .start_work = {.always = {.streams = 3},
                   .preconditioned = {.preconditionings = 1},
                   .diagonal = {.streams = 2}},
    .iteration_work = {.always = {.products = 2, .streams = 21, .dots = 5, .reductions = 3, .row_flops = 22},
                       .preconditioned = {.streams = 1, .preconditionings = 2},
                       .diagonal = {.streams = 4}},
    .start = start_bicgstab,
    .iterate = iterate_bicgstab,
};
