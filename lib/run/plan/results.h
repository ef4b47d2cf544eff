/* The results of a program, real or imagined, as they come. Not collective. */
#ifndef TC_RUN_PLAN_RESULTS_H
#define TC_RUN_PLAN_RESULTS_H

#include "report/document/report.h"

/* Zeroed before use; owns the results and their arrays. */
typedef struct tc_results {
  int count, capacity;
  tc_result *result; /* [count] */
  int failures, failure_room;
  tc_failure *failure; /* [failures] */
} tc_results;

/* Appends so many zeroed results; *out is the first of them, until the next are added. Errors: TC_INTERNAL
 * out of memory. */
tc_status tc_results_add(tc_results *results, int count, tc_result **out);
/* Takes the last one away. */
void tc_results_remove_last(tc_results *results);

/* Appends what gave no result. Errors: TC_INTERNAL out of memory. */
tc_status tc_results_add_failure(tc_results *results, const tc_failure *failure);

/* All results that are solutions, of one method and preconditioner, must be the same field, bit for bit.
 * Errors: TC_INTERNAL naming two strategies. */
tc_status tc_results_check_fields(const tc_results *results);

void tc_results_free(tc_results *results);

#endif
