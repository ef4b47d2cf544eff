/* Builds and writes a report (see blame_report.h). The hints read the views `data` and `touch`, so these are
 * built even if the user did not select them. The head and the notes of the text are in report_head.c and
 * report_notes.c. */
#include "blame/report/blame_report.h"

#include "base/file/directory.h"
#include "base/file/file.h"
#include "base/program/json_program.h"
#include "blame/closure/transfer.h"

static tc_status build_views(tb_report *report) {
  for (int v = 0; v < TB_VIEWS; v++) {
    if (!report->chosen[v] && v != TB_VIEW_data && v != TB_VIEW_touch) continue;
    report->is_available[v] = true;
    TC_TRY(tb_view_build(tb_view_at(v), report->selection, &report->rows[v]));
  }
  return TC_OK;
}

tc_status tb_report_build(const tb_selection *selection, const bool chosen[TB_VIEWS], tb_report *out) {
  *out = (tb_report){.selection = selection};
  for (int v = 0; v < TB_VIEWS; v++) out->chosen[v] = chosen[v];
  tc_status status = build_views(out);
  if (!status) status = tb_hints_collect(&out->rows[TB_VIEW_data], &out->rows[TB_VIEW_touch], &out->hints);
  if (status) tb_report_clear(out);
  return status;
}

void tb_report_clear(tb_report *report) {
  for (int v = 0; v < TB_VIEWS; v++)
    if (report->is_available[v]) tb_rows_clear(&report->rows[v]);
  tb_hints_clear(&report->hints);
  *report = (tb_report){0};
}

void tb_report_text(const tb_report *report, FILE *out) {
  tb_report_head(report, out);
  tb_report_notes(report, out);
  for (int v = 0; v < TB_VIEWS; v++) {
    if (!report->chosen[v]) continue;
    fputc('\n', out);
    tb_view_table(tb_view_at(v), &report->rows[v], out);
  }
  for (int h = 0; h < report->hints.count; h++)
    fprintf(out, "%shint (%s): %s\n", h ? "" : "\n", report->hints.hint[h].hint->name,
            report->hints.hint[h].text);
}

static void json_options(const tb_selection *s, tc_json *json) {
  const tb_view_options *o = s->options;
  const tb_facts *facts = s->profile->facts;
  tc_json_text(json, "transfer", facts ? tb_transfer_registry.name((int)facts->transfer) : NULL);
  tc_json_text(json, "waiting", o->blame_waiting ? "blame" : "apart");
  tc_json_text(json, "from", o->from);
  tc_json_text(json, "by", tb_view_by_registry.name((int)o->by));
  tc_json_number(json, "least", o->all ? 0.0 : o->min);
  tc_json_begin(json, "groups", '[');
  for (int g = 0; g < s->groups; g++) tc_json_text(json, NULL, s->group[g]);
  tc_json_end(json, ']');
  tc_json_begin(json, "used_by", '[');
  for (int g = 0; g < s->groups; g++) tc_json_integer(json, NULL, s->used_by[g]);
  tc_json_end(json, ']');
}

static void json_views(const tb_report *report, tc_json *json) {
  for (int v = 0; v < TB_VIEWS; v++)
    if (report->chosen[v]) tb_view_json(tb_view_at(v), &report->rows[v], json);
  tc_json_begin(json, "hints", '[');
  for (int h = 0; h < report->hints.count; h++) {
    tc_json_begin(json, NULL, '{');
    tc_json_text(json, "name", report->hints.hint[h].hint->name);
    tc_json_text(json, "text", report->hints.hint[h].text);
    tc_json_end(json, '}');
  }
  tc_json_end(json, ']');
}

tc_status tb_report_json(const tb_report *report, const char *path) {
  tc_file file;
  TC_TRY(tc_file_open(path, &file));
  tc_json json = {file.out, 0, true};
  tc_json_begin(&json, NULL, '{');
  tc_json_program(&json, "tcblame");
  tb_report_processes(report, &json);
  json_options(report->selection, &json);
  json_views(report, &json);
  tc_json_end(&json, '}');
  return tc_file_commit(&file);
}

tc_status tb_report_csv(const tb_report *report, const char *path) {
  tc_file file;
  TC_TRY(tc_file_open(path, &file));
  tc_csv csv = {.out = file.out};
  tb_view_csv_head(report->selection, &csv);
  for (int v = 0; v < TB_VIEWS; v++)
    if (report->chosen[v]) tb_view_csv(tb_view_at(v), &report->rows[v], &csv);
  return tc_file_commit(&file);
}

tc_status tb_report_check(const char *json, const char *csv) {
  TC_TRY(tc_file_prepare(json, "{\n  \"program\": \"tcblame\"", "a JSON report of tcblame"));
  return tc_file_prepare(csv, "view,name,", "a CSV report of tcblame");
}
