/* Balance of a field: its inflow through the boundary and from a source, compared to the change of its
 * integral. With explicit Euler, v_(l+1) = v_l + dt (R v_l + b_l + s_l), that is
 *
 *   integral(v_n) - integral(v_0) = dt sum over l < n of (sum over markers of flow_m(v_l, g_l) +
 * integral(s_l))
 *
 * Implicit steps satisfy the same with their weighted g and v, up to their residuals and to rounding, because
 * the column sums of the rates equal the flows (fv/scheme/marker_flux.h). The balance hook adds each step
 * without communication, cell by cell near the boundary (solve/space/compensated_sums.h). History and outcome
 * read the sums. The defect is the rounding of the field: at most half a unit in the last place per step,
 * when the field hardly changes. */
#ifndef TC_SOLVE_OBSERVE_BALANCE_H
#define TC_SOLVE_OBSERVE_BALANCE_H

#include "solve/observe/hook.h"
#include "solve/problem/problem.h"
#include "solve/space/compensated_sums.h"

/* Quantities are in quantity * length^3 unless stated otherwise. Results have the same bits on all ranks and
 * for any number of ranks and threads. */
typedef struct tc_balance {
  const tc_problem *problem; /* Borrowed; the assembled problem. */
  const double *source;      /* [owned] Borrowed; source during the last step. NULL without a source. */
  int32_t cells, *cell;      /* [cells] Owned cells whose values determine flows through the boundary. */
  int32_t *number;           /* [owned] Index of a cell in `cell`; -1 if it is not listed. */
  tc_compensated_sums value, datum,
      from_source; /* [cells], [inflow->faces], [owned] Sums over the steps since the last update. */
  int64_t steps;   /* Number of steps in these sums. */
  double dt;
  bool steady; /* True for a steady state. Flows are then per unit of time and are not compared to the change
                  of the integral. */
  tc_sum *partial; /* [markers+2] Scratch: exact sum of this rank for each item of `cumulative`. */
  double *largest; /* [markers+2] Scratch: largest term of each sum. */

  int markers;             /* Number of markers in problem->physics. */
  double initial_integral; /* Integral of the initial field. */
  double level;            /* Constant that is subtracted from values and their data when flows are summed. */
  double spread;           /* Spread of the initial field (tc_field_spread). */
  double *cumulative; /* [markers+2] Inflow since the start: through each marker, then from the source. The
                         last item, for a steady state, is the sum of the magnitudes of data and source. */
  double *since_last_update; /* [markers+2] Part of `cumulative` between the last two updates. */
  double time;               /* Time between the last two updates. */
} tc_balance;

/* Collective. Borrows `problem` and `source`. Errors (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_balance_create(const tc_problem *problem, const double *source, tc_balance **out);
void tc_balance_destroy(tc_balance **balance);

/* Not collective. Resets the balance to the start with this integral, and with level and spread 0. */
void tc_balance_begin(tc_balance *balance, double integral);

/* Not collective; uses OpenMP threads. Called after each step. during[owned] is the field to which the flows
 * of the step belong (solve/step/integrator.h); for explicit Euler that is the previous field. Data and
 * source must be those of the step. */
void tc_balance_add(tc_balance *balance, double dt, const double *during);

/* Collective. Adds the sums of the steps since the last update to `cumulative`. A result is NaN if a term is
 * not finite. */
tc_status tc_balance_update(tc_balance *balance);

/* Not collective. The defect is the part of the change of the integral that inflow and source do not explain;
 * the error is its magnitude over the scale. The scale is the largest of the change of the integral, of all
 * inflows, and of the spread of the initial field. The scale of a steady state, whose flows may all be 0, is
 * the sum of the magnitudes of data and source over all faces and cells, which may be much larger than the
 * net flow. A constant added to all data changes none of these. All refer to the last update and to the
 * integral at that time. */
double tc_balance_defect(const tc_balance *balance, double integral);
double tc_balance_scale(const tc_balance *balance, double integral);
double tc_balance_error(const tc_balance *balance, double integral);

/* Returns a hook that begins at step 0 and adds each step. It must precede hooks that read the balance. At
 * the last step it updates the totals before it adds the step, so that `since_last_update` at the end is that
 * of the last step. If the run is then extended, totals after that step differ by rounding from those of an
 * uninterrupted run. Borrows the balance. */
tc_hook tc_balance_hook(tc_balance *balance);

#endif
