#include <math.h>

#include "report/file.h"
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

static void write_forecast(tc_json *json, const tc_result *result, int ranks) {
  tc_parts parts = {0};
  if (!result->predicted) {
    tc_json_text(json, "predicted_s", NULL);
    tc_json_text(json, "error", NULL);
    return;
  }
  for (int p = 0; p < TC_PART_COUNT; p++) *tc_part_at(&parts, p) = tc_result_predicted_s(result, ranks, p);
  write_parts(json, "predicted_s", result->predicted_total_s, parts);
  double measured = tc_result_measured_s(result, ranks, -1);
  tc_json_number(json, "error", measured > 0.0 ? result->predicted_total_s / measured - 1.0 : NAN);
}

static void write_rank(tc_json *json, const tc_result *result, int rank) {
  const tc_measure *m = &result->measured[rank];
  tc_json_open(json, NULL, '{');
  tc_json_integer(json, "rank", m->rank);
  tc_json_integer(json, "node", m->node);
  tc_json_integer(json, "rows", m->rows);
  write_parts(json, "measured_s", m->total_s, m->part_s);
  if (result->predicted)
    write_parts(json, "predicted_s", tc_parts_total(&result->predicted[rank]), result->predicted[rank]);
  else
    tc_json_text(json, "predicted_s", NULL);
  write_counts(json, m->traffic);
  tc_json_number(json, "longest_silence_s", m->part_s.longest_silence_s);
  tc_json_number(json, "peak_memory_B", m->peak_memory_B);
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

static void write_result(tc_json *json, const tc_report *report, const tc_result *result) {
  tc_parts measured = {0};
  tc_json_open(json, NULL, '{');
  tc_json_text(json, "strategy", result->strategy);
  tc_json_text(json, "distribution", result->distribution);
  tc_json_integer(json, "block_size", result->block_size);
  for (int p = 0; p < TC_PART_COUNT; p++)
    *tc_part_at(&measured, p) = tc_result_measured_s(result, report->ranks, p);
  write_parts(json, "measured_s", tc_result_measured_s(result, report->ranks, -1), measured);
  write_forecast(json, result, report->ranks);
  write_counts(json, tc_result_traffic(result, report->ranks));
  tc_json_number(json, "peak_memory_B", tc_result_memory_B(result, report->ranks));
  tc_json_open(json, "per_rank", '[');
  for (int r = 0; r < report->ranks; r++) write_rank(json, result, r);
  tc_json_close(json, ']');
  write_field(json, result);
  tc_json_close(json, '}');
}

/* Null for what is not known. */
static void write_parameter(tc_json *json, const char *name, double value) {
  tc_json_number(json, name, value > 0.0 ? value : NAN);
}

static void write_machine(tc_json *json, const tc_params *machine) {
  tc_json_open(json, "machine", '{');
  write_parameter(json, "private_bandwidth_Bps", machine->private_bandwidth_Bps);
  write_parameter(json, "remote_bandwidth_Bps", machine->remote_bandwidth_Bps);
  write_parameter(json, "remote_latency_s", machine->remote_latency_s);
  write_parameter(json, "cache_line_B", machine->cache_line_B);
  tc_json_close(json, '}');
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
  tc_json_number(json, "dt", report->dt);
  tc_json_number(json, "time", report->time);
  tc_json_integer(json, "ranks", report->ranks);
  tc_json_integer(json, "threads", report->threads);
  tc_json_integer(json, "nodes", report->nodes);
  write_machine(json, &report->machine);
}

tc_status tc_report_json(const tc_report *report, const char *path) {
  tc_report_file file;
  TC_TRY(tc_report_file_open(path, &file));
  tc_json json = {file.out, 0, true};
  tc_json_open(&json, NULL, '{');
  write_head(&json, report);
  tc_json_open(&json, "results", '[');
  for (int i = 0; i < report->results; i++) write_result(&json, report, &report->result[i]);
  tc_json_close(&json, ']');
  tc_json_close(&json, '}');
  return tc_report_file_commit(&file);
}
