/* Forcing in the stages of a stabilised step (solve/step/stabilised_internal.h): boundary data and source are
 * added to the rates without advancing the local states. A step at time t begins with the rate F_0 = R y_0 +
 * b(t) + s(t, y_0, w_0), where y_0 is the field, w_0 the states, b computed from the boundary data and s the
 * source. Each later stage uses the changes of b and s since then. Boundary data that do not depend on time
 * are not evaluated in stages. The order of calls is that of solve/problem/source_stages.h. */
#ifndef TC_SOLVE_PROBLEM_FORCING_STAGES_H
#define TC_SOLVE_PROBLEM_FORCING_STAGES_H

#include "solve/problem/forcing.h"
#include "solve/problem/source_stages.h"

/* Collective. Prepares the forcing for stabilised steps. Must be called after tc_forcing_begin. A call of
 * tc_forcing_set_theta cancels this preparation. `keeps_end` is true if tc_forcing_add_rate will be called
 * with TC_FORCING_END. Errors (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_forcing_begin_stages(tc_forcing *input, bool keeps_end);

/* Not collective. Adds b(t) + s(t, v, w) to rate[owned]. The states w are those of the beginning of the step,
 * or with TC_FORCING_END those after the last stage. After tc_forcing_set_level, b is computed for values
 * minus that level. Records phases and counts as tc_forcing_add does. Invalid values cause an error in the
 * next call of tc_forcing_check_finite. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_forcing_add_rate(tc_forcing *input, tc_forcing_side side, double t, const double *v,
                              double *rate, tc_ledger *ledger);

/* Not collective. Begins an attempt of a step of length dt, whose first stage changes the field by D_1 =
 * first dt F_0. If the last attempt was not accepted, discards its results, so that forcing and states are
 * those at the beginning of the step. */
void tc_forcing_begin_attempt(tc_forcing *input, double dt, double first);

/* Not collective. Evaluates b + s for the field `field` + `change` at time stage->time. Adds stage->product
 * times the change of b + s since the beginning of the step to next[owned]. Also advances the changes of the
 * states to the stage. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_forcing_add_stage(tc_forcing *input, const tc_forcing_stage *stage, const double *field,
                               const double *change, double *next, tc_ledger *ledger);

/* Not collective. Ends a step whose attempt is accepted: advances the local states, and sets the boundary
 * data of the problem and tc_source_value to their means over the step, weighted as in the stages. The
 * balance reads these means. If the forcing at the end of the step was evaluated, it becomes that at the
 * beginning of the next step. */
void tc_forcing_accept(tc_forcing *input);

#endif
