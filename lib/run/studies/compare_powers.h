/* Comparison of numbers of stages in one pass through the matrix (linear/operator/sweep_plan.h), `tetracast
 * compare --powers`: in each of several rounds, makes the steps of a config with each number, and a
 * step of explicit Euler for each stage of these steps. The command calls tc_powers_comparison_run once,
 * writes the study (report/document/powers_study.h) and frees its pool. The steps write no outputs. */
#ifndef TC_RUN_STUDIES_COMPARE_POWERS_H
#define TC_RUN_STUDIES_COMPARE_POWERS_H

#include "report/document/powers_study.h"
#include "run/session/session.h"

typedef struct tc_powers_comparison {
  int count;             /* number of entries of powers[]; at least 1 */
  const int32_t *powers; /* [count] numbers of stages from 1 to TC_SWEEP_STAGES_MAX; 1 is always compared */
  int rounds;            /* number of rounds of measurement; at least 1 */
} tc_powers_comparison;

/* Collective. Makes the steps in an open session, which the function sets up. *study is zeroed before the
 * call; its texts are borrowed from the session. The caller frees study->pool, also after an error. Errors
 * (on all ranks): those of a session; TC_USAGE if the method of the config has no stages, if there is
 * forcing, or if the strategy reads remote values during the product; TC_INTERNAL if the bits of two fields
 * differ. */
tc_status tc_powers_comparison_run(tc_session *session, const tc_powers_comparison *comparison,
                                   tc_powers_study *study);

#endif
