/* State of the integrator `implicit` and the three functions that a step consists of. Symbols: v is the
 * field, v' the field after the step, R the rate matrix and theta the time weight. Internal to
 * solve/integrators. A step whose length the user has set calls tc_implicit_step_prepare,
 * tc_implicit_step_solve and tc_implicit_step_add_change. A step with error control
 * (solve/integrators/implicit_control.c) calls the three functions in each attempt at the step, and restores
 * the state if the estimated error of the attempt is too large. */
#ifndef TC_SOLVE_INTEGRATORS_IMPLICIT_STEP_H
#define TC_SOLVE_INTEGRATORS_IMPLICIT_STEP_H

#include "solve/problem/background.h"
#include "solve/step/controlled.h"
#include "solve/step/implicit_internal.h"

typedef struct tc_implicit_control tc_implicit_control; /* defined in solve/integrators/implicit_control.c */

typedef struct tc_implicit_step {
  tc_implicit m;
  tc_arena *arena;
  double theta;
  tc_background background;
  /* [owned] Distance w = v - level, where the level is a constant near the mean of the field
   * (solve/problem/background.h). */
  double *distance;
  double *now, *next; /* [owned] `now` is the field. `next` is scratch during a step and contains the previous
                         field after the step. */
  double *change;     /* [owned] theta dt R v at the beginning of a step, scratch afterwards. */
  double *right_side; /* [owned] Right-hand side during a step, (1 - theta) v + theta v' after it. */
  double forcing_mean; /* Volume-weighted mean of the forcing dt (b + s) of the current step. */
  double norm;         /* Norm of `distance` at the beginning of the step. */
  double largest;      /* Largest norm, over all steps so far, of the right-hand side of the system for v'. */
  /* Norm to which the limit of check_rows in integrator_implicit.c is relative (see compute_size there). */
  double size;
  double max_size;              /* Largest `size` of all steps so far. */
  tc_implicit_control *control; /* Error control; NULL if the user has set the length of the steps. */
} tc_implicit_step;

/* Collective. First part of a step: sets the length of the step to request->dt and computes s->right_side.
 * Afterwards s->change is theta dt R v. Returns the norm of s->right_side in *residual and the norm of the
 * right-hand side of the system for v' in *size; the caller passes both to tc_implicit_step_solve. Does not
 * change the field. Errors: those of tc_implicit_set_scale, of messages and of the forcing. */
tc_status tc_implicit_step_prepare(tc_implicit_step *s, const tc_step_request *request, double *residual,
                                   double *size, tc_ledger *ledger);

/* Collective. Second part: solves for the change d and checks its accuracy. Afterwards the solver's vector x
 * contains d, and its vector r contains the residual. Errors: those of tc_implicit_solve. */
tc_status tc_implicit_step_solve(tc_implicit_step *s, double residual, double size, tc_ledger *ledger);

/* Collective. Third part: computes the next field s->next, its distances, its background and s->right_side =
 * (1 - theta) v + theta v'. Afterwards the caller swaps s->now and s->next, and calls tc_implicit_end. */
tc_status tc_implicit_step_add_change(tc_implicit_step *s);

/* Collective. tc_implicit_control_create creates the error control for the initial field value[owned], after
 * all other members of `s` have been set. tc_implicit_control_load replaces the field by value[owned]. Errors
 * (on all ranks): TC_USAGE if the tolerance of the solver is not small compared to that of the steps;
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_implicit_control_create(tc_implicit_step *s, const double *value);
tc_status tc_implicit_control_load(tc_implicit_step *s, const double *value);
void tc_implicit_control_destroy(tc_implicit_control **control);

/* Collective. Adds the forcing dt (b + s) of an attempt to inflow[owned]. Called by tc_implicit_step_prepare.
 * Overwrites the solver's vector x. Errors: those of the forcing. */
tc_status tc_implicit_control_add_forcing(tc_implicit_step *s, double *inflow, tc_ledger *ledger);

/* Collective. Performs attempts of a step until one is accepted. Errors: those of the three functions of a
 * step and of tc_controlled_decide. */
tc_status tc_implicit_control_advance(tc_implicit_step *s, const tc_step_request *request, tc_ledger *ledger);

const tc_error_control_record *tc_implicit_control_record(const tc_implicit_control *control);

/* Not collective. The first function adds the state of the error control to the restart data. The second
 * restores this state after the listed values have been read from a checkpoint. */
tc_status tc_implicit_control_list_restart(tc_implicit_step *s, tc_restart_list *list);
void tc_implicit_control_resume(tc_implicit_step *s);

#endif
