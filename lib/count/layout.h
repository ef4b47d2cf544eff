/* Layout: ordering of the cells and their distribution to ranks, computed from the dual graph. The root
 * computes it during setup, and dry runs compute it for any number of ranks. The computation needs memory for
 * the whole graph, and METIS runs serially. Not collective. */
#ifndef TC_COUNT_LAYOUT_H
#define TC_COUNT_LAYOUT_H

#include "count/distribution.h"
#include "graph/order/order.h"

/* Methods that divide the cells into subdomains (key distribution.partitioner). */
typedef enum tc_partitioner {
  TC_PARTITIONER_AUTO,   /* metis, or chunks for many cells */
  TC_PARTITIONER_METIS,  /* METIS on the dual graph (graph/partition/partition.h) */
  TC_PARTITIONER_CHUNKS, /* METIS on chunks of cells along a Hilbert curve, then refinement
                            (graph/partition/chunk_partition.h) */
  TC_PARTITIONER_CURVE   /* equally many consecutive cells along a Hilbert curve */
} tc_partitioner;

extern const tc_registry tc_partitioners; /* names of the partitioners, indexed by tc_partitioner */

/* Options of a layout, as in a config. */
typedef struct tc_layout_options {
  const tc_order *order; /* ordering of the cells */
  int32_t order_block;   /* number of cells per METIS block of the ordering; 0 for one block per rank */
  tc_distribution_kind kind;
  int32_t block_size;         /* number of rows per block (count/distribution.h) */
  tc_objective objective;     /* quantity that METIS minimises, for subdomains and blocks */
  tc_partitioner partitioner; /* method for subdomains, if the kind is metis */
} tc_layout_options;

typedef struct tc_layout {
  int32_t *order; /* [cells] number of the cell at each position */
  /* [ranks+1] first position of each rank if the kind of distribution is metis; NULL if it is cyclic */
  tc_gid *first;
  double partition_s; /* seconds in which the mesh was divided into subdomains; 0 if the kind is cyclic */
} tc_layout;

/* Returns the method that divides `cells` cells into subdomains if the kind is metis. Replaces
 * TC_PARTITIONER_AUTO by metis below 2 million cells and for the objective volume, and otherwise by
 * chunks. */
tc_partitioner tc_layout_partitioner(const tc_layout_options *options, int64_t cells);

/* True if tc_layout_create needs the order of the cells along a Hilbert curve. */
bool tc_layout_needs_curve(const tc_layout_options *options, int64_t cells, int32_t ranks);

/* True if tc_layout_create calls METIS with options->objective, for subdomains or for the blocks of an
 * ordering. */
bool tc_layout_uses_objective(const tc_layout_options *options);

/* Computes a layout. If the kind is metis, the mesh is divided into one subdomain per rank, and each
 * subdomain is ordered separately. If the kind is cyclic, the whole mesh is ordered at once.
 * curve[dual->vertices] contains the cells in the order of a Hilbert curve; it may be NULL if
 * tc_layout_needs_curve is false. The caller frees `*out` with tc_layout_destroy. Errors: TC_INTERNAL if
 * memory is exhausted or METIS fails. */
tc_status tc_layout_create(const tc_graph *dual, const int32_t *curve, int32_t ranks,
                           const tc_layout_options *options, tc_layout *out);
void tc_layout_destroy(tc_layout *layout);

#endif
