/* Model `patterns`: Zhang and Seidel 2006 for a product. Rows cost as if all values of x were in private
 * memory. Each read of another rank's value adds the difference between the time of such a read and the time
 * of a private read. The former depends on the access pattern (model/models/access_cost.h). Packing,
 * unpacking, copies, barriers and solvers cost as much as in `refined`. The access patterns of the strategies
 * are:
 * - naive: pointers-to-shared for owned values and values of the node; baseline for values of other nodes. -
 *   fine: pointers for values of the node; baseline for values of other nodes.
 * - batched: pointers for values of the node; coalesce for others, one operation per owner and tile of rows.
 *   - block: vector, one operation per block.
 * - condensed: vector, one operation per pair of ranks, because packed values are consecutive.
 * - none: no accesses.
 * The paper has no two-sided messages (strategies neighbour and bcs), so the model does not support them. */
#include <math.h>

#include "model/models/access_cost.h"
#include "model/step/model.h"

/* Returns the seconds of reading one value of another rank of the node while a row is computed. This is
 * pointer_s, the cost of a pointer-to-shared as in the strategy naive, plus the extra cost of another rank's
 * memory. The strategy fine may be faster, because it finds the locations before the product. If pointer_s is
 * unknown, returns the cost of a read by a function call of an access layer, as in programs over shared
 * arrays. */
static double node_read_s(const tc_params *m) {
  if (m->pointer_s > 0.0) return m->pointer_s + tc_access_cost_node_extra_s(m);
  return tc_access_cost_value_s(m, TC_LOCATION_NODE, TC_PATTERN_BASELINE, TC_READS);
}

/* Returns the seconds by which single reads inside the node take longer than private reads; 0 for the
 * strategy naive, whose cost of pointers-to-shared contains these reads. */
static double node_reads_s(const tc_params *m, const tc_counts *t) {
  const double extra_s = node_read_s(m) - tc_access_cost_private_s(m, 1.0, TC_READS);
  if (t->owner_tests > 0 || t->local_individual == 0) return 0.0;
  /* If extra_s is NaN, the comparison is false and the result is NaN. */
  return (double)t->local_individual * (extra_s < 0.0 ? 0.0 : extra_s);
}

static tc_stage_cost compute_cost(const tc_params *m, int nodes, const tc_rank_load *l,
                                  const tc_stage *stage) {
  tc_rank_load rows = *l;
  /* node_reads_s adds the cost of rows with pointers, so the model `refined` must not add it again. */
  rows.count.pointer_rows = rows.count.pointer_runs = 0;
  tc_stage_cost cost = tc_model_at(TC_MODEL_refined)->stage_cost(m, nodes, &rows, stage);
  cost.own.sharing += node_reads_s(m, &l->count);
  return cost;
}

static double vector_s(const tc_params *m, int location, int use, int64_t values, int64_t operations) {
  const tc_access_share share = {(double)values, (double)operations};
  return values > 0 ? tc_access_cost_share_s(m, location, TC_PATTERN_VECTOR, use, share) : 0.0;
}

static double remote_reads_s(const tc_params *m, const tc_counts *t) {
  const double values = (double)t->remote_individual;
  if (t->remote_batches == 0)
    return tc_access_cost_share_s(m, TC_LOCATION_REMOTE, TC_PATTERN_BASELINE, TC_READS,
                                  (tc_access_share){values, values});
  return tc_access_cost_share_s(m, TC_LOCATION_REMOTE, TC_PATTERN_COALESCE, TC_READS,
                                (tc_access_share){values, (double)t->remote_batches});
}

/* Returns the cost of a transfer. The member `serialised` is 0, because the parameters were measured while
 * all ranks of the node accessed shared arrays at the same time. */
static tc_stage_cost transfer_cost(const tc_params *m, const tc_counts *t) {
  return (tc_stage_cost){.own.sharing =
                             vector_s(m, TC_LOCATION_NODE, TC_READS, t->local_block_values, t->local_blocks) +
                             vector_s(m, TC_LOCATION_NODE, TC_WRITES, t->local_values_out, t->local_messages),
                         .own.latency = remote_reads_s(m, t),
                         .own.bandwidth = vector_s(m, TC_LOCATION_REMOTE, TC_READS, t->remote_block_values,
                                                   t->remote_blocks) +
                                          vector_s(m, TC_LOCATION_REMOTE, TC_WRITES, t->remote_values_out,
                                                   t->remote_messages)};
}

static tc_stage_cost patterns_stage_cost(const tc_params *m, int nodes, const tc_rank_load *l,
                                         const tc_stage *stage) {
  const bool is_wait = stage->phase == TC_PHASE_wait;
  if (stage->two_sided || stage->by_terms || (is_wait && stage->sync == TC_SYNC_NEIGHBOURS))
    return (tc_stage_cost){.own.sharing = NAN};
  if (stage->phase == TC_PHASE_transfer) return transfer_cost(m, &l->count);
  return stage->phase == TC_PHASE_compute ? compute_cost(m, nodes, l, stage)
                                          : tc_model_at(TC_MODEL_refined)->stage_cost(m, nodes, l, stage);
}

const tc_model tc_model_patterns = {
    .name = "patterns",
    .summary = "refined with remote reads by access pattern (Zhang and Seidel 2006); no two-sided messages",
    .single_step = false,
    .pointers = true,
    .one_sided = true,
    .stage_cost = patterns_stage_cost,
};
