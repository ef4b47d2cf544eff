/* From a graph to an order of its cells and their distribution to ranks. Not collective: the root's work. */
#ifndef TC_COUNT_LAYOUT_H
#define TC_COUNT_LAYOUT_H

#include "count/distribution.h"
#include "graph/order.h"

/* What a config says about it. */
typedef struct tc_layout_options {
  const tc_order *order;
  int32_t order_block; /* cells per METIS block; 0: one block per rank */
  tc_distribution_kind kind;
  int32_t block_size;
  tc_objective objective; /* of METIS, of parts and blocks */
} tc_layout_options;

typedef struct tc_layout {
  int32_t *order; /* [cells] order[position] = cell */
  tc_gid *first;  /* [ranks+1] for the contiguous kind, NULL for cyclic */
} tc_layout;

/* Whether METIS splits anything: parts of ranks, or blocks of an order. */
bool tc_layout_uses_metis(const tc_layout_options *choice);

/* Contiguous kind: METIS parts, one per rank, each ordered by itself. Cyclic: the whole mesh ordered as one.
 */
tc_status tc_layout_create(const tc_graph *dual, int32_t ranks, const tc_layout_options *choice,
                           tc_layout *out);
void tc_layout_destroy(tc_layout *layout);

#endif
