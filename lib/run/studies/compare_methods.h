/* Comparison of solver methods and preconditioners: runs the same steps with each pair of method and
 * preconditioner. The command compare calls tc_method_comparison_run after each setup of a session, then
 * tc_method_comparison_check and tc_method_comparison_free. The session owns all results. */
#ifndef TC_RUN_STUDIES_COMPARE_METHODS_H
#define TC_RUN_STUDIES_COMPARE_METHODS_H

#include "run/session/session.h"

/* Pairs of method and preconditioner to compare, and state of the comparison. The lists are borrowed.
 * Zero-initialise the other members. */
typedef struct tc_method_comparison {
  /* Numbers of entries of the lists. If `methods` or `preconditioners` is 0, the one in the config is
   * used. */
  int methods, preconditioners, strategies;
  const tc_method *const *method;                 /* [methods] solver methods; NULL selects auto */
  const tc_preconditioner *const *preconditioner; /* [preconditioners] NULL selects auto */
  const tc_strategy *const *strategy;
  /* [owned] Field of the first successful pair since the last setup. The fields of other pairs are compared
   * with it. */
  double *reference;
  /* Norm by which differences of fields are divided. It is the norm of `reference` minus its mean. In runs
   * with time steps, the same norm of the initial field is used if it is larger. */
  double size;
  tc_status failed; /* error of the first pair that failed */
} tc_method_comparison;

/* Not collective. Returns the lists of methods and preconditioners as a tc_solver_set. An empty list means
 * that the method or the preconditioner in the config is used. */
tc_solver_set tc_method_comparison_set(const tc_method_comparison *methods);

/* Function that runs the steps, or solves a system, with the method and the preconditioner of the config. */
typedef tc_status tc_method_comparison_pair(void *self);

/* Calls `run` for each pair, after setting it in the config. If a preconditioner supports only one scope,
 * this scope is set instead of that of the config. Afterwards the method and preconditioner in the config are
 * those of the last pair. Collective if `run` is. Errors: those of `run`. */
tc_status tc_method_comparison_each(const tc_method_comparison *methods, tc_config *config,
                                    tc_method_comparison_pair *run, void *self);

/* Collective. If the current pair of the config has caused the error `status`, appends a failure with its
 * message to `results` and owns `status`. Otherwise returns `status` unchanged. */
tc_status tc_method_comparison_record(tc_method_comparison *methods, const tc_world *world,
                                      const tc_config *config, const tc_strategy *strategy,
                                      int32_t block_size, tc_status status, tc_results *results);

/* Collective. Called after tc_session_set_up. Runs the steps with each pair and strategy. Appends a result
 * for each of them to the session's results. If a pair is not allowed or a solve fails, appends a failure
 * with the reason instead and continues. Afterwards the method and preconditioner in the config are those of
 * the last pair. Errors: those of tc_session_run with other causes than these. */
tc_status tc_method_comparison_run(tc_session *session, tc_method_comparison *methods, int32_t block_size);

/* Not collective. Checks that at least one pair succeeded, and that all strategies give the same bits for a
 * pair. Also checks that the fields of different pairs differ by no more than the solver tolerance allows.
 * For steady states 1e-3 is allowed if that is more. Errors: the first failure if there are no results;
 * TC_INTERNAL for different bits; TC_NUMERICAL with the names of a pair whose field differs. */
tc_status tc_method_comparison_check(const tc_session *session, tc_method_comparison *methods);

/* Not collective. Checks the results of the config as tc_method_comparison_check does. `steps` is the number
 * of time steps; it has no effect for steady states. */
tc_status tc_method_comparison_check_results(tc_method_comparison *methods, const tc_config *config,
                                             int64_t steps, const tc_results *results);

void tc_method_comparison_free(tc_method_comparison *methods);

#endif
