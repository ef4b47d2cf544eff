/* Initial field and initial local states of a run, from the formulas of the config or from a snapshot. Each
 * setup of a session calls the functions after the cells have been distributed. */
#ifndef TC_RUN_SESSION_INITIAL_FIELD_H
#define TC_RUN_SESSION_INITIAL_FIELD_H

#include "run/session/plan.h"
#include "solve/problem/source.h"

/* Collective. Sets value[owned], the initial field, from the formula of the config or from a snapshot. Errors
 * are returned on all ranks. */
tc_status tc_initial_field_set(const tc_plan *plan, const tc_space *space, double *value);

/* Collective. Sets the initial values of the local states. If the initial field is read from a snapshot that
 * contains a state, its values are read from there, otherwise they are evaluated from its formula. Errors are
 * returned on all ranks. */
tc_status tc_initial_states_set(const tc_plan *plan, const tc_space *space, tc_source *source);

#endif
