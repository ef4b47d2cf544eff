/* JSON and CSV documents of a comparison of runs. */
#include "base/file/file.h"
#include "base/program/json_program.h"
#include "blame/closure/transfer.h"
#include "blame/report/diff.h"

static void json_run(const tb_diff_run *run, tc_json *json) {
  tc_json_begin(json, NULL, '{');
  tc_json_text(json, "folder", run->name);
  tc_json_number(json, "cpu_s", run->cpu_s);
  tc_json_number(json, "selected_s", run->within_s);
  tc_json_number(json, "within_s", run->within_s); /* former key, written until 1.0 */
  tc_json_integer(json, "samples", run->report->selection->used);
  tc_json_number(json, "speedup", run->speedup);
  tc_json_end(json, '}');
}

static void json_row(const tb_diff *diff, const tb_view *view, const tb_diff_row *row, tc_json *json) {
  tc_json_begin(json, NULL, '{');
  tc_json_text(json, "name", row->first->name);
  tc_json_text(json, "written", row->first->written);
  tc_json_text(json, "type", row->first->type);
  tc_json_text(json, "context", row->first->context);
  tc_json_begin(json, view->measure, '[');
  for (int r = 0; r < diff->runs; r++) tc_json_number(json, NULL, tb_diff_share(diff, row, r));
  tc_json_end(json, ']');
  tc_json_begin(json, "changed", '[');
  for (int r = 0; r < diff->runs; r++) tc_json_integer(json, NULL, tb_diff_is_significant(diff, row, r));
  tc_json_end(json, ']');
  tc_json_end(json, '}');
}

static void json_view(const tb_diff *diff, int view, tc_json *json) {
  tc_json_begin(json, tb_view_at(view)->list, '[');
  for (int i = 0; i < diff->rows[view]; i++) json_row(diff, tb_view_at(view), &diff->row[view][i], json);
  tc_json_end(json, ']');
}

tc_status tb_diff_json(const tb_diff *diff, const char *path) {
  const tb_selection *first = diff->run[0].report->selection;
  tc_file file;
  TC_TRY(tc_file_open(path, &file));
  tc_json json = {file.out, 0, true};
  tc_json_begin(&json, NULL, '{');
  tc_json_program(&json, "tcblame");
  const tb_facts *facts = first->profile->facts;
  tc_json_text(&json, "transfer", facts ? tb_transfer_registry.name((int)facts->transfer) : NULL);
  tc_json_text(&json, "from", first->options->from);
  tc_json_begin(&json, "runs", '[');
  for (int r = 0; r < diff->runs; r++) json_run(&diff->run[r], &json);
  tc_json_end(&json, ']');
  for (int v = 0; v < TB_VIEWS; v++)
    if (diff->row[v]) json_view(diff, v, &json);
  tc_json_end(&json, '}');
  return tc_file_commit(&file);
}

static void csv_row(const tb_diff *diff, int view, const tb_diff_row *row, tc_csv *csv) {
  tc_csv_text(csv, tb_view_at(view)->name);
  tc_csv_text(csv, row->first->name);
  tc_csv_text(csv, row->first->written);
  tc_csv_text(csv, row->first->type);
  tc_csv_text(csv, row->first->context);
  for (int r = 0; r < diff->runs; r++) tc_csv_number(csv, "%.6f", tb_diff_share(diff, row, r));
  tc_csv_end_line(csv);
}

tc_status tb_diff_csv(const tb_diff *diff, const char *path) {
  tc_file file;
  TC_TRY(tc_file_open(path, &file));
  tc_csv csv = {.out = file.out};
  fputs("view,name,written,type,context", file.out);
  for (int r = 0; r < diff->runs; r++) fprintf(file.out, ",share_%d", r + 1);
  fputc('\n', file.out);
  for (int v = 0; v < TB_VIEWS; v++)
    for (int i = 0; i < diff->rows[v]; i++) csv_row(diff, v, &diff->row[v][i], &csv);
  return tc_file_commit(&file);
}
