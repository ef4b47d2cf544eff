/* Head, legend and lines about the field in the tables of reports. The head describes the problem, the ranks
 * and the machine. The legend has the warnings and one line for each reason why forecasts are missing. A
 * model that has no forecast of any result has no column in the tables. */
#include "report/document/report_text.h"

#include <math.h>
#include <string.h>

#include "comm/exchange/strategy.h"
#include "report/document/outcome_text.h"
#include "report/document/stages_text.h"
#include "report/document/warnings.h"

const char *tc_report_step_noun(const tc_report *report) {
  const bool solves = report->results > 0 ? report->result[0].solver != NULL : !report->run.controlled;
  return solves && !(report->dt > 0.0) ? "solve" : "step";
}

/* Writes the number of ranks and the memory bandwidth per rank. If the number of ranks differs between
 * results, writes only the number of threads per rank. */
static void write_ranks(const tc_report *report, tc_section *out) {
  if (report->ranks == 0) {
    tc_section_print(out, "%d thread%s a rank", report->threads, tc_plural_suffix(report->threads));
    return;
  }
  tc_section_print(out, "%d rank%s x %d thread%s on %d %snode%s", report->ranks,
                   tc_plural_suffix(report->ranks), report->threads, tc_plural_suffix(report->threads),
                   report->nodes, report->run.virtual_nodes ? "virtual " : "",
                   tc_plural_suffix(report->nodes));
  if (report->machine.private_bandwidth_Bps > 0.0)
    tc_section_append(out, "; memory bandwidth %.3g GB/s a rank",
                      1e-9 * report->machine.private_bandwidth_Bps);
  if (report->in_cache && tc_params_cached_Bps(&report->machine) > 0.0)
    tc_section_append(out, ", cache bandwidth %.3g GB/s", 1e-9 * tc_params_cached_Bps(&report->machine));
}

void tc_report_text_device(const tc_device_config *config, tc_section *out) {
  const tc_device *device = config->device;
  if (!device) return;
  tc_section_print(out, "device %s:%d (%s), kernel %s with tiles of %d rows%s",
                   tc_backend_name(device->backend), device->index, device->name,
                   tc_stagings.name((int)config->staging), config->tile,
                   device->processor ? "; a CPU, so its times do not apply to GPUs" : "");
}

/* Writes the earlier step sizes of a run that was extended with another step size. The head of the report
 * contains the last step size. Example: (before: 0.1 to step 100, 0.2 to step 150) */
static void write_spans(const tc_step_spans *spans, tc_section *out) {
  for (int k = 0; spans && k + 1 < spans->count; k++)
    tc_section_append(out, "%s%.6g to step %lld", k ? ", " : " (before: ", spans->item[k].dt,
                      (long long)spans->item[k + 1].origin.step);
  if (spans && spans->count > 1) tc_section_append(out, ")");
}

/* Writes the factors by which the import and the config have multiplied the coordinates. Factors of 1 are not
 * written. */
static void write_scales(const tc_report *report, tc_section *out) {
  const double imported = report->run.mesh_source_scale;
  if (imported != 0.0 && imported != 1.0)
    tc_section_append(out, "; coordinates multiplied by %.10g during the import", imported);
  if (report->mesh_scale != 1.0)
    tc_section_append(out, "; coordinates multiplied by %.10g (mesh.scale)", report->mesh_scale);
}

static void write_shortened(const tc_report *report, tc_section *out) {
  const int64_t count = report->run.shortened_steps;
  if (count > 0)
    tc_section_print(out,
                     "%lld step%s shortened to end at output times, so results differ in the last digits "
                     "from those of a run without output times",
                     (long long)count, count == 1 ? " was" : "s were");
}

static void write_choice(const tc_report *report, tc_section *out) {
  tc_line line = {0};
  if (report->run.choice) tc_time_methods_format_choice(report->run.choice, &line);
  if (line.length > 0) tc_section_print(out, "%s", line.text);
}

static void write_preconditioner_choice(const tc_report *report, tc_section *out) {
  tc_line line = {0};
  if (report->run.preconditioners) tc_preconditioner_choice_format(report->run.preconditioners, &line);
  if (line.length > 0) tc_section_print(out, "%s", line.text);
}

static void write_stages(const tc_report *report, tc_section *out) {
  const tc_stages_work work = tc_report_stages_work(report);
  tc_line line = {0};
  if (work.stages == 0 && !work.control) return;
  tc_stages_work_format(&work, &line);
  tc_section_print(out, "%s", line.text);
}

static void write_local_steps(const tc_report *report, tc_section *out) {
  tc_line line = {0};
  tc_local_steps_format(&report->run.local, &line);
  if (line.length > 0) tc_section_print(out, "%s", line.text);
}

const char *tc_report_row_noun(const tc_report *report) { return report->system ? "row" : "cell"; }

static void write_problem(const tc_report *report, tc_section *out) {
  if (report->system) {
    tc_system_facts_print(report->system, out);
    if (report->system->right_sides > 1)
      tc_section_append(out, "; %lld right-hand sides", (long long)report->system->right_sides);
    return;
  }
  tc_section_print(out, "%s: %lld cells, %lld nodes; %s scheme, width %g", report->mesh_file,
                   (long long)report->cells, (long long)report->nodes_of_mesh, report->scheme, report->width);
  write_scales(report, out);
}

void tc_report_text_head(const tc_report *report, tc_section *out) {
  if (report->title) tc_section_print(out, "%s", report->title);
  write_problem(report, out);
  if (report->dt > 0.0)
    tc_section_append(out, "; %lld step%s of %.6g to t = %.6g", (long long)report->steps,
                      report->steps == 1 ? "" : "s", report->dt, report->time);
  if (report->run.controlled)
    tc_section_append(out, "; %lld step%s with error control to t = %.6g", (long long)report->steps,
                      report->steps == 1 ? "" : "s", report->time);
  write_spans(report->run.spans, out);
  if (report->steady && report->steady->change >= 0.0)
    tc_section_append(out, ", %s: the field changes by %.3g per unit of time",
                      report->steady->reached ? "steady" : "not steady", report->steady->change);
  write_choice(report, out);
  write_preconditioner_choice(report, out);
  write_stages(report, out);
  write_shortened(report, out);
  write_local_steps(report, out);
  write_ranks(report, out);
  tc_section_append(out, " (machine: %s)", report->machine_name);
  tc_report_text_device(&report->device, out);
}

static bool has_forecast(const tc_report *report, int model) {
  for (int i = 0; i < report->results; i++)
    if (report->result[i].forecast[model].phase_s) return true;
  return false;
}

/* True if `model` is `paper-cached` and its forecasts equal those of the model `paper`. The forecasts are
 * equal if the working set does not fit into a cache. The tables then omit paper-cached. */
static bool repeats_paper(const tc_report *report, int model) {
  if (model != TC_MODEL_paper_cached || report->model == TC_MODEL_paper_cached) return false;
  for (int i = 0; i < report->results; i++) {
    const tc_forecast *forecast = report->result[i].forecast;
    if (forecast[model].total_s != forecast[TC_MODEL_paper].total_s) return false;
  }
  return true;
}

int tc_report_other_models(const tc_report *report, int model[TC_MODEL_COUNT]) {
  int count = 0;
  for (int m = 0; m < TC_MODEL_COUNT; m++)
    if (m != report->model && has_forecast(report, m) && !repeats_paper(report, m)) model[count++] = m;
  return count;
}

void tc_report_add_model_columns(tc_section *table, const tc_report *report, const tc_column columns[2]) {
  int model[TC_MODEL_COUNT];
  const int count = tc_report_other_models(report, model);
  tc_columns_add(table, 2, columns);
  for (int m = 0; m < count; m++)
    TC_COLUMNS(table,
               (tc_column){.label = tc_model_at(model[m])->name,
                           .width = columns[0].width,
                           .prefix = columns[0].prefix},
               columns[1]);
}

static void add_model_cells(tc_section *row, const tc_result *result, int model, int part) {
  const bool exists = result->forecast[model].phase_s;
  const double forecast = exists ? tc_result_predicted_s(result, model, part) : (double)NAN;
  tc_cell_seconds(row, forecast);
  tc_cell_error(row, forecast, tc_result_measured_s(result, part), tc_result_measured_s(result, -1));
}

void tc_report_add_model_cells(tc_section *row, const tc_report *report, const tc_result *result, int part) {
  int model[TC_MODEL_COUNT];
  const int count = tc_report_other_models(report, model);
  add_model_cells(row, result, report->model, part);
  for (int m = 0; m < count; m++) add_model_cells(row, result, model[m], part);
}

void tc_report_add_phase_columns(tc_section *table, const tc_report *report, int width) {
  for (int part = 0; part < TC_PHASE_COUNT; part++)
    if (tc_report_shows_phase(report, part)) TC_COLUMNS(table, tc_column_text(tc_phase_name(part), width));
}

void tc_report_add_phase_cells(tc_section *row, const tc_report *report, const tc_seconds *part_s) {
  for (int part = 0; part < TC_PHASE_COUNT; part++)
    if (tc_report_shows_phase(report, part)) tc_cell_seconds(row, part_s->by_index[part]);
}

static bool has_phase(const tc_result *r, int phase) {
  if (tc_result_measured_s(r, phase) > 0.0) return true;
  for (int m = 0; m < TC_MODEL_COUNT; m++)
    if (r->forecast[m].phase_s && tc_result_predicted_s(r, m, phase) > 0.0) return true;
  return false;
}

bool tc_report_shows_phase(const tc_report *report, int phase) {
  bool is_shown = tc_phase_in_product(phase);
  for (int i = 0; i < report->results; i++) is_shown = is_shown || has_phase(&report->result[i], phase);
  return is_shown;
}

/* Possible reasons why a result has no forecast. */
enum {
  no_machine,
  strategy_not_modelled,
  no_trial_step,
  no_cycle,
  no_network,
  no_devices,
  no_parameters,
  reasons
};

static int find_missing_reason(const tc_report *report, const tc_result *result) {
  const tc_strategy *strategy = tc_result_strategy(result);
  const tc_counts t = tc_result_counts(result);
  const bool has_bandwidth = report->machine.private_bandwidth_Bps > 0.0;
  if (!has_bandwidth && !(report->machine.fit_cg_flop_s > 0.0)) return no_machine;
  if (strategy && !tc_model_supports(tc_model_at(report->model), tc_strategy_traffic(strategy)))
    return strategy_not_modelled;
  if (result->solver && result->solver->trial == 0) return no_trial_step;
  if (result->solver && tc_solver_uses_cycles(&result->solver->options.solver) &&
      !tc_model_at(report->model)->cycles)
    return no_cycle;
  if (!has_bandwidth) return no_parameters;
  if (result->on_device)
    return result->forecast[tc_report_unavailable_model(report, result)].phase_s ? no_devices : no_parameters;
  if (t.remote_individual + t.remote_blocks + t.remote_messages == 0) return no_parameters;
  return report->machine.remote_latency_s > 0.0 ? no_parameters : no_network;
}

/* Returns the parameters that a model needs for at least one result and the machine lacks. */
static tc_missing_params find_missing_params(const tc_report *report, int model) {
  tc_missing_params missing = {{false}};
  for (int i = 0; i < report->results; i++)
    for (int p = 0; p < TC_PARAM_COUNT; p++)
      missing.by_index[p] = missing.by_index[p] || report->result[i].forecast[model].missing.by_index[p];
  return missing;
}

static void write_missing_params(const tc_report *report, tc_section *out) {
  const int model = tc_report_unavailable_model(report, report->result);
  const tc_missing_params missing = find_missing_params(report, model);
  tc_line line = {0};
  tc_missing_params_format(&missing, &line);
  tc_section_print(out, "No forecast (-) by the %s model: it needs %s.", tc_model_at(model)->name, line.text);
}

/* Writes that the main model does not support multigrid. If the model `refined` has no forecast either, also
 * writes the machine parameters that this model needs. */
static void write_missing_cycles(const tc_report *report, tc_section *out) {
  const tc_missing_params missing = find_missing_params(report, TC_MODEL_refined);
  tc_line line = {0};
  tc_section_print(out, "No forecast (-) with multigrid: the %s model does not support it",
                   tc_model_at(report->model)->name);
  if (tc_missing_params_count(&missing) > 0) {
    tc_missing_params_format(&missing, &line);
    tc_section_append(out, ", and the %s model needs %s", tc_model_at(TC_MODEL_refined)->name, line.text);
  }
  tc_section_append(out, ".");
}

/* Writes the strategies that the main model does not support, and the machine parameters that the model
 * `refined` would need for them. */
static void write_unsupported_strategies(const tc_report *report, tc_section *out) {
  tc_missing_params missing = {{false}};
  tc_line names = {0}, needs = {0};
  for (int i = 0; i < report->results; i++) {
    const tc_result *result = &report->result[i];
    const tc_missing_params *params = &result->forecast[TC_MODEL_refined].missing;
    bool is_named = result->forecast[report->model].phase_s ||
                    find_missing_reason(report, result) != strategy_not_modelled;
    for (int k = 0; k < i && !is_named; k++)
      is_named = strcmp(report->result[k].strategy, result->strategy) == 0;
    for (int p = 0; p < TC_PARAM_COUNT && !is_named; p++)
      missing.by_index[p] = missing.by_index[p] || params->by_index[p];
    if (!is_named) tc_line_add_item(&names, result->strategy);
  }
  if (tc_missing_params_count(&missing) > 0) {
    tc_line_add(&needs, "; the %s model needs ", tc_model_at(TC_MODEL_refined)->name);
    tc_missing_params_format(&missing, &needs);
  }
  tc_section_print(out, "No forecast (-) for %s: the %s model does not support %s%s.", names.text,
                   tc_model_at(report->model)->name, strchr(names.text, ',') ? "them" : "it", needs.text);
}

static void write_unknown_iterations(const tc_report *report, tc_section *out) {
  tc_section_print(out, "No forecast (-) of %s",
                   report->dt > 0.0 ? "steps that solve systems: the number of iterations is unknown."
                                    : "a steady state: the number of iterations is unknown (tetracast "
                                      "predict solves the system first to count them).");
}

void tc_report_text_missing_forecasts(const tc_report *report, tc_section *out) {
  const char *name[reasons] = {0};
  if (report->run.controlled) {
    tc_section_print(out, "No forecast (-) with error control, because the number of steps is unknown.");
    return;
  }
  for (int i = 0; i < report->results; i++)
    if (!report->result[i].forecast[report->model].phase_s &&
        (report->steps > 0 || report->result[i].dry_run))
      name[find_missing_reason(report, &report->result[i])] = report->result[i].strategy;
  if (name[no_machine])
    tc_section_print(out, "No forecast (-): no machine parameters are available (machine: %s).",
                     report->machine_name);
  if (name[no_devices])
    tc_section_print(out, "No forecast (-) by the %s model: it does not support devices.",
                     tc_model_at(report->model)->name);
  if (name[strategy_not_modelled]) write_unsupported_strategies(report, out);
  if (name[no_trial_step]) write_unknown_iterations(report, out);
  if (name[no_cycle]) write_missing_cycles(report, out);
  if (name[no_network])
    tc_section_print(out,
                     "No forecast (-) across nodes: the network is not measured (tetracast calibrate on two "
                     "nodes measures it).");
  if (name[no_parameters]) write_missing_params(report, out);
}

void tc_report_text_legend(const tc_report *report, tc_section *out) {
  tc_line line;
  const bool forecast = has_forecast(report, report->model);
  tc_section_print(out, "\nMeasured: %s over the %ss, then the slowest rank.",
                   report->run.controlled ? "mean" : "median", tc_report_step_noun(report));
  if (forecast)
    tc_section_append(out, " Forecast: the %s model. *: error above 25 %% in a part above 5 %% of the %s.",
                      tc_model_at(report->model)->name, tc_report_step_noun(report));
  tc_report_text_missing_forecasts(report, out);
  for (int w = 0; w < TC_REPORT_WARNINGS; w++)
    if (tc_report_warning(report, w, &line)) tc_section_print(out, "%s", line.text);
}

void tc_report_text_field(const tc_report *report, const tc_result *result, tc_section *out) {
  if (report->system) return;
  if (!result->valid) {
    tc_section_print(out, "  the field is not a solution: strategy %s does not exchange values",
                     result->strategy);
    return;
  }
  if (report->initial)
    tc_section_print(out, "  start: min %.6g, max %.6g, integral %.12g", report->initial->min,
                     report->initial->max, report->initial->integral);
  tc_section_print(out, "  field: min %.6g, max %.6g, integral %.12g, hash %016llx", result->field.min,
                   result->field.max, result->field.integral, (unsigned long long)result->field.hash);
  if (!isnan(result->l2_error))
    tc_section_print(out, "  against the exact solution: L2 error %.3g, largest error %.3g", result->l2_error,
                     result->max_error);
  tc_report_text_outcome(report->outcome, out);
}

const tc_result *tc_report_fastest(const tc_report *report) {
  const tc_result *best = NULL;
  for (int i = 0; i < report->results; i++) {
    const tc_result *r = &report->result[i];
    if (r->valid && (!best || tc_result_measured_s(r, -1) < tc_result_measured_s(best, -1))) best = r;
  }
  return best;
}
