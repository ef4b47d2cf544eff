/* Comparison of methods and preconditioners of the solver: the same steps with each pair. The command
 * compare calls tc_method_comparison_run after each setup of a session, then tc_method_comparison_check,
 * and frees the comparison. All results belong to the session. */
#ifndef TC_RUN_STUDIES_COMPARE_METHODS_H
#define TC_RUN_STUDIES_COMPARE_METHODS_H

#include "run/session/session.h"

/* Pairs of method and preconditioner to compare, and state of the comparison. The lists are borrowed.
 * Zero-initialise the other members. */
typedef struct tc_method_comparison {
  int methods, preconditioners, strategies; /* numbers of entries of the lists; 0 methods or preconditioners
                                               stand for the one of the config */
  const tc_method *const *method;           /* [methods] solver methods; NULL stands for auto */
  const tc_preconditioner *const *preconditioner;
  const tc_strategy *const *strategy;
  double *reference; /* [owned] field of the first pair that succeeded in this setup, with which the others
                        are compared */
  double size; /* scale by which differences of fields are divided: the norm of `reference` minus its mean. In
                  runs with steps it is the same norm of the initial field if that is larger. */
  tc_status failed; /* error of the first pair that failed */
} tc_method_comparison;

/* Not collective. Returns the set of all methods and preconditioners that are compared. An empty list stands
 * for the one of the config. */
tc_solver_set tc_method_comparison_set(const tc_method_comparison *methods);

/* Collective. Called after tc_session_set_up. Runs the steps with each pair and strategy. Appends a result
 * for each to the session's results, or a failure with its reason. Pairs that are not allowed, and solves
 * that fail, do not end the comparison. Changes the config's method and preconditioner to those of the last
 * pair. Errors: those of tc_session_run that have other causes. */
tc_status tc_method_comparison_run(tc_session *session, tc_method_comparison *methods, int32_t block_size);

/* Not collective. Checks that at least one pair succeeded, that all strategies give the same bits for a pair,
 * and that the fields of the pairs differ by no more than the tolerance allows (for steady states by 1e-3 if
 * that is larger). Errors: the first failure if there are no results; TC_INTERNAL for different bits;
 * TC_NUMERICAL with the names of a pair whose field differs. */
tc_status tc_method_comparison_check(const tc_session *session, tc_method_comparison *methods);

void tc_method_comparison_free(tc_method_comparison *methods);

#endif
