#include "run/environment/levels_rates.h"

#include "linear/hierarchy/multigrid_load.h"

static void record(tc_machine *machine, int param, double seconds, double entries) {
  if (entries > 0.0) tc_param_record(&machine->params, param, seconds / entries);
}

/* Records the seconds per entry of each part of the setup. The remaining work, which includes level 0 and the
 * coarsest level, is attributed to the entries that are stored. */
static void record_figures(const tc_multigrid_figures *f, int degree, tc_machine *machine) {
  tc_cycle_load load;
  tc_multigrid_load(f, degree, &load);
  record(machine, TC_PARAM_pairing_entry_s, f->aggregates_s - f->contraction_s, load.setup.aggregated);
  record(machine, TC_PARAM_contraction_entry_s, f->contraction_s, load.setup.aggregated);
  record(machine, TC_PARAM_coarse_matrix_entry_s, f->smoothing_s, load.setup.smoothed);
  record(machine, TC_PARAM_cycle_storage_entry_s, f->coarse_matrices_s - f->smoothing_s, load.setup.stored);
}

tc_status tc_levels_rates_measure(const tc_problem *problem, tc_machine *machine) {
  const tc_space *space = problem->space;
  const tc_linear_system system = {.world = space->world,
                                   .halo = space->halo,
                                   .R = problem->system->rates,
                                   .scale = -1.0,
                                   .volume = space->volume,
                                   .id = space->id,
                                   .base = space->base};
  const tc_multigrid_options options = tc_multigrid_options_default();
  tc_multigrid *multigrid = NULL;
  TC_TRY(tc_multigrid_create(&system, system.R, &options, &multigrid));
  tc_multigrid_figures figures = *tc_multigrid_get_figures(multigrid);
  tc_multigrid_destroy(&multigrid);
  TC_TRY(tc_multigrid_figures_combine(space->world, &figures));
  record_figures(&figures, options.smoothing, machine);
  return TC_OK;
}
