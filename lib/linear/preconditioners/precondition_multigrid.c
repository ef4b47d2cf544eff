/* Preconditioner P^-1 = M V, where M is one multigrid cycle (linear/hierarchy/multigrid.h) for the matrix V A
 * of the two-point scheme, and V is the diagonal matrix of the volumes. M is symmetric, so the same P serves
 * A and its adjoint. The number of iterations grows slowly with the number of rows. Values are in single
 * precision, so P is linear and self-adjoint up to about 1e-7. */
#include "base/core/memory.h"
#include "base/core/timer.h"
#include "linear/precondition/preconditioner.h"

typedef struct cycle_preconditioner {
  tc_multigrid *hierarchy; /* owned */
  const double *norm;      /* borrowed; may be NULL */
} cycle_preconditioner;

static tc_status create_multigrid(const tc_preconditioner_setup *setup, void **ctx) {
  const tc_linear_system *system = setup->system;
  cycle_preconditioner *p = NULL;
  TC_TRY(TC_WORLD_ALLOC(system->world, p, 1));
  p->norm = setup->norm;
  *ctx = p;
  TC_JOB_TRY(system->log, TC_JOB_PHASE_multigrid,
             tc_multigrid_create(system, system->two_point ? system->two_point : system->R,
                                 &setup->options.multigrid, &p->hierarchy));
  return TC_OK;
}

static void destroy_multigrid(void *ctx) {
  cycle_preconditioner *p = ctx;
  if (!p) return;
  tc_multigrid_destroy(&p->hierarchy);
  tc_free(p);
}

static const tc_multigrid_figures *get_levels(const void *ctx) {
  return tc_multigrid_get_figures(((const cycle_preconditioner *)ctx)->hierarchy);
}

static tc_status apply_multigrid(void *ctx, const double *r, double *z, tc_ledger *ledger) {
  const cycle_preconditioner *p = ctx;
  const tc_cycle_counts counts = get_levels(p)->cycle;
  const double now = tc_now_s();
  TC_TRY(tc_multigrid_apply(p->hierarchy, r, p->norm ? *p->norm : 0.0, z));
  ledger->work.cycles++;
  ledger->work.cycle_messages += counts.messages;
  ledger->work.cycle_values += counts.values;
  tc_ledger_add_time(ledger, TC_PHASE_precond, now);
  return TC_OK;
}

static void compute_work(const tc_preconditioner_options *options, tc_work *out) {
  (void)options;
  *out = (tc_work){.cycles = 1};
}

const tc_preconditioner tc_preconditioner_multigrid = {
    .name = "multigrid",
    .summary =
        "one cycle of algebraic multigrid: few iterations on fine meshes, for steady states and long steps",
    .reads = TC_READS_MULTIGRID,
    .scopes = TC_SCOPE_GLOBAL,
    .symmetric = true,
    .asymmetry = 1e-5,
    .needs_two_point = true,
    .serves_adjoint = true,
    .is_reusable = true,
    .create = create_multigrid,
    .destroy = destroy_multigrid,
    .apply = apply_multigrid,
    .levels = get_levels,
    .work = compute_work,
};
