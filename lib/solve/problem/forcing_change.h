/* Change of the forcing between steps, and the strength of the source. Internal to solve/problem/forcing.c,
 * which calls _begin before the first step, the _add functions in each step, and _take for each check of the
 * watchdog. The sums of squares need one value per cell, so a check needs no history of steps. Bounds hold by
 * the Cauchy-Schwarz inequality over the steps of each cell. */
#ifndef TC_SOLVE_PROBLEM_FORCING_CHANGE_H
#define TC_SOLVE_PROBLEM_FORCING_CHANGE_H

#include "fv/scheme/boundary_data.h"
#include "solve/space/space.h"

/* Accumulated since the last tc_forcing_change_take. */
typedef struct tc_forcing_change {
  const tc_space *space; /* Borrowed. */
  int64_t steps;
  double dt;
  double *data;     /* [owned] Sum of the squared changes of b; NULL if the data do not depend on time. */
  double *source;   /* [owned] Sum of the squared changes of s; NULL without a source. */
  double *last;     /* [owned] Source of the last step. */
  double strongest; /* Largest |s| over cells and steps. */
} tc_forcing_change;

/* Collective. `data` is true if data depend on time, `source` if there is a source. The caller frees `*out`,
 * also after an error. Errors (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_forcing_change_init(const tc_space *space, bool data, bool source, tc_forcing_change *out);
void tc_forcing_change_free(tc_forcing_change *drift);

/* Not collective. Resets all sums. source[owned] is the source at the first step, or NULL. */
void tc_forcing_change_begin(tc_forcing_change *drift, const double *source);

/* Not collective. Called once per step with its length, with the boundary data and those of the previous step
 * (before[inflow->faces]), and with the source. */
void tc_forcing_change_add_step(tc_forcing_change *drift, double dt);
void tc_forcing_change_add_data(tc_forcing_change *drift, const tc_boundary_data *inflow,
                                const double *before);
void tc_forcing_change_add_source(tc_forcing_change *drift, const double *source);

/* Collective. Returns the bounds since the last call and resets the sums. `*change` is at least the sum over
 * the steps of the volume-weighted norm of dt (in_l - in_(l-1)). `*push` is at least the sum of dt max |s|.
 * The bounds have the same bits on any number of ranks. */
tc_status tc_forcing_change_take(tc_forcing_change *drift, double *change, double *push);

#endif
