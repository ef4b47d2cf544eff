#include "linear/precondition/ldu_factors.h"

static tc_status create_ssor(const tc_preconditioner_setup *setup, void **ctx) {
  const double w = setup->options.relaxation;
  return tc_ldu_factors_create_relaxed(setup, "ssor", w, (2.0 - w) / w, true, ctx);
}

/* P = w / (2 - w) (D/w + L) (D/w)^-1 (D/w + U), where A = D + L + U as in linear/precondition/ldu_factors.h
 * and w is the relaxation factor. Source: Barrett et al., Templates, 1994, section 3.3. */
const tc_preconditioner tc_preconditioner_ssor = {
    .name = "ssor",
    .summary = "symmetric over-relaxation: sweeps through the rows by colour, forward and backward",
    .reads = TC_READS_RELAXATION | TC_READS_SCOPE,
    .scopes = TC_SCOPE_GLOBAL | TC_SCOPE_RANK,
    .symmetric = true,
    .factoring = TC_FACTORING_COPY,
    .create = create_ssor,
    .destroy = tc_ldu_factors_destroy,
    .apply = tc_ldu_factors_apply,
    .order = tc_ldu_factors_order,
    .sweeps = 2,
};
