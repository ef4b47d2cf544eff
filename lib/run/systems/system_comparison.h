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
  const tc_system_input *input;       /* input from which the system was created; NULL on all ranks except the
                                         root */
  const tc_system_forecast *forecast; /* forecast of the system */
  const tc_format *storage;           /* storage format of products */
  int32_t block_size;                 /* block size of the distribution, which reports state */
  tc_method_comparison *methods;      /* lists of methods, preconditioners and strategies; nothing is solved
                                         if the list of strategies is empty */
  tc_results *results;                /* receives a result or a failure for each combination */
} tc_system_comparison;

/* Collective. Solves the system with each pair of a method and a preconditioner, and with each strategy. If
 * the list of methods or of preconditioners is empty, the one in the config is used. If a pair is not allowed
 * or a solve fails, a failure with the reason is appended, and the comparison continues. On the root,
 * solver->field_difference of a result is the norm of the difference between x and the x of the first solve,
 * divided by the norm of the latter. Errors (on all ranks): those of tc_system_solve with other causes than
 * these; TC_INTERNAL if a solve moves other values than counted. */
tc_status tc_system_comparison_run(const tc_system_comparison *comparison);

#endif
