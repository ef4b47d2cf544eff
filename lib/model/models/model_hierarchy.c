/* Model `hierarchy`: the model `refined` plus the cost of reads of x that come from a lower memory level (a
 * larger cache or memory) than in the benchmark of a row.
 *
 * Computing: the time of a row, row_s, is measured on a well-ordered mesh. The reuse distances of the cache
 * lines of x are counted for the run's product (sparse/reuse_distance.h) and for the columns of the
 * benchmark. If the run has more reads of some reuse distance than the benchmark, the additional reads cost
 * the time that was measured for this distance (machine/limits/read_costs.h). The first read of a line in a
 * product follows its last use in the previous product. Reads in memory order cost nothing, because
 * processors prefetch them. If a run has fewer reads with large reuse distances than the benchmark, the
 * forecast is not reduced.
 *
 * All other stages cost as much as in `refined`. Entries that are multiplied separately (terms of the
 * strategy bcs) also cost as much as in `refined`. They are not read in the order for which the reuse
 * distances were counted. */
#include <math.h>

#include "machine/limits/read_costs.h"
#include "model/step/model.h"

/* Returns the bytes that a product touches. Products are repeated, so this is the reuse distance of the first
 * read of each cache line in a product. */
static double touched_B(const tc_rank_load *l) {
  return l->rows * tc_reuse_row_bytes(l->width) + l->reuse->lines * TC_REUSE_LINE;
}

/* Returns the seconds of the reads of x with the read costs that were measured for rows of width number
 * `width`. Returns NaN if the reads or the costs are unknown. */
static double reads_s(const tc_params *m, const tc_rank_load *l, int width) {
  tc_read_costs costs;
  if (!l->reuse || !tc_read_costs_init(m, width, &costs)) return NAN;
  return tc_read_costs_s(&costs, l->reuse, touched_B(l));
}

/* Returns the seconds by which the reads of x take longer than in the row benchmark. Interpolates linearly
 * between the measured widths 4 and 16, as for rows. Returns 0 if they take less time. */
static double excess_reads_s(const tc_params *m, const tc_rank_load *l) {
  double s = 0.0;
  if (l->rows == 0) return 0.0;
  for (int index = 0; index < TC_WIDTHS; index++) {
    const double weight = tc_params_width_share(index, l->width);
    if (weight != 0.0) s += weight * reads_s(m, l, index);
  }
  return s < 0.0 ? 0.0 : s;
}

static tc_stage_cost hierarchy_stage_cost(const tc_params *m, int nodes, const tc_rank_load *l,
                                          const tc_stage *stage) {
  tc_stage_cost out = tc_model_at(TC_MODEL_refined)->stage_cost(m, nodes, l, stage);
  if (stage->phase == TC_PHASE_compute) {
    const double excess_s = excess_reads_s(m, l);
    /* A NaN fails the comparison and is added, so the cost is unknown. */
    out.own.memory += stage->by_terms && excess_s >= 0.0 ? 0.0 : excess_s;
  }
  return out;
}

const tc_model tc_model_hierarchy = {
    .name = "hierarchy",
    .summary = "refined, plus reads of neighbour values by the reuse distance of their cache line",
    .single_step = false,
    .pointers = true,
    .cycles = true,
    .stage_cost = hierarchy_stage_cost,
};
