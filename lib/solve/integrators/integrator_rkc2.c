/* Runge-Kutta-Chebyshev method of second order (solve/step/stabilised.h). It covers more time per product
 * than rkl2, but damps rough parts of a field less, so equal steps must be smaller for the same error. */
#include "solve/step/integrator.h"

static tc_status create_rkc2(const tc_integrator_setup *setup, const double *value, void **ctx) {
  return tc_stabilised_create(setup, &tc_stabilised_rkc2, value, ctx);
}

const tc_integrator tc_integrator_rkc2 = {
    .name = "rkc2",
    .summary = "explicit, second order in time: longer steps than rkl2, but rough initial fields fade slowly",
    .steps = true,
    .stabilised = &tc_stabilised_rkc2,
    .restart_format = 1,
    .create = create_rkc2,
    .destroy = tc_stabilised_destroy,
    .load = tc_stabilised_load,
    .advance = tc_stabilised_advance,
    .controlled = tc_stabilised_controlled,
    .list_restart = tc_stabilised_list_restart,
    .resume = tc_stabilised_resume,
    .value = tc_stabilised_value,
    .matrix = tc_stabilised_matrix,
    .previous_value = tc_stabilised_previous_value,
    .change = tc_stabilised_change,
    .flux_value = tc_stabilised_flux_value,
    .rate = tc_stabilised_rate,
    .covered = tc_stabilised_covered,
};
