/* What an order of the cells is worth, by counting alone: no product is made. Not collective: one process
 * works. */
#ifndef TC_RUN_DRY_RUN_ORDER_STUDY_H
#define TC_RUN_DRY_RUN_ORDER_STUDY_H

#include "count/layout.h"
#include "fv/scheme/scheme.h"
#include "machine/parameters/machine.h"

/* What is studied; all of it is borrowed. */
typedef struct tc_order_study {
  const tc_graph *dual;
  const tc_scheme *scheme;
  int32_t ranks;             /* more than cells: some have none */
  const tc_machine *machine; /* what it does not know is not forecast */
} tc_order_study;

typedef struct tc_order_study_result {
  double order_s, count_s; /* seconds that ordering and splitting, and counting, took */
  double lines[TC_LEVELS]; /* of x a row from behind each level, ranks together; NaN: its size is not known */
  double row_s; /* of the slowest rank, by the hierarchy model; NaN: what reads cost is not known */
} tc_order_study_result;

/* Errors: what METIS finds; TC_INTERNAL out of memory. */
tc_status tc_order_study_run(const tc_order_study *study, const tc_layout_options *choice,
                             tc_order_study_result *out);

/* The first of those whose rows take at most 1 % longer than the shortest: differences below that are no
 * reason. -1: nothing is forecast. */
int tc_order_study_best(int count, const tc_order_study_result *worth);

#endif
