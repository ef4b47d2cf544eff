/* Layout: ordering of the cells and their distribution to ranks, computed from the dual graph. The root
 * calls it during setup, and dry runs call it for virtual ranks. It needs memory for the whole graph, and
 * METIS runs serially. Not collective. */
#ifndef TC_COUNT_LAYOUT_H
#define TC_COUNT_LAYOUT_H

#include "count/distribution.h"
#include "graph/order.h"

/* Layout options of a config. */
typedef struct tc_layout_options {
  const tc_order *order;
  int32_t order_block; /* cells per METIS block; 0: one block per rank */
  tc_distribution_kind kind;
  int32_t block_size;
  tc_objective objective; /* objective of METIS, for parts and blocks */
} tc_layout_options;

typedef struct tc_layout {
  int32_t *order; /* [cells] order[position] = cell */
  tc_gid *first;  /* [ranks+1] first position of each rank for the contiguous kind; NULL for cyclic */
} tc_layout;

/* True if the layout calls METIS, for the parts of ranks or for the blocks of an ordering. */
bool tc_layout_uses_metis(const tc_layout_options *choice);

/* Computes a layout. Contiguous kind: METIS parts, one per rank, each ordered separately. Cyclic: the
 * whole mesh is ordered at once. The caller frees `*out` with tc_layout_destroy. Errors: TC_INTERNAL if
 * memory is exhausted or METIS fails. */
tc_status tc_layout_create(const tc_graph *dual, int32_t ranks, const tc_layout_options *choice,
                           tc_layout *out);
void tc_layout_destroy(tc_layout *layout);

#endif
