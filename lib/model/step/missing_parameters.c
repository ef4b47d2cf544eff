/* Search for missing parameters, called if a forecast is NaN. First all unknown parameters get a placeholder
 * value. Then each placeholder is removed again, and set back only if the forecast needs it. Such parameters
 * are missing. Ranks are searched sequentially, and placeholders that one rank needs remain set for the next
 * ranks. */
#include "model/step/missing_parameters.h"

#include "machine/parameters/machine.h"
#include "model/step/predict.h"

/* ---- search ---- */

typedef struct search {
  const tc_model *model;
  tc_schedule step;
  int nodes;
} search;

static bool is_finite_cost(const tc_stage_cost *cost) {
  return isfinite(tc_costs_total(&cost->own) + tc_costs_total(&cost->concurrent) +
                  tc_costs_total(&cost->serialised));
}

static bool has_cost(const search *s, const tc_params *machine, const tc_rank_load *load,
                     const tc_stage *stage) {
  const tc_stage_cost cost = tc_model_stage_cost(s->model, machine, s->nodes, load, stage);
  return is_finite_cost(&cost);
}

/* True if the model has a finite cost for each stage. If the reads of x were not counted, assumes that there
 * are none, because these counts are not machine parameters. */
static bool has_all_costs(const search *s, const tc_params *machine, const tc_rank_load *load) {
  static const tc_reuse none = {.rows = 0};
  tc_rank_load counted = *load;
  bool is_complete = true;
  if (!counted.reuse) counted.reuse = &none;
  for (int k = 0; k < s->step.stages; k++)
    is_complete = is_complete && has_cost(s, machine, &counted, &s->step.stage[k]);
  return is_complete;
}

/* Sets all values of a parameter to the middle of the valid range on a logarithmic scale. A parameter that
 * lists the sizes at which curves are measured gets ascending multiples of this value. */
static void set_placeholder(tc_params *machine, int param) {
  const tc_param_range range = tc_param_range_of(param);
  for (int v = 0; v < tc_param_values(param); v++)
    tc_param_at(machine, param)[v] =
        sqrt(range.min) * sqrt(range.max) * (tc_param_is_axis(param) ? v + 1.0 : 1.0);
}

static void clear_parameter(tc_params *machine, int param) {
  for (int v = 0; v < tc_param_values(param); v++) tc_param_at(machine, param)[v] = 0.0;
}

/* Finds the parameters that the forecast of one rank needs and the machine lacks. Adds them to `missing`, and
 * sets placeholders for them in `machine`. Changes nothing if the model has no forecast even with all
 * placeholders. */
static void find_missing(const search *s, const tc_rank_load *load, tc_params *machine,
                         tc_missing_params *missing) {
  tc_params filled = *machine;
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (!(tc_param_at(&filled, p)[0] > 0.0)) set_placeholder(&filled, p);
  if (!has_all_costs(s, &filled, load)) return;
  for (int p = 0; p < TC_PARAM_COUNT; p++) {
    if (tc_param_at(machine, p)[0] > 0.0) continue;
    clear_parameter(&filled, p);
    if (has_all_costs(s, &filled, load)) continue;
    set_placeholder(&filled, p);
    missing->by_index[p] = true;
  }
  *machine = filled;
}

tc_missing_params tc_missing_params_find(const tc_model *model, const tc_params *machine,
                                         const tc_schedule *product, int ranks, const tc_rank_load *load) {
  const search s = {model, tc_model_step(product, true), tc_rank_load_nodes(ranks, load)};
  tc_params known = *machine;
  tc_missing_params missing = {{false}};
  for (int r = 0; r < ranks; r++)
    if (!has_all_costs(&s, &known, &load[r])) find_missing(&s, &load[r], &known, &missing);
  return missing;
}

/* ---- text ---- */

/* If at most max_with_meaning parameters are missing, their names are printed with their meanings. If more
 * than max_names are missing, only max_names - 1 names are printed, followed by the number of the others. */
enum { max_with_meaning = 3, max_names = 8 };

int tc_missing_params_count(const tc_missing_params *missing) {
  int count = 0;
  for (int p = 0; p < TC_PARAM_COUNT; p++) count += missing->by_index[p];
  return count;
}

bool tc_missing_params_is_network(int param) {
  return param == TC_PARAM_remote_bandwidth_Bps || param == TC_PARAM_remote_latency_s ||
         param == TC_PARAM_remote_send_s || param == TC_PARAM_remote_barrier_s ||
         param == TC_PARAM_remote_reduce_s;
}

/* Returns the arguments of "tetracast calibrate" that are needed to measure the missing parameters. */
static const char *find_options(const tc_missing_params *missing) {
  bool is_fitted = true, is_device = false, is_network = false;
  for (int p = 0; p < TC_PARAM_COUNT; p++) {
    if (!missing->by_index[p]) continue;
    is_fitted = is_fitted && tc_machine_param_is_fitted(p);
    is_device = is_device || tc_param_is_device(p);
    is_network = is_network || tc_missing_params_is_network(p);
  }
  if (is_fitted) return " --fit";
  if (is_device) return " --device NAME";
  return is_network ? " on two nodes" : "";
}

void tc_missing_params_format(const tc_missing_params *missing, tc_line *line) {
  const int count = tc_missing_params_count(missing), printed = count <= max_names ? count : max_names - 1;
  if (count == 0) {
    tc_line_add(line, "data that no machine parameter provides");
    return;
  }
  for (int p = 0, n = 0; p < TC_PARAM_COUNT; p++) {
    if (!missing->by_index[p]) continue;
    if (n++ >= printed) continue;
    tc_line_add(line, "%s%s", n == 1 ? "" : n == count ? " and " : ", ", tc_param_name(p));
    if (count <= max_with_meaning) tc_line_add(line, " (%s)", tc_param_meaning(p));
  }
  if (printed < count) tc_line_add(line, " and %d more", count - printed);
  tc_line_add(line, ": tetracast calibrate%s measures %s", find_options(missing), count == 1 ? "it" : "them");
}
