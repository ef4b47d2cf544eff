/* Description of a strategy for models and counts of dry runs: the stages of a product, and the values that
 * it moves. Strategies fill it in (tc_strategy_traffic of comm/exchange/strategy.h), so that neither models
 * nor counts depend on MPI. Pure. */
#ifndef TC_COUNT_TRAFFIC_H
#define TC_COUNT_TRAFFIC_H

#include "base/ledger/counts.h"
#include "count/distribution.h"
#include "count/pattern.h"
#include "count/schedule.h"

/* Counts the values, blocks and messages that the rows of `rank`, which `pattern` describes, move in one
 * product. Supports any distribution. node_of_rank[distribution->ranks]. Errors: TC_INTERNAL if memory is
 * exhausted. */
typedef tc_status tc_traffic_count(const tc_pattern *pattern, const tc_distribution *distribution,
                                   const int *node_of_rank, int rank, tc_counts *out);

typedef struct tc_traffic {
  const tc_schedule *schedule; /* schedule of a product; exists until the program ends */
  bool uses_pointers;          /* True if all arrays are reached through pointers-to-shared. */
  bool copies_own;             /* True if a product first copies the owned values. The copy is counted. */
  tc_traffic_count *count;     /* sets *out to the counts of this rank; NULL: count_all_ranks is used */
  /* Adds to out[ranks] the counts that the rows cause on any rank. May be NULL. */
  tc_traffic_count *count_all_ranks;
} tc_traffic;

/* Counts one product. Adds to all[distribution->ranks] the counts that the rows of `rank` cause. Only
 * all[rank] changes unless traffic->count_all_ranks is set. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_traffic_add(const tc_traffic *traffic, const tc_pattern *pattern,
                         const tc_distribution *distribution, const int *node_of_rank, int rank,
                         tc_counts *all);

#endif
