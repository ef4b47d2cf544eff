/* Number of solver iterations in a quote that computes no trial step. The trial step for a steady state is
 * the whole solve, which may be too large for the host on which `quote` runs. The quote then assumes the
 * largest number of iterations that the user permits, solver.most_iterations. Each forecast is therefore an
 * upper bound for the solve. Not collective. */
#ifndef TC_RUN_DRY_RUN_QUOTE_ITERATIONS_H
#define TC_RUN_DRY_RUN_QUOTE_ITERATIONS_H

#include "run/dry_run/dry_run.h"

/* Pure. Fills in *out like a trial step in which the solver of the config has made solver.most_iterations
 * iterations. The caller does not free it. Errors: TC_USAGE if the config does not set
 * solver.most_iterations. TC_USAGE also if the preconditioner has multigrid levels or needs an exchange for
 * each colour of the cells, because the numbers of levels and colours are unknown. */
tc_status tc_quote_bound_iterations(const tc_config *config, tc_dry_run_trial *out);

#endif
