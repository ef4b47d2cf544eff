/* Layout: ordering of the cells and their distribution to ranks, computed from the dual graph. The root
 * computes it during setup, and dry runs compute it for any number of ranks. It needs memory for the whole
 * graph, and METIS runs serially. Not collective. */
#ifndef TC_COUNT_LAYOUT_H
#define TC_COUNT_LAYOUT_H

#include "count/distribution.h"
#include "graph/order.h"

/* Options of a layout, as in a config. */
typedef struct tc_layout_options {
  const tc_order *order; /* ordering of the cells */
  int32_t order_block;   /* number of cells per METIS block of the ordering; 0 for one block per rank */
  tc_distribution_kind kind;
  int32_t block_size;     /* number of rows per block (count/distribution.h) */
  tc_objective objective; /* quantity that METIS minimises, for subdomains and blocks */
} tc_layout_options;

typedef struct tc_layout {
  int32_t *order; /* [cells] number of the cell at each position */
  /* [ranks+1] first position of each rank if the kind of distribution is metis; NULL if it is cyclic */
  tc_gid *first;
  double partition_s; /* seconds in which METIS divided the mesh into subdomains; 0 if the kind is cyclic */
} tc_layout;

/* True if tc_layout_create calls METIS for these options: to divide the cells among ranks, or into blocks of
 * an ordering. */
bool tc_layout_uses_metis(const tc_layout_options *options);

/* Computes a layout. If the kind is metis, METIS divides the mesh into one subdomain per rank, and each
 * subdomain is ordered separately. If the kind is cyclic, the whole mesh is ordered at once. The caller frees
 * `*out` with tc_layout_destroy. Errors: TC_INTERNAL if memory is exhausted or METIS fails. */
tc_status tc_layout_create(const tc_graph *dual, int32_t ranks, const tc_layout_options *options,
                           tc_layout *out);
void tc_layout_destroy(tc_layout *layout);

#endif
