#include "linear/triangles.h"

/* Collective. */
static tc_status open(const tc_preconditioning *where, void **ctx) {
  const double w = where->choice.relaxation;
  tc_triangles *triangles = NULL;
  TC_TRY(tc_triangles_relax(where, "ssor", w, (2.0 - w) / w, true, &triangles));
  *ctx = triangles;
  return TC_OK;
}

static void close(void *ctx) {
  tc_triangles *triangles = ctx;
  tc_triangles_destroy(&triangles);
}

static tc_status apply(void *ctx, const double *r, double *z, tc_ledger *ledger) {
  return tc_triangles_apply(ctx, r, z, ledger);
}

static const tc_colouring *colouring(const void *ctx) {
  const tc_triangles *triangles = ctx;
  return triangles->order->colouring;
}

static void work(const tc_preconditioner_choice *choice, int colours, tc_work *out) {
  (void)choice;
  (void)colours;
  *out = (tc_work){.sweeps = 2};
}

/* P = w / (2 - w) (D/w + L) (D/w)^-1 (D/w + U) (Barrett et al., Templates, 1994, section 3.3). */
const tc_preconditioner tc_preconditioner_ssor = {
    .name = "ssor",
    .summary = "symmetric over-relaxation: through the rows by colour and back",
    .reads = TC_READS_RELAXATION | TC_READS_SCOPE,
    .scopes = TC_SCOPE_GLOBAL | TC_SCOPE_RANK,
    .symmetric = true,
    .open = open,
    .close = close,
    .apply = apply,
    .colouring = colouring,
    .work = work,
};
