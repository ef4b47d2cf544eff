/* Walking a rank's pattern to count what it exchanges. Pure; no MPI. */
#ifndef TC_COMM_COUNT_H
#define TC_COMM_COUNT_H

#include "comm/distribution.h"
#include "comm/pattern.h"
#include "comm/traffic.h"

/* Unique values received and sent, and messages sent to other nodes (S_in, S_out and C_remote_out of
 * Lagraviere 2019, section 5.2.5), for `rank`, whose rows `pattern` describes. What is sent follows from
 * structural symmetry. Errors: TC_INTERNAL out of memory. */
tc_status tc_count_unique(const tc_pattern *pattern, const tc_distribution *distribution,
                          const int *node_of_rank, int rank, tc_traffic *out);

#endif
