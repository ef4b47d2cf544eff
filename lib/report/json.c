#include <math.h>

#include "base/file.h"
#include "report/json_writer.h"
#include "report/provenance.h"
#include "report/report.h"

static void write_parts(tc_json *json, const char *name, double total, tc_parts parts) {
  tc_json_open(json, name, '{');
  tc_json_number(json, "total", total);
  for (int p = 0; p < TC_PART_COUNT; p++) tc_json_number(json, tc_part_name(p), *tc_part_at(&parts, p));
  tc_json_close(json, '}');
}

static void write_counts(tc_json *json, tc_traffic traffic) {
  tc_json_open(json, "counts", '{');
  for (int c = 0; c < tc_traffic_count(); c++)
    tc_json_integer(json, tc_traffic_name(c), *tc_traffic_at(&traffic, c));
  tc_json_close(json, '}');
}

static void write_forecast(tc_json *json, const tc_result *result, int model, const char *name) {
  tc_parts parts = {0};
  if (!result->forecast[model].part) {
    tc_json_text(json, name, NULL);
    return;
  }
  for (int p = 0; p < TC_PART_COUNT; p++) *tc_part_at(&parts, p) = tc_result_predicted_s(result, model, p);
  write_parts(json, name, result->forecast[model].total_s, parts);
}

/* That of the main model with its error, then those of all by name. */
static void write_forecasts(tc_json *json, const tc_report *report, const tc_result *result) {
  const double measured = tc_result_measured_s(result, -1);
  const tc_forecast *forecast = &result->forecast[report->model];
  write_forecast(json, result, report->model, "predicted_s");
  tc_json_number(json, "error", forecast->part && measured > 0.0 ? forecast->total_s / measured - 1.0 : NAN);
  tc_json_open(json, "forecasts", '{');
  for (int m = 0; m < TC_MODEL_COUNT; m++) write_forecast(json, result, m, tc_model_at(m)->name);
  tc_json_close(json, '}');
}

static void write_rank_forecast(tc_json *json, const tc_result *result, int rank, int model,
                                const char *name) {
  const tc_parts *part = result->forecast[model].part;
  if (part)
    write_parts(json, name, tc_parts_total(&part[rank]), part[rank]);
  else
    tc_json_text(json, name, NULL);
}

static void write_rank_forecasts(tc_json *json, const tc_report *report, const tc_result *result, int rank) {
  write_rank_forecast(json, result, rank, report->model, "predicted_s");
  tc_json_open(json, "forecasts", '{');
  for (int m = 0; m < TC_MODEL_COUNT; m++) write_rank_forecast(json, result, rank, m, tc_model_at(m)->name);
  tc_json_close(json, '}');
}

static void write_rank(tc_json *json, const tc_report *report, const tc_result *result, int rank) {
  const tc_measure *m = &result->measured[rank];
  tc_json_open(json, NULL, '{');
  tc_json_integer(json, "rank", m->rank);
  tc_json_integer(json, "node", m->node);
  tc_json_integer(json, "rows", m->rows);
  if (result->imagined)
    tc_json_text(json, "measured_s", NULL);
  else
    write_parts(json, "measured_s", m->total_s, m->part_s);
  write_rank_forecasts(json, report, result, rank);
  write_counts(json, m->traffic);
  if (!result->imagined) {
    tc_json_number(json, "longest_silence_s", m->part_s.longest_silence_s);
    tc_json_number(json, "peak_memory_B", m->peak_memory_B);
  }
  tc_json_close(json, '}');
}

static void write_field(tc_json *json, const tc_result *result) {
  char hash[20];
  snprintf(hash, sizeof hash, "%016llx", (unsigned long long)result->field.hash);
  tc_json_open(json, "field", '{');
  tc_json_bool(json, "valid", result->valid);
  tc_json_text(json, "hash", hash);
  tc_json_number(json, "min", result->field.min);
  tc_json_number(json, "max", result->field.max);
  tc_json_number(json, "integral", result->field.integral);
  tc_json_number(json, "l2_error", result->l2_error);
  tc_json_number(json, "max_error", result->max_error);
  tc_json_close(json, '}');
}

/* By the main model, what the step spends its time on. */
static void write_costs(tc_json *json, const tc_report *report, const tc_result *result) {
  tc_costs costs = result->forecast[report->model].costs;
  if (!result->forecast[report->model].part) {
    tc_json_text(json, "costs_s", NULL);
    return;
  }
  tc_json_open(json, "costs_s", '{');
  for (int c = 0; c < TC_COST_COUNT; c++) tc_json_number(json, tc_cost_name(c), *tc_cost_at(&costs, c));
  tc_json_close(json, '}');
}

static void write_measured(tc_json *json, const tc_result *result) {
  tc_parts measured = {0};
  if (result->imagined) {
    tc_json_text(json, "measured_s", NULL);
    return;
  }
  for (int p = 0; p < TC_PART_COUNT; p++) *tc_part_at(&measured, p) = tc_result_measured_s(result, p);
  write_parts(json, "measured_s", tc_result_measured_s(result, -1), measured);
}

static void write_result(tc_json *json, const tc_report *report, const tc_result *result) {
  tc_json_open(json, NULL, '{');
  tc_json_text(json, "strategy", result->strategy);
  tc_json_text(json, "distribution", result->distribution);
  tc_json_integer(json, "block_size", result->block_size);
  tc_json_integer(json, "ranks", result->ranks);
  tc_json_integer(json, "nodes", result->nodes);
  tc_json_integer(json, "ranks_per_node", result->ranks_per_node);
  write_measured(json, result);
  write_forecasts(json, report, result);
  write_costs(json, report, result);
  write_counts(json, tc_result_traffic(result));
  if (!result->imagined) tc_json_number(json, "peak_memory_B", tc_result_memory_B(result));
  tc_json_open(json, "per_rank", '[');
  for (int r = 0; r < result->ranks; r++) write_rank(json, report, result, r);
  tc_json_close(json, ']');
  if (!result->imagined) write_field(json, result);
  tc_json_close(json, '}');
}

/* Null for what is not known. */
static void write_parameter(tc_json *json, const char *name, double value) {
  tc_json_number(json, name, value > 0.0 ? value : NAN);
}

static void write_parameters(tc_json *json, tc_params *params, int param) {
  const double *value = tc_param_at(params, param);
  if (tc_param_values(param) == 1) {
    write_parameter(json, tc_param_name(param), *value);
    return;
  }
  tc_json_open(json, tc_param_name(param), '[');
  for (int w = 0; w < tc_param_values(param); w++) write_parameter(json, NULL, value[w]);
  tc_json_close(json, ']');
}

static void write_machine(tc_json *json, const tc_report *report) {
  tc_params params = report->machine;
  tc_json_open(json, "machine", '{');
  for (int p = 0; p < TC_PARAM_COUNT; p++) write_parameters(json, &params, p);
  tc_json_text(json, "name", report->machine_name);
  tc_json_close(json, '}');
}

/* Null where results differ in it. */
static void write_number_of(tc_json *json, const char *name, int number) {
  if (number > 0)
    tc_json_integer(json, name, number);
  else
    tc_json_text(json, name, NULL);
}

static void write_head(tc_json *json, const tc_report *report) {
  tc_json_text(json, "program", "tetracast");
  tc_json_text(json, "version", tc_provenance_version());
  tc_json_text(json, "commit", tc_provenance_commit());
  tc_json_text(json, "compiler", tc_provenance_compiler());
  tc_json_text(json, "title", report->title);
  tc_json_text(json, "overrides", report->overrides);
  tc_json_open(json, "mesh", '{');
  tc_json_text(json, "file", report->mesh_file);
  tc_json_integer(json, "cells", report->cells);
  tc_json_integer(json, "nodes", report->nodes_of_mesh);
  tc_json_close(json, '}');
  tc_json_text(json, "scheme", report->scheme);
  tc_json_integer(json, "width", report->width);
  tc_json_integer(json, "steps", report->steps);
  tc_json_number(json, "dt", report->dt > 0.0 ? report->dt : NAN);
  tc_json_number(json, "time", report->dt > 0.0 ? report->time : NAN);
  write_number_of(json, "ranks", report->ranks);
  tc_json_integer(json, "threads", report->threads);
  write_number_of(json, "nodes", report->nodes);
  tc_json_text(json, "model", tc_model_at(report->model)->name);
  write_machine(json, report);
}

tc_status tc_report_json(const tc_report *report, const char *path) {
  tc_file file;
  TC_TRY(tc_file_open(path, &file));
  tc_json json = {file.out, 0, true};
  tc_json_open(&json, NULL, '{');
  write_head(&json, report);
  tc_json_open(&json, "results", '[');
  for (int i = 0; i < report->results; i++) write_result(&json, report, &report->result[i]);
  tc_json_close(&json, ']');
  tc_json_close(&json, '}');
  return tc_file_commit(&file);
}
