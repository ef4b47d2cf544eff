/* What one multiply moves, per rank: exact counts, never seconds (Lagraviere 2019, section 5.2). */
#ifndef TC_COMM_TRAFFIC_H
#define TC_COMM_TRAFFIC_H

#include <stdint.h>

/* "local": the other rank is on the same node; "remote": on another one. The list fixes names and order in
 * reports; the first seven are the contract of the report, the rest split them for the model. */
#define TC_TRAFFIC(X)                                                                                        \
  X(local_individual)    /* occurrences of a column owned by another rank of the node, no reuse (fine) */    \
  X(remote_individual)   /* the same, owned by a rank of another node */                                     \
  X(local_blocks)        /* whole blocks fetched from ranks of the node, own blocks included (block) */      \
  X(remote_blocks)       /* whole blocks fetched from other nodes */                                         \
  X(local_values)        /* unique values received from ranks of the node (condensed) */                     \
  X(remote_values)       /* unique values received from other nodes */                                       \
  X(remote_messages)     /* messages sent to ranks of other nodes, one per pair (condensed) */               \
  X(local_values_out)    /* unique values sent to ranks of the node */                                       \
  X(remote_values_out)   /* unique values sent to other nodes */                                             \
  X(local_block_values)  /* values in local_blocks, short blocks at their true length */                     \
  X(remote_block_values) /* values in remote_blocks */                                                       \
  X(copied_values)       /* own values copied into the private copy */                                       \
  X(pointer_rows)        /* rows that read the node's ranks through a pointer for each column (fine) */      \
  X(barriers)            /* of all ranks */

typedef struct tc_traffic {
#define TC_COUNT(name) int64_t name;
  TC_TRAFFIC(TC_COUNT)
#undef TC_COUNT
} tc_traffic;

int tc_traffic_count(void);
const char *tc_traffic_name(int count);
int64_t *tc_traffic_at(tc_traffic *traffic, int count);

/* The first count in which they differ, -1: none. */
int tc_traffic_difference(const tc_traffic *a, const tc_traffic *b);

#endif
