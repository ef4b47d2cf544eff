/* Successive over-relaxation: repeats x = x + (D/w + L)^-1 (b - A x), where D is the diagonal of A, L the
 * entries whose columns precede their row in the elimination order, and w the relaxation factor. With w = 1
 * this is the method of Gauss and Seidel. The elimination order is by colour or by memory order of each rank,
 * according to solver.preconditioner.scope. Source: Barrett et al., Templates, 1994, section 2.2.3. */
#include "linear/precondition/ldu_factors.h"
#include "linear/solver/solver.h"

enum { Q, ARRAYS };
enum { Z, OPERANDS };
enum { RR, DOTS };

static tc_status start_sor(tc_solver *s) {
  (void)s;
  return TC_OK;
}

static tc_status iterate_sor(tc_solver *s) {
  double dot[DOTS], *r = s->r, *z = tc_solver_operand(s, Z), *q = tc_solver_array(s, Q);
  TC_TRY(TC_VECTOR_OPS(s, dot, TC_VECTOR_PRECONDITION(r, z), TC_VECTOR_AXPY(1.0, z, s->x)));
  TC_TRY(tc_solver_multiply(s, Z, q));
  TC_TRY(TC_VECTOR_OPS(s, dot, TC_VECTOR_AXPY(-1.0, q, r), TC_VECTOR_DOT(RR, r, r)));
  s->rr = dot[RR];
  return TC_OK;
}

static tc_status create_sweep_factors(const tc_preconditioner_setup *setup, void **ctx) {
  return tc_ldu_factors_create_relaxed(setup, "sor", setup->options.relaxation, 1.0, false, ctx);
}

static const tc_preconditioner sweep_preconditioner = {
    .name = "sor",
    .reads = TC_READS_SCOPE,
    .scopes = TC_SCOPE_GLOBAL | TC_SCOPE_RANK,
    .factoring = TC_FACTORING_COPY,
    .create = create_sweep_factors,
    .destroy = tc_ldu_factors_destroy,
    .apply = tc_ldu_factors_apply,
    .order = tc_ldu_factors_order,
    .sweeps = 1,
};

const tc_method tc_method_sor = {
    .name = "sor",
    .summary = "successive over-relaxation; needs many iterations",
    .needs =
        TC_NEEDS_NO_PRECONDITIONER | TC_READS_METHOD_RELAXATION | TC_READS_METHOD_SCOPE | TC_HAS_SHORT_MEMORY,
    .built_in_preconditioner = &sweep_preconditioner,
    .storage = {ARRAYS, OPERANDS, DOTS, 0},
    .iteration_work = {.always = {.products = 1,
                                  .streams = 7,
                                  .dots = 1,
                                  .reductions = 1,
                                  .row_flops = 6,
                                  .preconditionings = 1}},
    .start = start_sor,
    .iterate = iterate_sor,
};
