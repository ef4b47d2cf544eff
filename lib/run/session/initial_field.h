/* Initial field and initial states of a run, from the formulas of the config or from a snapshot. Each set-up
 * calls the functions on the distributed cells. */
#ifndef TC_RUN_SESSION_INITIAL_FIELD_H
#define TC_RUN_SESSION_INITIAL_FIELD_H

#include "run/session/plan.h"
#include "solve/problem/source.h"

/* Collective. Sets value[owned], the initial field, from the formula of the config or from a snapshot. Errors
 * are returned on all ranks. */
tc_status tc_initial_field_set(const tc_plan *plan, const tc_space *space, double *value);

/* Collective. Sets the initial states of the source by their formulas, or from the snapshot of the initial
 * field if it contains them. Errors are returned on all ranks. */
tc_status tc_initial_states_set(const tc_plan *plan, const tc_space *space, tc_source *source);

#endif
