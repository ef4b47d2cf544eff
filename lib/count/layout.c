#include "count/layout.h"

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "graph/partition/chunk_partition.h"
#include "graph/partition/partition.h"

/* The partitioner `auto` selects `chunks` for meshes with at least this number of cells, because METIS needs
 * more than 100 bytes per cell. */
enum { many_cells = 2000000 };

static const tc_named_item partitioners[] = {
    [TC_PARTITIONER_AUTO] = {"auto", "metis below 2 million cells, otherwise chunks"},
    [TC_PARTITIONER_METIS] = {"metis", "METIS divides the graph of all cells"},
    [TC_PARTITIONER_CHUNKS] = {"chunks",
                               "METIS divides runs of cells along a Hilbert curve, then refinement"},
    [TC_PARTITIONER_CURVE] = {"curve", "runs of equal length along a Hilbert curve"},
};
TC_REGISTRY_NAMED_ITEMS(tc_partitioners, partitioners);

/* Computes first[parts + 1], the positions at which the subdomains begin if the cells of each subdomain are
 * stored contiguously. part[n] contains the subdomain of each cell. */
static void compute_part_begins(int32_t n, const int32_t *part, int32_t parts, tc_gid *first) {
  for (int32_t p = 0; p <= parts; p++) first[p] = 0;
  for (int32_t v = 0; v < n; v++) first[part[v] + 1]++;
  for (int32_t p = 0; p < parts; p++) first[p + 1] += first[p];
}

/* Sets part[dual->vertices] to the subdomain of each cell. */
static tc_status divide(const tc_graph *dual, const int32_t *curve, int32_t ranks,
                        const tc_layout_options *options, int32_t *part) {
  if (!curve || !tc_layout_needs_curve(options, dual->vertices, ranks))
    return tc_partition_metis(dual, ranks, options->objective, part);
  if (tc_layout_partitioner(options, dual->vertices) == TC_PARTITIONER_CHUNKS)
    return tc_chunk_partition(dual, curve, ranks, part);
  tc_curve_partition(dual->vertices, curve, ranks, part);
  return TC_OK;
}

static tc_status order_by_parts(const tc_graph *dual, const int32_t *curve, int32_t ranks,
                                const tc_layout_options *options, tc_layout *layout) {
  int32_t *part = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(part, dual->vertices));
  TC_GUARD(status, TC_ALLOC(layout->first, (size_t)ranks + 1));
  const double start_s = tc_now_s();
  TC_GUARD(status, divide(dual, curve, ranks, options, part));
  layout->partition_s = tc_now_s() - start_s;
  compute_part_begins(dual->vertices, part, ranks, layout->first);
  TC_GUARD(status,
           tc_order_within_parts(dual, part, ranks, options->order,
                                 (tc_block_ordering_options){options->order_block, options->objective},
                                 layout->order));
cleanup:
  tc_free(part);
  return status;
}

tc_partitioner tc_layout_partitioner(const tc_layout_options *options, int64_t cells) {
  if (options->partitioner != TC_PARTITIONER_AUTO) return options->partitioner;
  const bool is_large = cells >= many_cells && options->objective == TC_OBJECTIVE_CUT;
  return is_large ? TC_PARTITIONER_CHUNKS : TC_PARTITIONER_METIS;
}

bool tc_layout_needs_curve(const tc_layout_options *options, int64_t cells, int32_t ranks) {
  return options->kind == TC_DISTRIBUTION_METIS && ranks > 1 &&
         tc_layout_partitioner(options, cells) != TC_PARTITIONER_METIS;
}

bool tc_layout_uses_objective(const tc_layout_options *options) {
  if (options->order->in_blocks) return true;
  if (options->kind != TC_DISTRIBUTION_METIS || options->partitioner == TC_PARTITIONER_CURVE) return false;
  return options->partitioner != TC_PARTITIONER_CHUNKS || options->objective == TC_OBJECTIVE_CUT;
}

tc_status tc_layout_create(const tc_graph *dual, const int32_t *curve, int32_t ranks,
                           const tc_layout_options *options, tc_layout *out) {
  tc_layout layout = {0};
  tc_status status = TC_ALLOC(layout.order, dual->vertices);
  if (!status && options->kind == TC_DISTRIBUTION_METIS) {
    status = order_by_parts(dual, curve, ranks, options, &layout);
  } else if (!status) {
    int32_t per_rank = dual->vertices / ranks + (dual->vertices % ranks != 0);
    int32_t block = options->order_block > 0 ? options->order_block : per_rank;
    status =
        options->order->compute(dual, (tc_block_ordering_options){block, options->objective}, layout.order);
  }
  TC_RETURN_CREATED(status, layout, tc_layout_destroy(&layout), out);
}

void tc_layout_destroy(tc_layout *layout) {
  tc_free(layout->order);
  tc_free(layout->first);
  *layout = (tc_layout){0};
}
