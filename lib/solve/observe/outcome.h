/* What is told of a field at the end of a run: what it amounts to in each region, what has entered through
 * each marker and from a source, what it is at probes. */
#ifndef TC_SOLVE_OBSERVE_OUTCOME_H
#define TC_SOLVE_OBSERVE_OUTCOME_H

#include "solve/observe/balance.h"
#include "solve/problem/source.h"
#include "solve/space/probe.h"
#include "solve/space/region_stats.h"

typedef struct tc_outcome {
  const tc_problem *problem; /* these three are borrowed */
  const tc_probes *probes;
  tc_source *source;       /* NULL: there are no states */
  double initial_integral; /* the integral at the start */
  double spread;           /* of the initial field (tc_field_spread) */
  tc_region_stats *digest;
  double *probe;                  /* [1 + states][probes->count] the field there, and each state */
  const tc_balance *balance;      /* what it tells now, however it goes on; NULL: nothing enters */
  struct tc_balance_values *kept; /* the memory of that */
} tc_outcome;

/* Collective. Reads the field at the start and at the end, [owned], and the balance, which may be NULL.
 * Errors on all ranks: TC_INTERNAL out of memory. */
tc_status tc_outcome_create(const tc_problem *problem, const tc_probes *probes, tc_balance *balance,
                            tc_source *source, const double *initial, const double *value, tc_outcome **out);
void tc_outcome_destroy(tc_outcome **outcome);

/* Not collective. */
int tc_outcome_states(const tc_outcome *outcome);

/* Not collective, but the same on all ranks. What has entered through marker number m of the space and, for m
 * = their number, from a source; and how much per time in the last step. 0 without a balance. */
double tc_outcome_inflow(const tc_outcome *outcome, int m);
double tc_outcome_rate(const tc_outcome *outcome, int m);

/* The change of the integral that nothing explains, the scale (solve/observe/balance.h), and the ratio of
 * both. The scale without a balance is what the initial field had to move, or its integral if it is uniform.
 */
double tc_outcome_defect(const tc_outcome *outcome);
double tc_outcome_scale(const tc_outcome *outcome);
double tc_outcome_error(const tc_outcome *outcome);

#endif
