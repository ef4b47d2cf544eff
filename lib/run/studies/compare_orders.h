/* The same steps with the cells in one order after the other, measured in turns. */
#ifndef TC_RUN_STUDIES_COMPARE_ORDERS_H
#define TC_RUN_STUDIES_COMPARE_ORDERS_H

#include "run/session/session.h"

/* An order of the cells. block: cells per METIS block, for orders that are made of them; below 0: the
 * config's. */
typedef struct tc_ordering {
  const tc_order *order;
  int32_t block;
} tc_ordering;

/* What is to be run; both are borrowed. The rest is zeroed before. */
typedef struct tc_order_comparison {
  int count, rounds; /* at least 1 */
  const tc_ordering *ordering;
  tc_session *session; /* [count] one for each, all at once */
  tc_result *result;   /* [count] of each that of its median round; borrowed from the sessions; root only */
} tc_order_comparison;

/* Collective. A session for each order, with the config's strategy, then rounds in which each makes all of
 * the config's steps, so that what else the machine does meets all alike. The step and the
 * storage are found once, the machine before and behind the others' set-up. To be freed also after an error.
 * Errors on all ranks: those of a session; TC_USAGE when the config gives a key that none of the orders
 * reads; TC_INTERNAL when the orders do not fit into memory together. */
tc_status tc_order_comparison_run(const tc_run_options *choice, const tc_run_environment *circumstances,
                                  tc_world *world, const tc_log *log, tc_order_comparison *orders);

/* Not collective. Whether so many more, of each_B on a node each, fit into what is left there; tells the log
 * beforehand. Errors: TC_INTERNAL naming both. */
tc_status tc_order_comparison_check_memory(int others, double each_B, double left_B, const tc_log *log);

/* Not collective, on the root. Fields that are solutions must be the same whatever the order, bit for bit,
 * except where preconditioners follow the rows of a rank. Errors: TC_INTERNAL naming two orders. */
tc_status tc_order_comparison_check(const tc_order_comparison *orders);

/* Not collective, on the root. Everything stays the sessions'. */
void tc_order_comparison_fill_report(const tc_order_comparison *orders, tc_report *report);

void tc_order_comparison_free(tc_order_comparison *orders);

#endif
