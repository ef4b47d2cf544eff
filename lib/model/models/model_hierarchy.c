/* The model that knows where x comes from: refined, and what single reads cost beyond those of the rows that
 * were measured.
 *
 * - Computing: row_s is that of a well-ordered mesh. How often a product reads a line of x again after how
 * many other bytes is counted (sparse/reuse_distance.h), and so it is for the columns that row_s was measured
 * with; reads beyond those cost what the machine takes at that distance (machine/limits/read_costs.h). What
 * is read for the first time in a product was last touched in the product before. Reads in order cost
 * nothing: processors fetch them ahead. What costs less than the benchmark's gains nothing.
 *
 * - All else: refined; so are terms (bcs), which go through entries in another order. */
#include <math.h>

#include "machine/limits/read_costs.h"
#include "model/step/model.h"

/* All that a product touches: so far back lies what it reads for the first time. */
static double touched_B(const tc_rank_load *l) {
  return l->rows * tc_reuse_row_bytes(l->width) + l->reuse->lines * TC_REUSE_LINE;
}

/* At what reads cost at one of the widths that are measured. NaN: not known. */
static double reads_s(const tc_params *m, const tc_rank_load *l, int width) {
  tc_read_costs costs;
  if (!l->reuse || !tc_read_costs_init(m, width, &costs)) return NAN;
  return tc_read_costs_s(&costs, l->reuse, touched_B(l));
}

/* Widths 4 and 16 are measured, others lie on the line through them, as rows do. */
static double reads_beyond_s(const tc_params *m, const tc_rank_load *l) {
  double s = 0.0;
  if (l->rows == 0) return 0.0;
  for (int index = 0; index < TC_WIDTHS; index++) {
    const double share = tc_params_width_share(index, l->width);
    if (share != 0.0) s += share * reads_s(m, l, index);
  }
  return s < 0.0 ? 0.0 : s;
}

static tc_stage_cost hierarchy_stage_cost(const tc_params *m, int nodes, const tc_rank_load *l,
                                          const tc_stage *stage) {
  tc_stage_cost out = tc_model_at(TC_MODEL_refined)->stage_cost(m, nodes, l, stage);
  if (stage->phase == TC_PHASE_compute) {
    const double beyond_s = reads_beyond_s(m, l);
    out.own.memory += stage->by_terms && beyond_s >= 0.0 ? 0.0 : beyond_s; /* NaN stays */
  }
  return out;
}

const tc_model tc_model_hierarchy = {
    .name = "hierarchy",
    .summary =
        "refined, and where the values of neighbours come from: reads by how long ago their line was used",
    .single_step = false,
    .pointers = true,
    .stage_cost = hierarchy_stage_cost,
};
