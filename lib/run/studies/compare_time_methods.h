/* Comparison of methods of time integration, `tetracast compare --time-methods`: runs a config to the same
 * end time with several methods and compares the fields with that of a reference run. It times the runs in
 * rounds, so that a change of the machine's speed affects all methods. The command calls
 * tc_time_comparison_run once, writes the study (report/document/time_study.h) and frees its pool. The runs
 * write no outputs. */
#ifndef TC_RUN_STUDIES_COMPARE_TIME_METHODS_H
#define TC_RUN_STUDIES_COMPARE_TIME_METHODS_H

#include "report/document/time_study.h"
#include "run/session/session.h"

/* Input of the comparison. All pointers are borrowed. */
typedef struct tc_time_comparison_options {
  const tc_run_options *options;      /* options with a config; the reports that they name are not written */
  int methods;                        /* number of compared methods; at least 1 */
  const tc_integrator *const *method; /* [methods] values of time.method */
  int rounds;                         /* number of rounds of measurement; at least 1 */
  /* Method and number of steps of the reference. If `reference` is NULL, the reference uses the method of the
   * highest order; among several, the one with the most steps. It makes TC_TIME_REFERENCE_FACTOR times the
   * steps of that method or, with error control, accepts a smaller error. */
  const tc_integrator *reference;
  int64_t reference_steps;
} tc_time_comparison_options;

/* Collective. Makes the runs and records them in *study. An explicit method without stages uses its automatic
 * step, or time.dt if that is shorter; other methods use time.dt. Each method, and the reference, has the
 * stabilisation and the matrix format that a run with this method alone would have. Keys that only some of
 * the methods use are ignored by the others. All sessions are in memory at the same time. *study is zeroed
 * before the call; its texts are borrowed from the options and static lists. The caller frees study->pool,
 * also after an error. Errors (on all ranks): those of a session; TC_USAGE if a method makes no steps, if the
 * config has no time.end or has time.steady, or if its strategy gives no solution; TC_NUMERICAL with the name
 * of the method whose run fails. */
tc_status tc_time_comparison_run(const tc_time_comparison_options *options,
                                 const tc_run_environment *environment, tc_world *world, const tc_log *log,
                                 tc_time_study *study);

#endif
