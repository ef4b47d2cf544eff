/* What has entered a field: through the boundary and from a source, against the change of its integral. With
 * explicit Euler, v_(l+1) = v_l + dt (R v_l + b_l + s_l), that is
 *
 *   integral(v_n) - integral(v_0) = dt sum over l < n of ( sum over markers of flow_m(v_l, g_l) +
 * integral(s_l) )
 *
 * and with implicit steps the same for what they weigh, g and v, up to what their solves leave undone and up
 * to rounding, because column by column the rates do to the integral what flows in (fv/scheme/marker_flux.h).
 * Steps are added up without communication, cell by cell near the boundary (solve/space/compensated_sums.h).
 * What is not explained is what rounding does to the field: at the most half a last bit a step, when it
 * hardly changes any more. */
#ifndef TC_SOLVE_OBSERVE_BALANCE_H
#define TC_SOLVE_OBSERVE_BALANCE_H

#include "solve/observe/hook.h"
#include "solve/problem/problem.h"
#include "solve/space/compensated_sums.h"

/* quantity * length^3, but where told. Numbers for people are the same on all ranks, with the same bits on
 * any number of ranks and threads. */
typedef struct tc_balance {
  const tc_problem *problem; /* borrowed, as assembled; so is .. */
  const double *source;      /* [owned] .. the source during the last step; NULL: none */
  int32_t cells, *cell;      /* [cells] own cells whose values tell what flows through the boundary */
  int32_t *number;           /* [owned] of a cell in that list */
  tc_compensated_sums value, datum, from_source; /* [cells], [inflow->faces], [owned] */
  int64_t steps;                                 /* that are added up there */
  double dt;
  bool steady;     /* no steps: what enters does so in a unit of time, and the integral is none of it */
  tc_sum *partial; /* [markers+2] */
  double *largest; /* [markers+2] */

  int markers;             /* of problem->physics */
  double initial_integral; /* the integral at the start */
  double level;            /* Constant from which values and their data are counted when flows are summed. */
  double spread;           /* of the initial field (tc_field_spread) */
  double *cumulative;      /* [markers+2] what has entered since then: through each marker, from the source;
                         and of a steady state all that drives it, data and source without their signs */
  double *since_last_update; /* [markers+2] of it, between the last two looks, */
  double time;               /* which are so far apart */
} tc_balance;

/* Collective. Errors on all ranks: TC_INTERNAL out of memory. */
tc_status tc_balance_create(const tc_problem *problem, const double *source, tc_balance **out);
void tc_balance_destroy(tc_balance **balance);

/* From the start again, with this integral, and with level and spread 0. Not collective. */
void tc_balance_begin(tc_balance *balance, double integral);

/* After each step: during[owned], the field that its flows are of (solve/step/integrator.h), for explicit
 * Euler that before it; data and source are those that it used. Not collective, OpenMP inside. */
void tc_balance_add(tc_balance *balance, double dt, const double *during);

/* Collective. Fills in what has entered, where a step has been made since the last look. NaN where something
 * is not finite. */
tc_status tc_balance_update(tc_balance *balance);

/* The change of the integral that nothing explains, and its ratio to the scale: the largest of the change of
 * the integral, of all that has entered, and of what the initial field has to move (tc_field_spread). The
 * scale of a steady state, whose flows may all be 0, is the sum of the magnitudes of what data and source
 * drive through each face and cell, which may be many times the net flow. A constant added to all data
 * changes none of these. As of the last look, with the integral of then. Not collective. */
double tc_balance_defect(const tc_balance *balance, double integral);
double tc_balance_scale(const tc_balance *balance, double integral);
double tc_balance_error(const tc_balance *balance, double integral);

/* Begins at step 0 and adds each step; to stand in front of hooks that look. Looks before it adds the last
 * one, so that what was recent at the end is that of the last step. If the run is then extended, totals after
 * that step differ by rounding from those of one run. Borrows the balance. */
tc_hook tc_balance_hook(tc_balance *balance);

#endif
