/* Balance of a field: its inflow through the boundary and from a source, compared to the change of its
 * integral. A step of explicit Euler is v_(l+1) = v_l + dt (R v_l + b_l + s_l), where v_l is the field after
 * step l, R the rates, b_l the vector of the boundary data g_l and s_l the source. The integrals over the
 * mesh therefore satisfy
 *
 *   integral(v_n) - integral(v_0) = dt sum over l < n of (inflow(v_l, g_l) + integral(s_l))
 *
 * where inflow is the sum of the flows through the faces of all markers. This holds because the column sums
 * of the rates equal these flows (fv/scheme/marker_flux.h). Implicit steps satisfy the same equation with
 * means of g and v weighted in time, up to the residuals of their solves and to rounding. The balance hook
 * adds the values of each step to one sum per cell at the boundary, without communication
 * (solve/space/compensated_sums.h). History and outcome read the totals. The defect of a correct run consists
 * of the rounding of the field, which is at most half a unit in the last place per step. */
#ifndef TC_SOLVE_OBSERVE_BALANCE_H
#define TC_SOLVE_OBSERVE_BALANCE_H

#include "solve/observe/hook.h"
#include "solve/problem/problem.h"
#include "solve/space/compensated_sums.h"

/* Inflows and integrals are in units of the field times length^3. Results have the same bits on all ranks and
 * for any number of ranks and threads. */
typedef struct tc_balance {
  const tc_problem *problem; /* Borrowed; the assembled problem. */
  const double *source;      /* [owned] Borrowed; source during the last step. NULL without a source. */
  int32_t cells,
      *cell;       /* [cells] Owned cells with values from which flows through the boundary are computed. */
  int32_t *number; /* [owned] Index in `cell` of each owned cell; -1 if `cell` does not contain it. */
  tc_compensated_sums value, datum,
      from_source; /* Sums over the steps since the last update: of the values of the listed cells [cells], of
                      the boundary data [inflow->faces], of the source [owned]. */
  int64_t steps;   /* Number of steps in `value`, `datum` and `from_source`. */
  double dt;
  bool steady;     /* True for a steady state. Flows are then per unit of time, and they should add up to 0
                      instead of to the change of the integral. */
  tc_sum *partial; /* [markers+2] Scratch: exact sum of this rank for each item of `cumulative`. */
  double *largest; /* [markers+2] Scratch: largest absolute term of each sum in `partial`. */

  int markers;             /* Number of markers in problem->physics. */
  double initial_integral; /* Integral of the initial field. */
  double level;       /* Constant that is subtracted from values and boundary data when flows are summed. */
  double spread;      /* Integral of |value - mean| of the initial field (tc_field_spread). */
  double *cumulative; /* [markers+2] Inflow since the start of the run until the last update: through each
                         marker, then from the source. The last item is used in a steady state only: the sum
                         of the absolute contributions of all boundary data and of the source. */
  double *since_last_update; /* [markers+2] Part of `cumulative` that the last update added. */
  double time;               /* Time between the last two updates. */
  tc_pool memory;            /* Arrays of this struct. */
} tc_balance;

/* Collective. Borrows `problem` and `source`. Errors (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_balance_create(const tc_problem *problem, const double *source, tc_balance **out);
void tc_balance_destroy(tc_balance **balance);

/* Not collective. Resets the balance to the start of a run whose initial field has this integral. Sets level
 * and spread to 0. */
void tc_balance_begin(tc_balance *balance, double integral);

/* Not collective; uses OpenMP threads. Called after each step of size dt. during[owned] is the field from
 * which the flows of the step follow (tc_integrator.flux_value). For explicit Euler that is the field before
 * the step. The boundary data of the problem and balance->source must still be those of the step. */
void tc_balance_add(tc_balance *balance, double dt, const double *during);

/* Collective. Adds the sums of the steps since the last update to `cumulative`. A total becomes NaN if a term
 * added to it is not finite. */
tc_status tc_balance_update(tc_balance *balance);

/* Not collective. `integral` is the integral of the field at the last update. The defect is the part of the
 * change of the integral that inflow and source do not explain. The error is the absolute defect divided by
 * the scale. The scale is the largest of four absolute values: the change of the integral, the inflow through
 * any marker, the inflow from the source, and the spread of the initial field. In a steady state, whose net
 * flows may all be 0, the sum of the absolute contributions of all boundary data and of the source replaces
 * the change of the integral and the spread. A constant added to the initial field and to all boundary values
 * changes none of the results. */
double tc_balance_defect(const tc_balance *balance, double integral);
double tc_balance_scale(const tc_balance *balance, double integral);
double tc_balance_error(const tc_balance *balance, double integral);

/* Returns a hook that resets the balance at the start of a run and adds each step. It must precede hooks that
 * read the balance. Borrows the balance. At the last step it updates the totals before it adds the step. The
 * final update then adds the last step alone, so `since_last_update` yields the inflow of the last step. If
 * the run is later extended, totals differ by rounding from those of an uninterrupted run. */
tc_hook tc_balance_hook(tc_balance *balance);

#endif
