/* Steps of a quote that solve linear systems without a trial step. A trial step of a steady solve is the
 * whole solve, which may be too large for the host of the quote. The iterations are then those that the user
 * permits, solver.most_iterations, and every forecast is a bound of the solve. Not collective. */
#ifndef TC_RUN_DRY_RUN_QUOTE_ITERATIONS_H
#define TC_RUN_DRY_RUN_QUOTE_ITERATIONS_H

#include "run/dry_run/dry_run.h"

/* Pure. Fills *out with a trial step of solver.most_iterations iterations of the solver of the config. The
 * caller does not free it. Errors: TC_USAGE if the config does not set solver.most_iterations, or if the
 * preconditioner sweeps through triangles with an exchange for each colour, of which the number is unknown.
 */
tc_status tc_quote_bound_iterations(const tc_config *config, tc_dry_run_trial *out);

#endif
