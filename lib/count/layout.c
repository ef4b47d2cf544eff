#include "count/layout.h"

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "graph/partition.h"

/* Computes first[parts + 1], the positions at which the subdomains begin if the cells of each subdomain are
 * stored contiguously. part[n] contains the subdomain of each cell. */
static void compute_part_begins(int32_t n, const int32_t *part, int32_t parts, tc_gid *first) {
  for (int32_t p = 0; p <= parts; p++) first[p] = 0;
  for (int32_t v = 0; v < n; v++) first[part[v] + 1]++;
  for (int32_t p = 0; p < parts; p++) first[p + 1] += first[p];
}

static tc_status order_by_parts(const tc_graph *dual, int32_t ranks, const tc_layout_options *options,
                                tc_layout *layout) {
  int32_t *part = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(part, dual->vertices));
  TC_GUARD(status, TC_ALLOC(layout->first, (size_t)ranks + 1));
  const double start_s = tc_now_s();
  TC_GUARD(status, tc_partition_metis(dual, ranks, options->objective, part));
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

bool tc_layout_uses_metis(const tc_layout_options *options) {
  return options->kind == TC_DISTRIBUTION_METIS || options->order->in_blocks;
}

tc_status tc_layout_create(const tc_graph *dual, int32_t ranks, const tc_layout_options *options,
                           tc_layout *out) {
  tc_layout layout = {0};
  tc_status status = TC_ALLOC(layout.order, dual->vertices);
  if (!status && options->kind == TC_DISTRIBUTION_METIS) {
    status = order_by_parts(dual, ranks, options, &layout);
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
