/* The model that knows where x comes from: refined, and what single reads cost beyond those of the rows that
 * were measured.
 *
 * - Computing: row_s is that of a well-ordered mesh. How often a product reads a line of x again after how
 * many other bytes is counted (sparse/reuse.h), and so it is for the columns that row_s was measured with;
 * reads beyond those cost what the machine takes at that distance (hierarchy.h). What is read for the first
 * time in a product was last touched in the product before. Reads in order cost nothing: processors fetch
 * them ahead. What costs less than the benchmark's gains nothing.
 *
 * - All else: refined; so are terms (bcs), which go through entries in another order. */
#include "model/hierarchy.h"

#include <math.h>

#include "model/model.h"

/* ---- reads by distance ---- */

/* What reads of so many bytes at random touch between two of the same line, at most: each read passes by what
 * the matrix and the other two vectors' values stream for it, as often as there are lines in the mean, and by
 * half of the lines. */
static double reach_of(double spread_B, int width) {
  const double streamed = (tc_reuse_row_bytes(width) + 8.0) / width;
  return spread_B * (1.0 + 2.0 * streamed / TC_REUSE_LINE);
}

/* Neighbouring steps that fall become one, with the mean of both. */
static void make_rising(int n, double *weight, double *value) {
  int first[TC_SPREADS], pools = 0;
  for (int i = 0; i < n; i++) {
    first[pools] = i;
    double w = weight[i], v = value[i];
    for (; pools > 0 && value[first[pools - 1]] >= v; pools--) {
      const int before = first[pools - 1];
      v = (v * w + value[before] * weight[before]) / (w + weight[before]);
      w += weight[before];
      first[pools - 1] = before;
    }
    value[first[pools]] = v;
    weight[first[pools]] = w;
    pools++;
  }
  for (int p = pools - 1, end = n; p >= 0; end = first[p], p--)
    for (int i = first[p]; i < end; i++) value[i] = value[first[p]];
}

bool tc_read_costs_of(const tc_params *machine, int width, tc_read_costs *out) {
  const double *t = width == 0 ? machine->gather4_s : machine->gather16_s;
  double length[TC_SPREADS], begin = 0.0, spent = 0.0;
  for (int i = 0; i < TC_SPREADS; i++) {
    const double reach = reach_of(machine->spread_B[i], tc_params_width(width));
    if (!(t[i] > 0.0) || !(reach > begin)) return false;
    length[i] = reach - begin;
    out->reach_B[i] = reach;
    out->read_s[i] = (reach * t[i] - spent) / length[i];
    begin = reach;
    spent = reach * t[i];
  }
  make_rising(TC_SPREADS, length, out->read_s);
  return true;
}

double tc_read_cost_s(const tc_read_costs *c, double bytes) {
  int i = 0;
  while (i < TC_SPREADS - 1 && bytes > c->reach_B[i]) i++;
  return c->read_s[i];
}

/* ---- reads beyond those that were measured ---- */

static double middle_of(int bin) { return sqrt(tc_reuse_bin_bytes(bin) * tc_reuse_bin_bytes(bin + 1)); }

/* All that a product touches: so far back lies what it reads for the first time. */
static double touched_B(const tc_load *l) {
  return l->rows * tc_reuse_row_bytes(l->width) + l->reuse->lines * TC_REUSE_LINE;
}

/* At what reads cost at one of the widths that are measured. NaN: not known. */
static double reads_s(const tc_params *m, const tc_load *l, int width) {
  tc_read_costs costs;
  if (!l->reuse || !tc_read_costs_of(m, width, &costs)) return NAN;
  double s = l->reuse->first * tc_read_cost_s(&costs, touched_B(l));
  for (int b = 0; b < TC_REUSE_BINS; b++) s += l->reuse->apart[b] * tc_read_cost_s(&costs, middle_of(b));
  return s;
}

/* Widths 4 and 16 are measured, others lie on the line through them, as rows do. */
static double reads_beyond_s(const tc_params *m, const tc_load *l) {
  double s = 0.0;
  if (l->rows == 0) return 0.0;
  for (int index = 0; index < TC_WIDTHS; index++) {
    const double share = tc_params_width_share(index, l->width);
    if (share != 0.0) s += share * reads_s(m, l, index);
  }
  return s < 0.0 ? 0.0 : s;
}

static tc_price price(const tc_params *m, int nodes, const tc_load *l, const tc_stage *stage) {
  tc_price out = tc_model_at(TC_MODEL_refined)->price(m, nodes, l, stage);
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
    .lone = false,
    .price = price,
};
