/* Growing list of the results of a command that makes runs or dry runs. Sessions and dry runs append to it,
 * and reports borrow its arrays. Not collective. */
#ifndef TC_RUN_PLAN_RESULTS_H
#define TC_RUN_PLAN_RESULTS_H

#include "report/document/report.h"

/* Results and failures of all runs or dry runs of a command. Zero-initialise before use. Owns the results and
 * their arrays. */
typedef struct tc_results {
  int count, capacity;        /* number of results, and number for which memory is allocated */
  tc_result *result;          /* [count] results of runs or dry runs */
  int failures, failure_room; /* number of failures, and number for which memory is allocated */
  tc_failure *failure;        /* [failures] cases or solver pairs without a result */
} tc_results;

/* Appends `count` zeroed results and returns the first of them in *out, which is valid until the next call.
 * Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_results_add(tc_results *results, int count, tc_result **out);

/* Frees the last result and removes it from the list. */
void tc_results_remove_last(tc_results *results);

/* Appends a copy of a failure: the reason why a case of a dry run, or a pair of method and preconditioner,
 * has no result. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_results_add_failure(tc_results *results, const tc_failure *failure);

/* Checks that all strategies computed the same field: the fields of all solutions with the same method and
 * preconditioner must be equal bit for bit. Errors: TC_INTERNAL with the names of two strategies. */
tc_status tc_results_check_fields(const tc_results *results);

void tc_results_free(tc_results *results);

#endif
