/* Quasi-minimal residuals: coupled two-term recurrences without look-ahead, preconditioned from the right.
 * Each iteration makes one product with A, one with its adjoint, and three reductions. Source: Freund and
 * Nachtigal 1994; Barrett et al., Templates, 1994, figure 2.8. */
#include <math.h>

#include "linear/solver/solver.h"

/* Arrays of the method in the notation of the source: the Lanczos vectors v and w before normalisation, z =
 * P^-* w (the adjoint of the preconditioner P^-1), A p and A* q, the direction d in which x changes, and A
 * d. */
enum { V, W, Z, AP, AQ, D, AD, ARRAYS };
enum { P, Q, OPERANDS };
enum { QAP, VV, ZZ, ZV, RR, DOTS };

typedef struct state {
  double rho, xi; /* norms of v and of z */
  double delta;   /* dot product <z, v> of the normalised vectors */
  double theta, gamma, eta;
} state;

static tc_status start_qmr(tc_solver *s) {
  state *c = s->state;
  double dot[DOTS], *v = tc_solver_array(s, V), *w = tc_solver_array(s, W),
                    *z = tc_solver_preconditioned_target(s, w, tc_solver_array(s, Z)),
                    *y = tc_solver_preconditioned_target(s, v, tc_solver_array(s, AQ));
  TC_TRY(TC_VECTOR_OPS(s, dot, TC_VECTOR_COPY(s->r, v), TC_VECTOR_COPY(s->r, w),
                       TC_VECTOR_PRECONDITION_ADJOINT(w, z), TC_VECTOR_DOT(ZZ, z, z),
                       TC_VECTOR_DOT(ZV, z, v)));
  *c = (state){.rho = sqrt(s->rr), .xi = sqrt(dot[ZZ]), .gamma = 1.0, .eta = -1.0};
  c->delta = dot[ZV] / (c->rho * c->xi);
  return TC_VECTOR_OPS(s, NULL, TC_VECTOR_PRECONDITION(v, y),
                       TC_VECTOR_SCALE(1.0 / c->rho, y, tc_solver_operand(s, P)),
                       TC_VECTOR_SCALE(1.0 / c->xi, z, tc_solver_operand(s, Q)),
                       TC_VECTOR_FILL(0.0, tc_solver_array(s, D)),
                       TC_VECTOR_FILL(0.0, tc_solver_array(s, AD)));
}

/* Computes the next Lanczos vectors v and w, and z, to which the adjoint of the preconditioner was
 * applied. */
static tc_status advance_lanczos(tc_solver *s, double beta, double *dot) {
  const state *c = s->state;
  double *v = tc_solver_array(s, V), *w = tc_solver_array(s, W),
         *z = tc_solver_preconditioned_target(s, w, tc_solver_array(s, Z));
  return TC_VECTOR_OPS(s, dot, TC_VECTOR_AYPX(tc_solver_array(s, AP), -beta / c->rho, v),
                       TC_VECTOR_AYPX(tc_solver_array(s, AQ), -beta / c->xi, w),
                       TC_VECTOR_PRECONDITION_ADJOINT(w, z), TC_VECTOR_DOT(VV, v, v), TC_VECTOR_DOT(ZZ, z, z),
                       TC_VECTOR_DOT(ZV, z, v));
}

/* Updates x and the residual with the current p, then computes the next p and q. Array AQ is unused at this
 * point and receives y = P^-1 v. */
static tc_status update_solution(tc_solver *s, double previous_factor, double epsilon, double *dot) {
  const state *c = s->state;
  double *r = s->r, *v = tc_solver_array(s, V), *d = tc_solver_array(s, D), *ad = tc_solver_array(s, AD),
         *z = tc_solver_preconditioned_target(s, tc_solver_array(s, W), tc_solver_array(s, Z)),
         *y = tc_solver_preconditioned_target(s, v, tc_solver_array(s, AQ)), *p = tc_solver_operand(s, P),
         *q = tc_solver_operand(s, Q);
  return TC_VECTOR_OPS(s, dot, TC_VECTOR_PRECONDITION(v, y), TC_VECTOR_AYPX(p, previous_factor, d),
                       TC_VECTOR_AXPY(c->eta, d, s->x),
                       TC_VECTOR_AYPX(tc_solver_array(s, AP), previous_factor, ad),
                       TC_VECTOR_AXPY(-c->eta, ad, r), TC_VECTOR_SCALE(-c->xi * c->delta / epsilon, p, p),
                       TC_VECTOR_AXPY(1.0 / c->rho, y, p),
                       TC_VECTOR_SCALE(-c->rho * c->delta / epsilon, q, q), TC_VECTOR_AXPY(1.0 / c->xi, z, q),
                       TC_VECTOR_DOT(RR, r, r));
}

static tc_status iterate_qmr(tc_solver *s) {
  state *c = s->state;
  double dot[DOTS];
  TC_TRY(tc_solver_multiply(s, P, tc_solver_array(s, AP)));
  TC_TRY(tc_solver_multiply_adjoint(s, Q, tc_solver_array(s, AQ)));
  TC_TRY(TC_VECTOR_OPS(s, dot, TC_VECTOR_DOT(QAP, tc_solver_operand(s, Q), tc_solver_array(s, AP))));
  const double epsilon = dot[QAP], beta = epsilon / c->delta;
  if (epsilon == 0.0) return tc_solver_stop(s, TC_REASON_breakdown_pivot);
  if (c->delta == 0.0) return tc_solver_stop(s, TC_REASON_breakdown_rho);
  TC_TRY(advance_lanczos(s, beta, dot));
  const state previous = *c;
  c->rho = sqrt(dot[VV]);
  c->xi = sqrt(dot[ZZ]);
  c->delta = dot[ZV] / (c->rho * c->xi);
  c->theta = c->rho / (previous.gamma * fabs(beta));
  c->gamma = 1.0 / sqrt(1.0 + c->theta * c->theta);
  const double gamma_ratio = c->gamma / previous.gamma, previous_factor = previous.theta * previous.gamma;
  c->eta = -previous.eta * previous.rho * gamma_ratio * gamma_ratio / beta;
  TC_TRY(update_solution(s, -previous_factor * previous_factor * beta / previous.rho, epsilon, dot));
  if (c->rho == 0.0 || c->xi == 0.0) s->reason = TC_REASON_breakdown_lanczos;
  s->rr = dot[RR];
  return TC_OK;
}

const tc_method tc_method_qmr = {
    .name = "qmr",
    .summary =
        "quasi-minimal residuals: residual decreases more smoothly than with bicg; also needs the adjoint",
    .needs = TC_NEEDS_ADJOINT,
    .storage = {ARRAYS, OPERANDS, DOTS, sizeof(state)},
    .start_work = {.always = {.streams = 10, .dots = 2, .reductions = 1, .row_flops = 6},
                   .preconditioned = {.streams = 2, .preconditionings = 2},
                   .diagonal = {.streams = 2}},
    .iteration_work = {.always = {.products = 1,
                                  .adjoint_products = 1,
                                  .streams = 26,
                                  .dots = 5,
                                  .reductions = 3,
                                  .row_flops = 28},
                       .preconditioned = {.streams = 2, .preconditionings = 2},
                       .diagonal = {.streams = 2}},
    .start = start_qmr,
    .iterate = iterate_qmr,
};
