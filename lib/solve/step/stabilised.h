/* Steps of the stabilised explicit methods. One step of length dt makes `stages` products and no dot product
 * (solve/stability/stabilised_coefficients.h). It is computed in differences D_j = Y_j - y_0, so stages do
 * not carry the background of the field, adding a constant to the field changes nothing but the rounding of
 * y_0, and the integral is conserved to rounding. The terms of a row are added in a fixed order, so the bits
 * do not depend on ranks, threads, strategy or on the format of a row form (sparse/matrix.h). The integrators
 * rkl2 and rkc2 consist of the functions below and of their method. The functions have the meaning of the
 * members of tc_integrator with the same names (solve/step/integrator.h). */
#ifndef TC_SOLVE_STEP_STABILISED_H
#define TC_SOLVE_STEP_STABILISED_H

#include "linear/operator/operator.h"
#include "solve/space/restart_list.h"
#include "solve/stability/stabilised_coefficients.h"

/* Result of the search for a stable step (solve/stability/stable_step.h) for a stabilised method. */
typedef struct tc_stabilised_steps {
  int stages;        /* number of stages of every step */
  double axis_ratio; /* axis ratio of the ellipse that contains the eigenvalues (solve/stability/ellipse.h) */
} tc_stabilised_steps;

struct tc_integrator_setup; /* Forward declaration; defined in solve/step/integrator.h. */

/* Collective. Prepares steps of `method` with the stages of setup->stabilised, which must not be NULL.
 * Allocates four vectors, and a fifth one for a strategy with an access. The caller destroys *ctx, also after
 * an error. Errors (on all ranks): TC_USAGE if the problem has a forcing, which these steps do not support;
 * those of tc_operator_create; TC_INTERNAL if memory is exhausted. */
tc_status tc_stabilised_create(const struct tc_integrator_setup *setup, const tc_stabilised_method *method,
                               const double *value, void **ctx);
void tc_stabilised_destroy(void *ctx); /* collective; accepts NULL */

/* Collective. Performs one step. Errors: those of tc_operator_apply. */
tc_status tc_stabilised_advance(void *ctx, tc_ledger *ledger);

/* Not collective. Replaces the field after the last step by value[owned]. */
tc_status tc_stabilised_load(void *ctx, const double *value);

/* Not collective. Adds the field to the list, from which alone the next step follows. Errors: TC_INTERNAL if
 * memory is exhausted. */
tc_status tc_stabilised_list_restart(void *ctx, tc_restart_list *list);

/* Not collective. Return the field after the last step, the field before it, and the change D_s of the field
 * in it, [owned]; valid until the next step. */
const double *tc_stabilised_value(const void *ctx);
const double *tc_stabilised_previous_value(const void *ctx);
const double *tc_stabilised_change(const void *ctx);

const tc_operator *tc_stabilised_matrix(const void *ctx); /* not collective; returns the operator of R */

#endif
