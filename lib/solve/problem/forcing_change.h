/* Bounds of the change of the forcing from step to step, and of the contribution of the source. Internal to
 * solve/problem/forcing.c, which calls tc_forcing_change_begin before the first step, the three _add
 * functions in each step, and tc_forcing_change_take for each check of the watchdog. For each cell, the
 * squared changes of all steps are added to one number, so no history of steps is stored. The Cauchy-Schwarz
 * inequality then bounds the sum of the norms of these changes. The vector b is computed from the boundary
 * data, s is the source. */
#ifndef TC_SOLVE_PROBLEM_FORCING_CHANGE_H
#define TC_SOLVE_PROBLEM_FORCING_CHANGE_H

#include "base/core/pool.h"
#include "fv/scheme/boundary_data.h"
#include "solve/space/space.h"

/* Sums and maxima over the steps since the last call of tc_forcing_change_take. */
typedef struct tc_forcing_change {
  const tc_space *space; /* Space of the field, borrowed. */
  /* Number of steps; for stabilised steps the number of evaluations in stages. */
  int64_t steps;
  int64_t rate_count; /* Number of evaluations of the forcing at the beginning or end of a stabilised step,
                         where the rate of change F is needed. */
  bool is_rate;   /* True if the current evaluation is one of those counted by rate_count, false if it is in a
                     stage. */
  double dt;      /* Length of the longest step; 1 for stabilised steps. */
  double time;    /* Simulated time of the steps. */
  double *data;   /* [owned] Sum over steps of the squared change of b from the previous step; NULL if the
                     boundary data do not depend on time. */
  double *source; /* [owned] Sum over steps of the squared change of s from the previous step; NULL without a
                     source. */
  double *last;   /* [owned] Source s in the last step. */
  double *rates;  /* [owned] Sum of the squared changes of b and of s over the evaluations counted by
                     rate_count; NULL if steps are not stabilised. */
  double strongest; /* Largest |s| over the cells of this rank and all steps since the last reset. */
  tc_pool memory;   /* Owns the arrays of this struct. */
} tc_forcing_change;

/* Collective. Allocates the sums. `data` is true if boundary data depend on time, `source` is true if there
 * is a source. The caller frees `*out`, also after an error. Errors (on all ranks): TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_forcing_change_init(const tc_space *space, bool data, bool source, tc_forcing_change *out);
void tc_forcing_change_free(tc_forcing_change *drift);

/* Not collective. Resets all sums. source[owned] is the source at the first step, or NULL. */
void tc_forcing_change_begin(tc_forcing_change *drift, const double *source);

/* Not collective. These three functions add one step to the sums. Each is called once per step. dt is the
 * length of the step, inflow->datum its boundary data, before[inflow->faces] the boundary data of the
 * previous step, and source[owned] the source of the step. */
void tc_forcing_change_add_step(tc_forcing_change *drift, double dt);
void tc_forcing_change_add_data(tc_forcing_change *drift, const tc_boundary_data *inflow,
                                const double *before);
void tc_forcing_change_add_source(tc_forcing_change *drift, const double *source);

/* Not collective. Allocates the additional arrays of stabilised steps. The pool of the struct owns them.
 * Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_forcing_change_begin_stages(tc_forcing_change *drift);

/* Not collective. Stabilised steps call these two functions instead of tc_forcing_change_add_step. The first
 * is called before the changes of each evaluation are added. `is_rate` is true for an evaluation of the rate
 * at the beginning or end of the step, and false in a stage. The second is called for each step. */
void tc_forcing_change_add_evaluation(tc_forcing_change *drift, bool is_rate);
void tc_forcing_change_add_time(tc_forcing_change *drift, double dt);

/* Collective. Computes the bounds for the steps since the last call and resets the sums. `*change` bounds the
 * sum over these steps of the volume-weighted norm of dt (f_l - f_(l-1)), where f_l = b + s in step l and dt
 * is that of the longest step.
 * `*push` bounds the sum over these steps of dt times the largest |s| of all cells. The bounds have the same
 * bits on any number of ranks. */
tc_status tc_forcing_change_take(tc_forcing_change *drift, double *change, double *push);

/* Collective. Replaces tc_forcing_change_take for stabilised steps. *rates bounds the sum of the norms of f_l
 * - f_(l-1) over the evaluations counted by rate_count, and *stages the sum over the evaluations in
 * stages. */
tc_status tc_forcing_change_compute_stages(tc_forcing_change *drift, double *rates, double *stages,
                                           double *push);

#endif
