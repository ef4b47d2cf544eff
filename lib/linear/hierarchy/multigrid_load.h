/* Load of multigrid cycles for forecasts: converts the figures of the levels, counted by a run or for virtual
 * ranks (virtual_levels.h), into the bytes and messages that a model converts into seconds. The trial step,
 * results and dry runs call it. Pure. */
#ifndef TC_LINEAR_HIERARCHY_MULTIGRID_LOAD_H
#define TC_LINEAR_HIERARCHY_MULTIGRID_LOAD_H

#include "linear/hierarchy/multigrid.h"
#include "model/step/cycle_load.h"

/* Sets *out to the load for combined figures (tc_multigrid_figures_combine) and a smoother of the given
 * degree. Assumes that pairing needs the same number of rounds on all levels, and that the setup sends the
 * same fraction of the messages to other nodes as a cycle. */
void tc_multigrid_load(const tc_multigrid_figures *figures, int degree, tc_cycle_load *out);

#endif
