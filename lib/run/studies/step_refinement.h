/* Refinement of steps, `tetracast verify --steps`: runs a config on one mesh with several numbers of equal
 * steps to time.end, and observes the order of the method of time integration. The command calls
 * tc_step_refinement_run once, writes the study (report/document/time_study.h) and frees its pool. The runs
 * write no outputs. */
#ifndef TC_RUN_STUDIES_STEP_REFINEMENT_H
#define TC_RUN_STUDIES_STEP_REFINEMENT_H

#include "report/document/time_study.h"
#include "run/session/session.h"

/* Input of the study. All pointers are borrowed. */
typedef struct tc_step_refinement_options {
  const tc_run_options *options; /* options with a config; the reports that they name are not written */
  int count;                     /* number of runs, at least 2 */
  const int32_t *steps;          /* [count] rising numbers of steps */
} tc_step_refinement_options;

/* Collective. Runs the config, then the reference with TC_TIME_REFERENCE_FACTOR times the largest number of
 * steps, and records errors and orders in *study. time.dt of the config has no effect, and linear systems are
 * solved to tc_time_runs_tolerance. *study is zeroed before the call; its texts are borrowed from the options
 * and static lists. The caller frees study->pool, also after an error. Errors (on all ranks): those of a
 * session; TC_USAGE if the config solves for a steady state, has no time.end or has time.steady, or if its
 * strategy gives no solution; TC_NUMERICAL if the longest step is unstable. */
tc_status tc_step_refinement_run(const tc_step_refinement_options *refine,
                                 const tc_run_environment *environment, tc_world *world, const tc_log *log,
                                 tc_time_study *study);

#endif
