/* How much what enters differs from one step to the next, and how strong the source is. Internal to
 * solve/problem/forcing. */
#ifndef TC_SOLVE_PROBLEM_FORCING_CHANGE_H
#define TC_SOLVE_PROBLEM_FORCING_CHANGE_H

#include "fv/scheme/boundary_data.h"
#include "solve/space/space.h"

/* Since tc_drift_settle was called last. */
typedef struct tc_drift {
  const tc_space *space; /* borrowed */
  int64_t steps;
  double dt;
  double *data;   /* [owned] sum of the squares of what b differs by; NULL when data do not depend on time */
  double *source; /* [owned] the same of s; NULL without a source */
  double *last;   /* [owned] s of the last step */
  double strongest; /* the largest |s| */
} tc_drift;

/* Collective. For data that vary, for a source. To be freed also after an error. Errors on all ranks:
 * TC_INTERNAL out of memory. */
tc_status tc_drift_create(const tc_space *space, bool data, bool source, tc_drift *out);
void tc_drift_free(tc_drift *drift);

/* Nothing has entered yet; source[owned]: that of the first step, NULL without one. Not collective. */
void tc_drift_begin(tc_drift *drift, const double *source);

/* Not collective, once a step: its length; data at the boundary after before[inflow->faces]; the source. */
void tc_drift_step(tc_drift *drift, double dt);
void tc_drift_data(tc_drift *drift, const tc_inflow *inflow, const double *before);
void tc_drift_source(tc_drift *drift, const double *source);

/* Collective, and begins anew. *change: at least the sum over the steps of the volume-weighted norm of
 * dt (in_l - in_(l-1)), by Cauchy and Schwarz over the steps of each cell; *push: at least the sum of dt max
 * |s|. Both the same on any number of ranks. */
tc_status tc_drift_settle(tc_drift *drift, double *change, double *push);

#endif
