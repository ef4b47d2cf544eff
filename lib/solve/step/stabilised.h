/* Steps of the stabilised explicit methods. One step of length dt makes `stages` products and no dot product
 * (solve/stability/stabilised_coefficients.h). Steps are equal, or an error control chooses their lengths
 * (solve/step/controlled.h). An attempt at a step with error control uses the smallest number of stages that
 * is stable, and makes one reduction to estimate its error. A step computes the differences D_j = Y_j - y_0
 * between the field Y_j of stage j and the field y_0 before the step. A constant that is added to the field
 * therefore changes only the rounding of y_0, and the integral is conserved up to rounding. The terms of a
 * row are added in a fixed order, so the bits do not depend on ranks, threads or strategy, nor on the storage
 * format within a row form (matrix or difference, sparse/matrix.h). The integrators rkl2 and rkc2 consist of
 * the functions below and of their method. The functions have the meaning of the members of tc_integrator
 * with the same names (solve/step/integrator.h). */
#ifndef TC_SOLVE_STEP_STABILISED_H
#define TC_SOLVE_STEP_STABILISED_H

#include "linear/operator/operator.h"
#include "solve/space/restart_list.h"
#include "solve/stability/stabilised_coefficients.h"

/* Result of the search for a stable step (solve/stability/stable_step.h) for a stabilised method. */
typedef struct tc_stabilised_steps {
  int stages;        /* number of stages (products) of every step; unused with error control */
  double axis_ratio; /* axis ratio of the ellipse that contains the eigenvalues (solve/stability/ellipse.h) */
  /* Largest number of stages that one pass through the matrix computes, at most TC_SWEEP_STAGES_MAX. With 0
   * or 1 each stage is a separate pass. Unused with a strategy whose ranks read remote values during the
   * product (comm/access). The bits of the field do not depend on this number. */
  int powers;
  double overshoot; /* value of tc_watchdog_rules.overshoot; 0 for no limit, and with error control */
} tc_stabilised_steps;

struct tc_integrator_setup; /* Forward declarations; defined in solve/step/integrator.h. */
struct tc_step_request;
struct tc_error_control_record; /* Forward declaration; defined in solve/observe/error_control.h. */

/* Collective. Prepares steps of `method` with setup->stabilised, which must not be NULL, and with the error
 * control setup->control, which may be NULL. Allocates four vectors, a fifth one for a strategy with an
 * access, and one more with error control. The caller destroys *ctx, also after an error. The forcing is
 * evaluated in every stage (solve/problem/forcing_stages.h). Errors (on all ranks): those of
 * tc_operator_create; TC_INTERNAL if memory is exhausted. */
tc_status tc_stabilised_create(const struct tc_integrator_setup *setup, const tc_stabilised_method *method,
                               const double *value, void **ctx);
void tc_stabilised_destroy(void *ctx); /* collective; accepts NULL */

/* Collective. Performs one step. With error control it repeats attempts until one is accepted. Without
 * forcing and outflow the norm of the field minus its mean must not grow in an attempt. If it does, the axis
 * ratio becomes the next larger one of a fixed list (TC_ELLIPSE_RUNGS in solve/stability/ellipse.h) for the
 * rest of the run, with a warning. Errors (on all ranks): TC_NUMERICAL if an error remains too large, or if
 * the field still grows after three such changes; those of tc_operator_apply and of the forcing. */
tc_status tc_stabilised_advance(void *ctx, const struct tc_step_request *request, tc_ledger *ledger);

/* Collective with error control. Replaces the field after the last step by value[owned]. Errors (on all
 * ranks): those of messages. */
tc_status tc_stabilised_load(void *ctx, const double *value);

/* Not collective. tc_stabilised_list_restart adds the field and the state of the error control to the list.
 * Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_stabilised_list_restart(void *ctx, tc_restart_list *list);
void tc_stabilised_resume(void *ctx);

/* Not collective. These functions return the field after the last step, the field before that step, and the
 * change D_s of the field in that step, [owned]; valid until the next step. */
const double *tc_stabilised_value(const void *ctx);
const double *tc_stabilised_previous_value(const void *ctx);
const double *tc_stabilised_change(const void *ctx);

/* Not collective. Returns the record of the steps with error control so far; NULL for equal steps. */
const struct tc_error_control_record *tc_stabilised_controlled(const void *ctx);

/* Not collective. tc_stabilised_flux_value returns the field with which the flows of the last step are
 * computed, valid in the cells at the boundary only. tc_stabilised_rate returns the rate of change.
 * tc_stabilised_covered returns the largest |eigenvalue| for which the stages of the step are stable. */
const double *tc_stabilised_flux_value(const void *ctx);
const double *tc_stabilised_rate(const void *ctx);
double tc_stabilised_covered(const void *ctx);

const tc_operator *
tc_stabilised_matrix(const void *ctx); /* Not collective. Returns the operator of the rate matrix R. */

#endif
