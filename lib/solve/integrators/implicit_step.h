/* State of the integrator `implicit` and the parts of a step. Symbols: v is the field, v' the field after the
 * step, R the rate matrix and theta the time weight. Internal to solve/integrators. A step of given length
 * calls tc_implicit_step_prepare, tc_implicit_step_solve and tc_implicit_step_add_change. A step with error
 * control (solve/integrators/implicit_control.c) calls them in each attempt and restores the state if the
 * attempt is rejected. */
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
  /* [owned] The distance w: field minus the level of the background (solve/problem/background.h). */
  double *distance;
  double *now, *next; /* [owned] `now` is the field. `next` is scratch during a step and contains the previous
                         field after the step. */
  double *change;     /* [owned] theta dt R v at the beginning of a step, scratch afterwards. */
  double *right_side; /* [owned] Right-hand side during a step, (1 - theta) v + theta v' after it. */
  double forcing_mean; /* Volume-weighted mean of the forcing dt (b + s) of the current step. */
  double norm;         /* Norm of `distance` at the beginning of the step. */
  double largest;      /* Largest norm so far of the right-hand side of the system for the new field v'. */
  /* Norm to which the limit of check_rows in integrator_implicit.c is relative (see compute_size there). */
  double size;
  double max_size;              /* Largest `size` of all steps so far. */
  tc_implicit_control *control; /* Error control; NULL for steps of given length. */
} tc_implicit_step;

/* Collective. First part of a step: sets the length of the step to request->dt and computes s->right_side.
 * Afterwards s->change is theta dt R v. `size` and `residual` are arguments of tc_implicit_step_solve. Does
 * not change the field. Errors: those of tc_implicit_set_scale, of messages and of the forcing. */
tc_status tc_implicit_step_prepare(tc_implicit_step *s, const tc_step_request *request, double *residual,
                                   double *size, tc_ledger *ledger);

/* Collective. Second part: solves for the change d, which becomes the solver's vector x, and checks it. The
 * solver's vector r becomes the residual. Errors: those of tc_implicit_solve. */
tc_status tc_implicit_step_solve(tc_implicit_step *s, double residual, double size, tc_ledger *ledger);

/* Collective. Third part: computes the next field s->next, its distances, its background and s->right_side =
 * (1 - theta) v + theta v'. The caller exchanges s->now and s->next, and calls tc_implicit_end. */
tc_status tc_implicit_step_add_change(tc_implicit_step *s);

/* Collective. tc_implicit_control_create begins the error control with the field value[owned], after all
 * other members of `s` have been set; tc_implicit_control_load continues with another field. Errors (on all
 * ranks): TC_USAGE if the tolerance of the solver is not small compared to that of the steps; TC_INTERNAL if
 * memory is exhausted. */
tc_status tc_implicit_control_create(tc_implicit_step *s, const double *value);
tc_status tc_implicit_control_load(tc_implicit_step *s, const double *value);
void tc_implicit_control_destroy(tc_implicit_control **control);

/* Collective. Adds the forcing dt (b + s) of an attempt to inflow[owned]. Called by tc_implicit_step_prepare.
 * Overwrites the solver's vector x. Errors: those of the forcing. */
tc_status tc_implicit_control_add_forcing(tc_implicit_step *s, double *inflow, tc_ledger *ledger);

/* Collective. Performs attempts of a step until one is accepted. Errors: those of the parts of a step and of
 * tc_controlled_decide. */
tc_status tc_implicit_control_advance(tc_implicit_step *s, const tc_step_request *request, tc_ledger *ledger);

const tc_error_control_record *tc_implicit_control_record(const tc_implicit_control *control);

/* Not collective. Add the state to the restart data, and restore it after the listed values have been
 * read. */
tc_status tc_implicit_control_list_restart(tc_implicit_step *s, tc_restart_list *list);
void tc_implicit_control_resume(tc_implicit_step *s);

#endif
