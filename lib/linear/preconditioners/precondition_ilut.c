/* Preconditioner P = L U, incomplete factors with limited fill of each rank's owned rows
 * (linear/precondition/ilut.h). Fill couples rows of one colour, so an elimination by colour over all ranks
 * is impossible. Entries are not dropped symmetrically, so P is not self-adjoint for a self-adjoint A. The
 * preconditioner for the adjoint of A uses the adjoint of the factors L and U, not factors of the adjoint. */
#include "base/core/memory.h"
#include "base/core/timer.h"
#include "linear/precondition/ilut.h"
#include "linear/precondition/preconditioner.h"

typedef struct ilut {
  tc_preconditioner_setup setup;
  tc_ilut *factors; /* owned: factors of A */
} ilut;

static tc_status create_ilut(const tc_preconditioner_setup *setup, void **ctx) {
  const tc_linear_system *system = setup->system;
  ilut *p = NULL;
  TC_TRY(TC_WORLD_ALLOC(system->world, p, 1));
  *p = (ilut){.setup = *setup};
  *ctx = p;
  return tc_world_agree(system->world,
                        tc_ilut_create(system, setup->options.fill, setup->options.drop, &p->factors));
}

static void destroy_ilut(void *ctx) {
  ilut *p = ctx;
  if (!p) return;
  tc_ilut_destroy(&p->factors);
  tc_free(p);
}

/* Computes z = V^-1 (L U)^-T V r, the adjoint of (L U)^-1 r in the inner product weighted by the volumes V.
 */
static void apply_adjoint(const ilut *p, const double *r, double *z) {
  const double *volume = p->setup.system->volume;
  for (int32_t i = 0; i < p->factors->rows; i++) z[i] = volume[i] * r[i];
  tc_ilut_solve_transposed(p->factors, z);
  for (int32_t i = 0; i < p->factors->rows; i++) z[i] /= volume[i];
}

static tc_status apply_ilut(void *ctx, const double *r, double *z, tc_ledger *ledger) {
  const ilut *p = ctx;
  const double now = tc_now_s();
  if (p->setup.adjoint)
    apply_adjoint(p, r, z);
  else
    tc_ilut_solve(p->factors, r, z);
  ledger->work.sweeps += 2;
  tc_ledger_add_time(ledger, TC_PHASE_precond, now);
  return TC_OK;
}

const tc_preconditioner tc_preconditioner_ilut = {
    .name = "ilut",
    .summary = "incomplete factors with fill, of each rank's rows alone, by one thread",
    .reads = TC_READS_SCOPE | TC_READS_FILL | TC_READS_DROP,
    .scopes = TC_SCOPE_RANK,
    .symmetric = false,
    .factoring = TC_FACTORING_FILL,
    .create = create_ilut,
    .destroy = destroy_ilut,
    .apply = apply_ilut,
    .sweeps = 2,
};
