/* x + (D/w + L)^-1 (b - A x), again and again (Barrett et al., Templates, 1994, section 2.2.3); w = 1 is the
 * method of Gauss and Seidel. Rows are taken by colour, or as each rank has them, as
 * solver.preconditioner.scope says. */
#include "linear/precondition/ldu_factors.h"
#include "linear/solver/solver.h"

enum { Q, ARRAYS };
enum { Z, OPERANDS };
enum { RR, DOTS };

static void room(const tc_method_choice *choice, tc_room *out) {
  (void)choice;
  *out = (tc_room){ARRAYS, OPERANDS, DOTS, 0};
}

static void work(const tc_method_choice *choice, bool preconditioned, bool diagonal, int64_t iteration,
                 tc_work *out) {
  (void)choice;
  (void)preconditioned;
  (void)diagonal;
  *out = iteration == 0 ? (tc_work){0}
                        : (tc_work){.products = 1,
                                    .streams = 7,
                                    .dots = 1,
                                    .reductions = 1,
                                    .row_flops = 6,
                                    .preconditionings = 1};
}

static tc_status start(tc_solver *s) {
  (void)s;
  return TC_OK;
}

static tc_status iterate(tc_solver *s) {
  double dot[DOTS], *r = s->r, *z = tc_solver_operand(s, Z), *q = tc_solver_array(s, Q);
  TC_TRY(TC_SWEEP(s, dot, TC_PRECONDITION(r, z), TC_ADD(1.0, z, s->x)));
  TC_TRY(tc_solver_multiply(s, Z, q));
  TC_TRY(TC_SWEEP(s, dot, TC_ADD(-1.0, q, r), TC_DOT(RR, r, r)));
  s->rr = dot[RR];
  return TC_OK;
}

/* Collective. */
static tc_status open_sweep(const tc_preconditioning *where, void **ctx) {
  tc_triangles *triangles = NULL;
  TC_TRY(tc_triangles_relax(where, "sor", where->choice.relaxation, 1.0, false, &triangles));
  *ctx = triangles;
  return TC_OK;
}

static void sweep_work(const tc_preconditioner_choice *choice, tc_work *out) {
  (void)choice;
  *out = (tc_work){.sweeps = 1};
}

static const tc_preconditioner sweep = {
    .name = "sor",
    .reads = TC_READS_SCOPE,
    .scopes = TC_SCOPE_GLOBAL | TC_SCOPE_RANK,
    .factoring = TC_FACTORING_COPY,
    .open = open_sweep,
    .close = tc_triangles_close,
    .apply = tc_triangles_apply,
    .order = tc_triangles_order,
    .work = sweep_work,
};

const tc_method tc_method_sor = {
    .name = "sor",
    .summary = "successive over-relaxation; needs many iterations",
    .needs = TC_TAKES_NO_PRECONDITIONER | TC_READS_METHOD_RELAXATION | TC_READS_METHOD_SCOPE | TC_FORGETS,
    .inside = &sweep,
    .room = room,
    .work = work,
    .start = start,
    .iterate = iterate,
};
