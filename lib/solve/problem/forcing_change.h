/* How much what enters differs from one step to the next, and how strong the source is. Internal to
 * solve/problem/forcing. */
#ifndef TC_SOLVE_PROBLEM_FORCING_CHANGE_H
#define TC_SOLVE_PROBLEM_FORCING_CHANGE_H

#include "fv/scheme/boundary_data.h"
#include "solve/space/space.h"

/* Since tc_forcing_change_take was called last. */
typedef struct tc_forcing_change {
  const tc_space *space; /* borrowed */
  int64_t steps;
  double dt;
  double *data;   /* [owned] sum of the squares of what b differs by; NULL when data do not depend on time */
  double *source; /* [owned] the same of s; NULL without a source */
  double *last;   /* [owned] s of the last step */
  double strongest; /* the largest |s| */
} tc_forcing_change;

/* Collective. For data that vary, for a source. To be freed also after an error. Errors on all ranks:
 * TC_INTERNAL out of memory. */
tc_status tc_forcing_change_init(const tc_space *space, bool data, bool source, tc_forcing_change *out);
void tc_forcing_change_free(tc_forcing_change *drift);

/* Nothing has entered yet; source[owned]: that of the first step, NULL without one. Not collective. */
void tc_forcing_change_begin(tc_forcing_change *drift, const double *source);

/* Not collective, once a step: its length; data at the boundary after before[inflow->faces]; the source. */
void tc_forcing_change_add_step(tc_forcing_change *drift, double dt);
void tc_forcing_change_add_data(tc_forcing_change *drift, const tc_boundary_data *inflow,
                                const double *before);
void tc_forcing_change_add_source(tc_forcing_change *drift, const double *source);

/* Collective, and begins anew. *change: at least the sum over the steps of the volume-weighted norm of
 * dt (in_l - in_(l-1)), by Cauchy and Schwarz over the steps of each cell; *push: at least the sum of dt max
 * |s|. Both the same on any number of ranks. */
tc_status tc_forcing_change_take(tc_forcing_change *drift, double *change, double *push);

#endif
