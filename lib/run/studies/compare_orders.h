/* Comparison of orderings of the cells. In each of several rounds it makes the same steps once with each
 * ordering, so that a change of the machine's speed affects all orderings. With --orders, the command compare
 * calls tc_order_comparison_run, _check, _fill_report and _free. The sessions remain open until
 * tc_order_comparison_free, because the report borrows their data. */
#ifndef TC_RUN_STUDIES_COMPARE_ORDERS_H
#define TC_RUN_STUDIES_COMPARE_ORDERS_H

#include "run/session/session.h"

/* An ordering of the cells. For orderings in blocks, `block` is the number of cells per METIS block. If
 * `block` is negative, the value of order.block in the config is used. */
typedef struct tc_ordering {
  const tc_order *order;
  int32_t block;
} tc_ordering;

/* Orderings to compare, and state of the comparison. `ordering` is borrowed. Zero-initialise the members
 * after it. */
typedef struct tc_order_comparison {
  int count, rounds; /* number of orderings, number of rounds; both at least 1 */
  const tc_ordering *ordering;
  tc_session *session; /* [count] one session per ordering */
  /* Root: [count] for each ordering the result of the round with the median time. The arrays in the results
   * are borrowed from the sessions. */
  tc_result *result;
} tc_order_comparison;

/* Collective. Opens and sets up a session for each ordering. In each round, makes all steps of the config
 * once with each ordering, with the config's strategy. The first session chooses the step size and the matrix
 * format for all sessions. The machine parameters are found by the first session and again by the last
 * session. The caller frees the comparison, also after an error. Errors (on all ranks): those of a session;
 * TC_USAGE if the config sets a key that no ordering uses; TC_INTERNAL if the sessions do not fit into memory
 * together. */
tc_status tc_order_comparison_run(const tc_run_options *choice, const tc_run_environment *circumstances,
                                  tc_world *world, const tc_log *log, tc_order_comparison *orders);

/* Not collective. Checks that `others` more sessions fit into the left_B free bytes of a node. Each session
 * needs each_B bytes per node. Logs the required and the free memory. Errors: TC_INTERNAL with both
 * numbers. */
tc_status tc_order_comparison_check_memory(int others, double each_B, double left_B, const tc_log *log);

/* Not collective, on the root. Checks that the fields of all orderings are equal bit for bit. Ignores fields
 * that are not solutions, and fields of preconditioners that depend on the rows of a rank. Errors:
 * TC_INTERNAL with the names of two orderings. */
tc_status tc_order_comparison_check(const tc_order_comparison *orders);

/* Not collective, on the root. Fills in the report, which borrows results and texts from the sessions. */
void tc_order_comparison_fill_report(const tc_order_comparison *orders, tc_report *report);

void tc_order_comparison_free(tc_order_comparison *orders);

#endif
