#include "linear/precondition/ilu0.h"
#include "linear/precondition/ldu_factors.h"

static tc_status factorise_matrix(const tc_preconditioner_setup *setup, const tc_elimination_order *order,
                                  tc_ell **F) {
  const tc_linear_system *system = setup->system;
  const tc_ell *R = setup->adjoint ? system->R_adjoint : system->R;
  TC_TRY(tc_world_agree(system->world, tc_ell_combine(R, system->shift, system->scale, F)));
  return tc_ilu0_factorise(order, *F);
}

static tc_status create_ilu0(const tc_preconditioner_setup *setup, void **ctx) {
  tc_elimination_order *order = NULL;
  tc_ell *F = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_elimination_order_create(setup->system, setup->options.scope, &order));
  TC_GUARD(status, factorise_matrix(setup, order, &F));
  TC_GUARD(status, tc_ldu_factors_create(&order, "ilu0", F, 1.0, true, ctx));
cleanup:
  tc_ell_destroy(&F);
  tc_elimination_order_destroy(&order);
  return status;
}

const tc_preconditioner tc_preconditioner_ilu0 = {
    .name = "ilu0",
    .summary =
        "incomplete factors without fill: their product equals the matrix in the entries of its pattern",
    .reads = TC_READS_SCOPE,
    .scopes = TC_SCOPE_GLOBAL | TC_SCOPE_RANK,
    .symmetric = true,
    .factoring = TC_FACTORING_ILU0,
    .create = create_ilu0,
    .destroy = tc_ldu_factors_destroy,
    .apply = tc_ldu_factors_apply,
    .order = tc_ldu_factors_order,
    .sweeps = 2,
};
