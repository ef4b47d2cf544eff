/* Conservation check of a field: compares the change of its integral over the mesh to its inflow through the
 * boundary and from a source. A step of explicit Euler is v_(l+1) = v_l + dt (R v_l + b_l + s_l), where v_l
 * is the field after step l, R the rate matrix, b_l the vector computed from the boundary data g_l, and s_l
 * the source. The integrals over the mesh therefore satisfy
 *
 *   integral(v_n) - integral(v_0) = dt sum over l < n of (inflow(v_l, g_l) + integral(s_l))
 *
 * where inflow is the sum of the flows through the faces of all markers. This holds because the column sums
 * of the matrix R, weighted by cell volumes, equal these flows (fv/scheme/marker_flux.h). Implicit steps
 * satisfy the same equation with time-weighted means of g and v, up to rounding and the residuals of the
 * linear solves. Stabilised Runge-Kutta steps satisfy it with means of g, v and s that are weighted over the
 * stages. The balance hook adds the values of each step to one sum per cell at the boundary, without
 * communication (solve/space/compensated_sums.h). The history and the outcome of a run report the totals. The
 * defect is the difference of both sides of the equation. In a correct run it is caused by the rounding of
 * the field alone, at most half a unit in the last place per step. */
#ifndef TC_SOLVE_OBSERVE_BALANCE_H
#define TC_SOLVE_OBSERVE_BALANCE_H

#include "solve/observe/hook.h"
#include "solve/problem/problem.h"
#include "solve/space/compensated_sums.h"

/* State of the balance. Inflows and integrals are in units of the field times length^3. Results have the same
 * bits on all ranks and for any number of ranks and threads. */
typedef struct tc_balance {
  const tc_problem *problem; /* The assembled problem, borrowed. */
  const double *source; /* [owned] Source s of each cell in the last step, borrowed; NULL if the problem has
                           no source. */
  int32_t cells, *cell; /* [cells] The owned cells whose values contribute to a flow through the boundary. */
  int32_t *number;      /* [owned] Index in `cell` of each owned cell; -1 if `cell` does not contain it. */
  tc_compensated_sums value, datum,
      from_source; /* Sums over the steps since the last update. `value` [cells] sums the field in the cells
                      of `cell`, `datum` [faces] the boundary data, and `from_source` [owned] the source. */
  int64_t steps;   /* Number of steps that `value`, `datum` and `from_source` contain. */
  double dt;
  bool steady; /* True if the run solves for a steady state. Flows are then per unit of time and should add up
                  to 0, because the integral does not change. */
  tc_sum *partial; /* [markers+2] Scratch: contribution of this rank to each item of `cumulative`, as an exact
                      sum. */
  double *largest; /* [markers+2] Scratch: largest absolute term of each sum in `partial`. */

  int markers;             /* Number of markers in problem->physics. */
  double initial_integral; /* Integral of the initial field. */
  double level; /* Constant that is subtracted from values and boundary data before flows are summed, to avoid
                   cancellation. */
  double spread; /* Integral over the mesh of |v - mean of v| for the initial field v (tc_field_spread). */
  double *cumulative; /* [markers+2] Inflow from the start of the run to the last update: one item per marker,
                         then one for the source. The last item is used for a steady state only. It is the sum
                         of the absolute contributions of all boundary data and of the source. */
  double *since_last_update; /* [markers+2] Amounts that the last update added to `cumulative`. */
  double time;               /* Simulated time between the last two updates. */
  tc_pool memory;            /* Owns all arrays of this struct. */
} tc_balance;

/* Collective. Creates a balance, which borrows `problem` and `source`. Errors (on all ranks): TC_INTERNAL if
 * memory is exhausted. */
tc_status tc_balance_create(const tc_problem *problem, const double *source, tc_balance **out);
void tc_balance_destroy(tc_balance **balance);

/* Not collective. Resets the balance to the start of a run. `integral` is the integral of the initial field.
 * Sets the members `level` and `spread` to 0. */
void tc_balance_begin(tc_balance *balance, double integral);

/* Not collective; uses OpenMP threads. Called after each step. Adds this step of size dt, which must equal
 * that of all steps since the last update. during[owned] is the field with which the flows of the step are
 * computed (tc_integrator.flux_value). For explicit Euler it is the field before the step. The boundary data
 * of the problem and balance->source must still be those of the step. */
void tc_balance_add(tc_balance *balance, double dt, const double *during);

/* Collective. Adds the sums of the steps since the last update to `cumulative`. An item of `cumulative`
 * becomes NaN if a term added to this item is not finite. */
tc_status tc_balance_update(tc_balance *balance);

/* Collective. Does the same as tc_balance_update but does not clear the sums. Called for a copy that shares
 * the sums of the original, so that the original does not change. */
tc_status tc_balance_add_to_totals(tc_balance *copy);

/* Not collective. Return defect, scale and error of the balance. `integral` is the integral of the field at
 * the last update. The defect is the part of the change of the integral that inflow and source do not
 * explain. The error is the absolute defect divided by the scale. The scale is the largest of four absolute
 * values: the change of the integral, the inflow through any marker, the inflow from the source, and the
 * spread of the initial field. The net flows of a steady state may all be 0. The scale of a steady state
 * therefore contains the sum of the absolute contributions of all boundary data and of the source, instead of
 * the change of the integral and the spread. The results do not change if a constant is added to the initial
 * field and to all boundary values. */
double tc_balance_defect(const tc_balance *balance, double integral);
double tc_balance_scale(const tc_balance *balance, double integral);
double tc_balance_error(const tc_balance *balance, double integral);

/* Returns a hook that resets the balance at the start of a run and adds each step. In the list of hooks it
 * must precede the hooks that read the balance. Borrows the balance. At the last step the hook calls
 * tc_balance_update before it adds the step. After the caller's final update, `since_last_update` is
 * therefore the inflow of the last step alone. If the run is later extended, the additional update makes
 * totals differ by rounding from those of an uninterrupted run. */
tc_hook tc_balance_hook(tc_balance *balance);

#endif
