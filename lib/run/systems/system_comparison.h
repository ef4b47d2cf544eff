/* Comparison of solver methods, preconditioners and strategies for a user's system: solves it with each
 * combination on the same distribution. The command compare calls tc_system_comparison_run for each block
 * size, then tc_method_comparison_check_results and tc_method_comparison_free (run/studies). */
#ifndef TC_RUN_SYSTEMS_SYSTEM_COMPARISON_H
#define TC_RUN_SYSTEMS_SYSTEM_COMPARISON_H

#include "run/studies/compare_methods.h"
#include "run/systems/system_forecast.h"

/* System, lists and results of a comparison. All pointers are borrowed. */
typedef struct tc_system_comparison {
  tc_config *config;
  tc_distributed_system *system;
  const tc_system_input *input;       /* that of the creation of the system; NULL on all ranks but the root */
  const tc_system_forecast *forecast; /* forecast of the system */
  const tc_format *storage;           /* storage format of products */
  int32_t block_size;                 /* block size for reports */
  tc_method_comparison *methods;      /* lists; without strategies none is solved with */
  tc_results *results;                /* receives a result or a failure for each combination */
} tc_system_comparison;

/* Collective. Solves with each pair of methods and preconditioners, those of the config if a list is empty,
 * and with each strategy. If a pair is not allowed or a solve fails, a failure with the reason is appended,
 * and the comparison continues. On the root, solver->field_difference of a result is the norm of the
 * difference of x from that of the first solve, divided by the norm of the latter. Errors (on all ranks):
 * those of tc_system_solve that have other causes; TC_INTERNAL if a solve moves other values than counted. */
tc_status tc_system_comparison_run(const tc_system_comparison *comparison);

#endif
