/* Model `paper-cached`: the model `paper` with the bandwidth of the memory level that holds the working set.
 * If a problem fits into a cache, its data are read at the speed of that cache. Needs stream_Bps, the curve
 * of bandwidths by working set. */
#include "model/step/model.h"

static tc_stage_cost paper_cached_stage_cost(const tc_params *m, int nodes, const tc_rank_load *l,
                                             const tc_stage *stage) {
  tc_params cached = *m;
  cached.private_bandwidth_Bps = tc_params_cached_Bps(m);
  return tc_model_at(TC_MODEL_paper)->stage_cost(&cached, nodes, l, stage);
}

const tc_model tc_model_paper_cached = {
    .name = "paper-cached",
    .summary = "paper with the bandwidth of the cache or memory that holds the working set",
    .single_step = true,
    .stage_cost = paper_cached_stage_cost,
};
