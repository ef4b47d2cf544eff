/* Description of a strategy for models and dry runs: the stages of a product, and functions that count the
 * values that it moves. Strategies fill it in (tc_strategy_traffic of comm/exchange/strategy.h), so that
 * neither models nor counts depend on MPI. All functions are pure. */
#ifndef TC_COUNT_TRAFFIC_H
#define TC_COUNT_TRAFFIC_H

#include "base/ledger/counts.h"
#include "count/distribution.h"
#include "count/pattern.h"
#include "count/schedule.h"

/* Type of functions that count the values, blocks and messages that the rows of `rank` move in one product.
 * `pattern` is the sparsity pattern of these rows. node_of_rank, with one entry per rank, contains the node
 * of each rank. Such a function supports any distribution. Errors: TC_INTERNAL if memory is exhausted. */
typedef tc_status tc_traffic_count(const tc_pattern *pattern, const tc_distribution *distribution,
                                   const int *node_of_rank, int rank, tc_counts *out);

typedef struct tc_traffic {
  const tc_schedule *schedule; /* stages of a product; exists until the program ends */
  bool is_uncounted;           /* true if the number of values that a product moves is unknown */
  bool uses_pointers;          /* true if products access all arrays through pointers-to-shared */
  bool copies_own; /* true if a product first copies the owned values of x; the counts include this copy */
  tc_traffic_count *count; /* sets *out to the counts of `rank`; NULL if count_all_ranks is used instead */
  /* Adds to `out`, which has one entry per rank, the counts that the rows of `rank` cause on each rank. NULL
   * if `count` is set. */
  tc_traffic_count *count_all_ranks;
} tc_traffic;

/* Counts one product. Adds to `all`, which has one entry per rank, the counts that the rows of `rank` cause.
 * Only all[rank] changes unless traffic->count_all_ranks is set. The other arguments are as in
 * tc_traffic_count. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_traffic_add(const tc_traffic *traffic, const tc_pattern *pattern,
                         const tc_distribution *distribution, const int *node_of_rank, int rank,
                         tc_counts *all);

#endif
