/* Outcome: the values of a field at the end of a run, by region, marker and probe. The session creates it
 * after the time loop; the report and the run record read it. It contains a copy of the balance, so a later
 * run may reuse the original. Values are equal on all ranks. */
#ifndef TC_SOLVE_OBSERVE_OUTCOME_H
#define TC_SOLVE_OBSERVE_OUTCOME_H

#include "base/core/pool.h"
#include "solve/observe/balance.h"
#include "solve/problem/source.h"
#include "solve/space/probe.h"
#include "solve/space/region_stats.h"

typedef struct tc_outcome {
  const tc_problem *problem; /* Borrowed, like the next two members. */
  const tc_probes *probes;
  tc_source *source;       /* The source, which stores the local states; NULL if there are no local states. */
  double initial_integral; /* Integral of the initial field. */
  double spread;           /* Integral of |value - mean| of the initial field (tc_field_spread). */
  tc_region_stats *digest;
  /* [1 + states][probes->count] Values at the probes: of the field, then of each local state. */
  double *probe;
  tc_balance *balance; /* Balance at the end of the run, a copy; NULL if there are neither boundary data
                                nor a source. */
  tc_pool memory;      /* Owns `probe` and `balance`. */
} tc_outcome;

/* Collective. Computes the outcome from the initial and the final field, both [owned], and from the balance,
 * which is NULL if there are neither boundary data nor a source. The inflows in the outcome include all steps
 * so far. The function does not change `balance`, so that a run may continue after a report. Errors (on all
 * ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_outcome_create(const tc_problem *problem, const tc_probes *probes, const tc_balance *balance,
                            tc_source *source, const double *initial, const double *value, tc_outcome **out);
void tc_outcome_destroy(tc_outcome **outcome);

/* Not collective. Returns the number of local states. */
int tc_outcome_states(const tc_outcome *outcome);

/* Not collective, but equal on all ranks. Return the inflow through the faces of the marker with index m in
 * space->markers, or from the source if m equals the number of markers. tc_outcome_inflow returns the total
 * inflow since the start of the run, tc_outcome_rate the inflow per unit of time in the last step. Both
 * return 0 without a balance. */
double tc_outcome_inflow(const tc_outcome *outcome, int m);
double tc_outcome_rate(const tc_outcome *outcome, int m);

/* Not collective. Return defect, scale and error of the balance (solve/observe/balance.h). Without a balance,
 * the defect is the change of the integral since the start. The scale is then the spread of the initial
 * field. If the initial field is uniform, the scale is the larger absolute integral of the initial and the
 * final field. */
double tc_outcome_defect(const tc_outcome *outcome);
double tc_outcome_scale(const tc_outcome *outcome);
double tc_outcome_error(const tc_outcome *outcome);

#endif
