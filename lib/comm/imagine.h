/* What a run with any number of ranks would move, counted exactly and without starting it. No MPI. */
#ifndef TC_COMM_IMAGINE_H
#define TC_COMM_IMAGINE_H

#include "comm/layout.h"
#include "comm/strategy.h"

/* A run that does not take place. */
typedef struct tc_imagined {
  const tc_graph *dual;
  const int32_t *order;    /* [cells] order[position] = cell */
  const int32_t *position; /* [cells] the inverse */
  const tc_distribution *distribution;
  const int *node_of_rank; /* [ranks] */
  int rings, width;        /* of the scheme */
} tc_imagined;

/* traffic[s * ranks + r]: what one multiply with strategy[s] moves for rank r, the same numbers as
 * tc_strategy_counts gives in a real run. Not collective; the ranks are shared by OpenMP threads, each of
 * which holds one rank's pattern at a time. Errors: TC_INTERNAL out of memory. */
tc_status tc_imagine_counts(const tc_imagined *run, int strategies, const tc_strategy *const *strategy,
                            tc_counts *traffic);

#endif
