#include "count/traffic.h"

tc_status tc_traffic_add(const tc_traffic *t, const tc_pattern *pattern, const tc_distribution *distribution,
                         const int *node_of_rank, int rank, tc_counts *all) {
  tc_counts rank_counts;
  if (t->count_all_ranks) return t->count_all_ranks(pattern, distribution, node_of_rank, rank, all);
  TC_TRY(t->count(pattern, distribution, node_of_rank, rank, &rank_counts));
  if (t->copies_own) rank_counts.copied_values = pattern->rows;
  tc_counts_add(&all[rank], &rank_counts);
  return TC_OK;
}
