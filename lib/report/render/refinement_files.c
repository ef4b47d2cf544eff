/* Files of a refinement study: JSON, CSV and the check of their paths before the runs. JSON has an object for
 * each scheme, CSV a row for each run. Unknown orders are null in JSON and empty in CSV. A file is published
 * when it is complete. */
#include "base/file/directory.h"
#include "base/file/file.h"
#include "base/program/json_program.h"
#include "base/text/csv_writer.h"
#include "report/document/refinement.h"
#include "report/document/report.h"
#include "report/render/json_result.h"
#include "report/render/json_run.h"

static const char *const csv_head =
    "scheme,mesh,cells,h,steps,dt,time,stabilisation,l2_error,relative_l2_error,max_error,order,max_order\n";

static const char *verdict_word(tc_verdict verdict) {
  switch (verdict) {
  case TC_VERDICT_EXACT: return "exact";
  case TC_VERDICT_SECOND: return "second order";
  case TC_VERDICT_CONVERGES: return "converges";
  case TC_VERDICT_INCONSISTENT: return "not consistent";
  case TC_VERDICT_NONE: break;
  }
  return NULL;
}

static void write_level(tc_json *json, const tc_refinement_level *l) {
  tc_json_begin(json, NULL, '{');
  tc_json_text(json, "mesh", l->mesh);
  tc_json_integer(json, "cells", l->cells);
  tc_json_number(json, "h", l->h);
  tc_json_integer(json, "steps", l->steps);
  tc_json_number(json, "dt", l->dt);
  tc_json_number(json, "time", l->time);
  tc_json_number(json, "stabilisation", l->stabilisation);
  tc_json_number(json, "l2_error", l->l2);
  tc_json_number(json, "relative_l2_error", l->relative);
  tc_json_number(json, "max_error", l->max);
  tc_json_number(json, "order", l->order);
  tc_json_number(json, "max_order", l->max_error_order);
  tc_json_number(json, "wall_s", l->wall_s);
  tc_json_hash(json, "hash", l->hash);
  tc_json_end(json, '}');
}

static void write_series(tc_json *json, const tc_refinement_series *s) {
  tc_line line;
  tc_json_begin(json, NULL, '{');
  tc_json_text(json, "scheme", s->scheme);
  tc_json_number(json, "order", tc_refinement_series_order(s));
  tc_json_text(json, "verdict", verdict_word(tc_refinement_series_verdict(s)));
  tc_json_text(json, "sentence", tc_refinement_series_format(s, &line));
  tc_json_begin(json, "meshes", '[');
  for (int i = 0; i < s->levels; i++) write_level(json, &s->level[i]);
  tc_json_end(json, ']');
  tc_json_end(json, '}');
}

tc_status tc_refinement_json(const tc_refinement *study, const char *path) {
  tc_file file;
  TC_TRY(tc_file_open(path, &file));
  tc_json json = {file.out, 0, true};
  tc_json_begin(&json, NULL, '{');
  tc_json_program(&json, "tetracast");
  tc_json_text(&json, "command", "verify");
  tc_json_text(&json, "title", study->title);
  tc_json_text(&json, "config", study->config);
  tc_json_begin(&json, "overrides", '[');
  for (int i = 0; i < study->overrides; i++) tc_json_text(&json, NULL, study->override[i]);
  tc_json_end(&json, ']');
  tc_json_integer(&json, "ranks", study->ranks);
  tc_json_integer(&json, "threads", study->threads);
  tc_json_device_use(&json, &study->device);
  tc_json_bool(&json, "steady", study->steady);
  tc_json_begin(&json, "schemes", '[');
  for (int i = 0; i < study->count; i++) write_series(&json, &study->series[i]);
  tc_json_end(&json, ']');
  tc_json_end(&json, '}');
  return tc_file_commit(&file);
}

static void write_csv_row(const tc_refinement_series *series, const tc_refinement_level *l, tc_csv *csv) {
  const double number[] = {l->dt,       l->time, l->stabilisation, l->l2,
                           l->relative, l->max,  l->order,         l->max_error_order};
  tc_csv_text(csv, series->scheme);
  tc_csv_text(csv, l->mesh);
  tc_csv_integer(csv, l->cells);
  tc_csv_number(csv, "%.9g", l->h);
  tc_csv_integer(csv, l->steps);
  for (size_t n = 0; n < sizeof number / sizeof *number; n++) tc_csv_known(csv, "%.9g", number[n]);
  tc_csv_end_line(csv);
}

tc_status tc_refinement_csv(const tc_refinement *study, const char *path) {
  tc_file file;
  TC_TRY(tc_file_open(path, &file));
  tc_csv csv = {.out = file.out};
  fputs(csv_head, file.out);
  for (int i = 0; i < study->count; i++)
    for (int k = 0; k < study->series[i].levels; k++)
      write_csv_row(&study->series[i], &study->series[i].level[k], &csv);
  return tc_file_commit(&file);
}

tc_status tc_refinement_prepare(const char *json, const char *csv, const char *plot) {
  TC_TRY(tc_report_prepare("tetracast", json, NULL));
  TC_TRY(tc_report_check_command("verify", json, NULL));
  TC_TRY(tc_file_prepare(csv, "scheme,mesh,cells,", "a CSV report of tetracast verify"));
  if (!plot) return TC_OK;
  TC_TRY(tc_refinement_plot_check(plot));
  TC_TRY(tc_directory_prepare(plot));
  return tc_file_check_replaceable(plot, tc_refinement_plot_is_own(plot), "a plot of tetracast verify");
}
