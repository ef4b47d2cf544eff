/* The same steps with one method and preconditioner after the other. */
#ifndef TC_RUN_STUDIES_COMPARE_METHODS_H
#define TC_RUN_STUDIES_COMPARE_METHODS_H

#include "run/session/session.h"

/* What is to be run; lists are borrowed. The rest is zeroed before. */
typedef struct tc_method_comparison {
  int methods, preconditioners, strategies; /* methods, preconditioners 0: the config's */
  const tc_method *const *method;           /* NULL in it: auto */
  const tc_preconditioner *const *preconditioner;
  const tc_strategy *const *strategy;
  double *reference; /* [owned] the field of the first that gave one, in this set-up */
  double size;       /* its norm, with steps the initial field's when that is larger */
  tc_status failed;  /* the first failure */
} tc_method_comparison;

/* The set of all of them, empty of those that are the config's. Not collective. */
tc_solver_set tc_method_comparison_set(const tc_method_comparison *methods);

/* Collective, for a problem that is set up. Appends a result to those of the session for each pair and
 * strategy, or a failure with the reason: what does not go together, and solves that fail, keep nobody else
 * from running. The config's method and preconditioner are those of the last pair then. Errors: all others of
 * tc_session_run. */
tc_status tc_method_comparison_run(tc_session *session, tc_method_comparison *methods, int32_t block_size);

/* Not collective. That anything was solved; that strategies of one method and preconditioner give the same
 * bits; that fields of several differ by no more than their tolerance lets them, where it says so, and steady
 * states by no more than a thousandth. Errors: the first failure when there is no result at all;
 * TC_INTERNAL; TC_NUMERICAL naming one that differs. */
tc_status tc_method_comparison_check(const tc_session *session, tc_method_comparison *methods);

void tc_method_comparison_free(tc_method_comparison *methods);

#endif
