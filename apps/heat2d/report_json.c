/* JSON reports of `heat2d run` and `heat2d predict`, with the field names of tetracast's reports. A value
 * without a forecast is null. The file is published when it is complete. */
#include <math.h>

#include "base/file/file.h"
#include "base/program/json_program.h"
#include "machine/parameters/json_head.h"
#include "report.h"

static void write_machine(tc_json *json, const tc_params *machine) {
  tc_json_begin(json, "machine", '{');
  tc_json_params(json, machine);
  tc_json_end(json, '}');
}

static void write_mesh(tc_json *json, int32_t rows, int32_t cols) {
  tc_json_begin(json, "mesh", '{');
  tc_json_integer(json, "rows", rows);
  tc_json_integer(json, "cols", cols);
  tc_json_end(json, '}');
}

static void write_grid(tc_json *json, const tc_heat2d_grid *grid) {
  tc_json_begin(json, "grid", '[');
  tc_json_integer(json, NULL, grid->mprocs);
  tc_json_integer(json, NULL, grid->nprocs);
  tc_json_end(json, ']');
}

static void write_measured(tc_json *json, const h2_times *times) {
  tc_json_begin(json, "measured_s", '{');
  for (int t = 0; t < H2_TIME_COUNT; t++) tc_json_number(json, h2_time_name((h2_time)t), times->s[t]);
  tc_json_end(json, '}');
}

/* Writes the member `name` with the forecast seconds of each part of a step; null for a part without a
 * forecast. */
static void write_forecast(tc_json *json, const char *name, const tc_heat2d_forecast *forecast) {
  tc_json_begin(json, name, '{');
  for (int t = 0; t < H2_TIME_COUNT; t++)
    tc_json_number(json, h2_time_name((h2_time)t), h2_forecast_s(forecast, (h2_time)t));
  tc_json_end(json, '}');
}

static void write_counts(tc_json *json, const tc_heat2d_counts *c) {
  tc_json_begin(json, "counts", '{');
  tc_json_integer(json, "horizontal_values", c->horizontal_values);
  tc_json_integer(json, "local_values", c->local_values);
  tc_json_integer(json, "remote_values", c->remote_values);
  tc_json_integer(json, "remote_messages", c->remote_messages);
  tc_json_end(json, '}');
}

static void write_rank(tc_json *json, const h2_report *report, int rank) {
  const tc_heat2d_counts *c = &report->counts[rank];
  tc_json_begin(json, NULL, '{');
  tc_json_integer(json, "rank", rank);
  tc_json_integer(json, "node", c->node);
  tc_json_integer(json, "rows", c->rows);
  tc_json_integer(json, "cols", c->cols);
  write_measured(json, &report->measured[rank]);
  write_counts(json, c);
  tc_json_end(json, '}');
}

static void write_field(tc_json *json, const h2_exact_solution_check *check) {
  char hash[20];
  snprintf(hash, sizeof hash, "%016llx", (unsigned long long)check->hash);
  tc_json_begin(json, "field", '{');
  tc_json_text(json, "hash", hash);
  tc_json_number(json, "min", check->min);
  tc_json_number(json, "max", check->max);
  tc_json_number(json, "max_error", check->error);
  tc_json_number(json, "tolerance", check->tolerance);
  tc_json_end(json, '}');
}

static void write_result(tc_json *json, const h2_report *report) {
  h2_times slowest;
  tc_heat2d_counts sum = {0};
  for (int t = 0; t < H2_TIME_COUNT; t++) slowest.s[t] = h2_measured_s(report, (h2_time)t);
  for (int r = 0; r < report->ranks; r++) tc_heat2d_counts_add(&sum, &report->counts[r]);
  const double forecast = h2_forecast_s(&report->forecast, H2_TIME_TOTAL);
  tc_json_begin(json, NULL, '{');
  write_measured(json, &slowest);
  write_forecast(json, "predicted_s", &report->forecast);
  tc_json_number(json, "error", forecast / slowest.s[H2_TIME_TOTAL] - 1.0);
  write_counts(json, &sum);
  tc_json_begin(json, "per_rank", '[');
  for (int r = 0; r < report->ranks; r++) write_rank(json, report, r);
  tc_json_end(json, ']');
  write_field(json, &report->check);
  tc_json_end(json, '}');
}

tc_status h2_json(const h2_report *report, const char *path) {
  tc_file file;
  TC_TRY(tc_file_open(path, &file));
  tc_json json = {file.out, 0, true};
  tc_json_begin(&json, NULL, '{');
  tc_json_program(&json, "heat2d");
  write_mesh(&json, report->wave->grid.rows, report->wave->grid.cols);
  tc_json_integer(&json, "steps", report->steps);
  tc_json_number(&json, "dt", report->wave->dt);
  tc_json_integer(&json, "ranks", report->ranks);
  write_grid(&json, &report->wave->grid);
  tc_json_integer(&json, "threads", report->threads);
  tc_json_integer(&json, "nodes", report->nodes);
  write_machine(&json, &report->machine);
  tc_json_begin(&json, "results", '[');
  write_result(&json, report);
  tc_json_end(&json, ']');
  tc_json_end(&json, '}');
  return tc_file_commit(&file);
}

static void write_imagined(tc_json *json, const h2_prediction *run) {
  tc_json_begin(json, NULL, '{');
  tc_json_integer(json, "ranks", run->ranks);
  tc_json_integer(json, "nodes", run->nodes);
  write_grid(json, &run->grid);
  write_forecast(json, "predicted_s", &run->printed);
  write_forecast(json, "tabulated_s", &run->tabulated);
  /* former name of the member, written until version 1.0 */
  write_forecast(json, "second_reading_s", &run->tabulated);
  write_counts(json, &run->counts);
  tc_json_end(json, '}');
}

tc_status h2_predictions_json(const h2_predictions *all, const char *path) {
  tc_file file;
  TC_TRY(tc_file_open(path, &file));
  tc_json json = {file.out, 0, true};
  tc_json_begin(&json, NULL, '{');
  tc_json_program(&json, "heat2d");
  write_mesh(&json, all->rows, all->cols);
  tc_json_integer(&json, "steps", all->steps);
  tc_json_integer(&json, "ranks_per_node", all->ranks_per_node);
  write_machine(&json, &all->machine);
  tc_json_begin(&json, "results", '[');
  for (int i = 0; i < all->count; i++) write_imagined(&json, &all->run[i]);
  tc_json_end(&json, ']');
  tc_json_end(&json, '}');
  return tc_file_commit(&file);
}
