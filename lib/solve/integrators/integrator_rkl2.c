/* Runge-Kutta-Legendre method of second order (solve/step/stabilised.h). Its polynomials damp the rough parts
 * of a field in every stage, so large equal steps remain accurate. */
#include "solve/step/integrator.h"

static tc_status create_rkl2(const tc_integrator_setup *setup, const double *value, void **ctx) {
  return tc_stabilised_create(setup, &tc_stabilised_rkl2, value, ctx);
}

const tc_integrator tc_integrator_rkl2 = {
    .name = "rkl2",
    .summary =
        "explicit, second order in time: a step of s stages and products covers up to s^2/4 steps of euler",
    .steps = true,
    .stabilised = &tc_stabilised_rkl2,
    .restart_format = 1,
    .create = create_rkl2,
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
