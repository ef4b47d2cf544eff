/* Files of a refinement study: JSON, CSV and the check of their paths before the runs. JSON has an object for
 * each scheme, CSV a row for each run. Unknown orders are null in JSON and empty in CSV. A file is published
 * when it is complete. */
#include <math.h>
#include <string.h>

#include "base/core/print.h"
#include "base/file/directory.h"
#include "base/file/file.h"
#include "base/program/json_program.h"
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

/* Writes a value, or an empty field of the CSV line if the value is unknown. */
static void write_value(double value, FILE *out) {
  if (isfinite(value))
    tc_fprintf(out, ",%.9g", value);
  else
    fputc(',', out);
}

/* Writes a name, in quotes if it contains commas or quotes. */
static void write_name(const char *name, FILE *out) {
  const bool quoted = strpbrk(name, ",\"\n") != NULL;
  if (quoted) fputc('"', out);
  for (; *name; name++) {
    if (*name == '"') fputc('"', out);
    fputc(*name, out);
  }
  if (quoted) fputc('"', out);
}

tc_status tc_refinement_csv(const tc_refinement *study, const char *path) {
  tc_file file;
  TC_TRY(tc_file_open(path, &file));
  fputs(csv_head, file.out);
  for (int i = 0; i < study->count; i++)
    for (int k = 0; k < study->series[i].levels; k++) {
      const tc_refinement_level *l = &study->series[i].level[k];
      const double number[] = {l->dt,       l->time, l->stabilisation, l->l2,
                               l->relative, l->max,  l->order,         l->max_error_order};
      fprintf(file.out, "%s,", study->series[i].scheme);
      write_name(l->mesh, file.out);
      tc_fprintf(file.out, ",%lld,%.9g,%lld", (long long)l->cells, l->h, (long long)l->steps);
      for (size_t n = 0; n < sizeof number / sizeof *number; n++) write_value(number[n], file.out);
      fputc('\n', file.out);
    }
  return tc_file_commit(&file);
}

tc_status tc_refinement_prepare(const char *json, const char *csv, const char *plot) {
  TC_TRY(tc_report_prepare("tetracast", json, NULL));
  TC_TRY(tc_report_check_command("verify", json, NULL));
  TC_TRY(tc_report_prepare_file(csv, "scheme,mesh,cells,", "a CSV report of tetracast verify"));
  if (!plot) return TC_OK;
  TC_TRY(tc_refinement_plot_check(plot));
  TC_TRY(tc_directory_prepare(plot));
  return tc_file_check_replaceable(plot, tc_refinement_plot_is_own(plot), "a plot of tetracast verify");
}
