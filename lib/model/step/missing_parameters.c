/* Search for missing parameters, called if a forecast is NaN. First all unknown parameters get a placeholder
 * value. Then each placeholder is removed again if the model does not need it. Ranks are searched
 * sequentially, and placeholders that one rank needs remain set for the next ranks. */
#include "model/step/missing_parameters.h"

#include "machine/parameters/machine.h"
#include "model/step/predict.h"

/* ---- search ---- */

typedef struct search {
  const tc_model *model;
  tc_schedule step;
  int nodes;
} search;

static bool is_finite(const tc_stage_cost *price) {
  return isfinite(tc_costs_total(&price->own) + tc_costs_total(&price->concurrent) +
                  tc_costs_total(&price->serialised));
}

static bool has_price(const search *s, const tc_params *machine, const tc_rank_load *load,
                      const tc_stage *stage) {
  const tc_stage_cost price = tc_model_stage_cost(s->model, machine, s->nodes, load, stage);
  return is_finite(&price);
}

/* True if the model has a finite cost for every stage of this rank with the parameters in `machine`. Reads of
 * x that were not counted are treated as zero, because their number is not a parameter. */
static bool is_enough(const search *s, const tc_params *machine, const tc_rank_load *load) {
  static const tc_reuse none = {.rows = 0};
  tc_rank_load own = *load;
  bool enough = true;
  if (!own.reuse) own.reuse = &none;
  for (int k = 0; k < s->step.stages; k++) enough = enough && has_price(s, machine, &own, &s->step.stage[k]);
  return enough;
}

/* Sets all values of a parameter to the middle of the valid range on a logarithmic scale. For the sizes at
 * which curves are measured, which must ascend, it sets multiples of this value. */
static void set_placeholder(tc_params *machine, int param) {
  const tc_param_range range = tc_param_range_of(param);
  for (int v = 0; v < tc_param_values(param); v++)
    tc_param_at(machine, param)[v] =
        sqrt(range.min) * sqrt(range.max) * (tc_param_is_axis(param) ? v + 1.0 : 1.0);
}

static void clear_parameter(tc_params *machine, int param) {
  for (int v = 0; v < tc_param_values(param); v++) tc_param_at(machine, param)[v] = 0.0;
}

/* Searches for one rank: sets placeholders for all unknown parameters, then clears them one by one and
 * restores those that are needed. `lacks` receives the parameters that are needed, and `machine` their
 * placeholders. Changes nothing if the model has no forecast even with all placeholders. */
static void find_missing(const search *s, const tc_rank_load *load, tc_params *machine,
                         tc_missing_params *lacks) {
  tc_params all = *machine;
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (!(tc_param_at(&all, p)[0] > 0.0)) set_placeholder(&all, p);
  if (!is_enough(s, &all, load)) return;
  for (int p = 0; p < TC_PARAM_COUNT; p++) {
    if (tc_param_at(machine, p)[0] > 0.0) continue;
    clear_parameter(&all, p);
    if (is_enough(s, &all, load)) continue;
    set_placeholder(&all, p);
    lacks->by_index[p] = true;
  }
  *machine = all;
}

tc_missing_params tc_missing_params_find(const tc_model *model, const tc_params *machine,
                                         const tc_schedule *product, int ranks, const tc_rank_load *load) {
  const search s = {model, tc_model_step(product, true), tc_rank_load_nodes(ranks, load)};
  tc_params known = *machine;
  tc_missing_params lacks = {{false}};
  for (int r = 0; r < ranks; r++)
    if (!is_enough(&s, &known, &load[r])) find_missing(&s, &load[r], &known, &lacks);
  return lacks;
}

/* ---- text ---- */

/* most_meant: largest number of names that are printed with their meanings. most_named: largest number of
 * names that are printed. */
enum { most_meant = 3, most_named = 8 };

int tc_missing_params_count(const tc_missing_params *lacks) {
  int count = 0;
  for (int p = 0; p < TC_PARAM_COUNT; p++) count += lacks->by_index[p];
  return count;
}

void tc_missing_params_format(const tc_missing_params *lacks, tc_line *line) {
  const int count = tc_missing_params_count(lacks), named = count <= most_named ? count : most_named - 1;
  bool fitted = true, device = false;
  if (count == 0) {
    tc_line_add(line, "data that no machine parameter provides");
    return;
  }
  for (int p = 0, n = 0; p < TC_PARAM_COUNT; p++) {
    if (!lacks->by_index[p]) continue;
    fitted = fitted && tc_machine_param_is_fitted(p);
    device = device || tc_param_is_device(p);
    if (n++ >= named) continue;
    tc_line_add(line, "%s%s", n == 1 ? "" : n == count ? " and " : ", ", tc_param_name(p));
    if (count <= most_meant) tc_line_add(line, " (%s)", tc_param_meaning(p));
  }
  if (named < count) tc_line_add(line, " and %d more", count - named);
  tc_line_add(line, ": tetracast calibrate%s measures %s",
              fitted   ? " --fit"
              : device ? " --device NAME"
                       : "",
              count == 1 ? "it" : "them");
}
