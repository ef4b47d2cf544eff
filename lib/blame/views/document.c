/* JSON and CSV documents of a view. */
#include "blame/views/view.h"

static void json_reference(const tb_rows *rows, const char *name, int index, tc_json *json) {
  if (index >= 0 && rows->row[index].rank >= 0)
    tc_json_integer(json, name, rows->row[index].rank);
  else
    tc_json_text(json, name, NULL);
}

static void json_groups(const tb_rows *rows, const tb_row *row, tc_json *json) {
  const tb_view_by by = rows->selection->options->by;
  if (by == TB_BY_ALL) return;
  tc_json_begin(json, by == TB_BY_RANK ? "per_rank" : "per_thread", '[');
  for (int g = 0; g < rows->selection->groups; g++) tc_json_integer(json, NULL, row->by[g]);
  tc_json_end(json, ']');
}

static void json_row(const tb_view *view, const tb_rows *rows, const tb_row *row, tc_json *json) {
  const int64_t used = rows->selection->used;
  tc_json_begin(json, NULL, '{');
  tc_json_text(json, "name", row->name);
  view->json(rows, row, json);
  tc_json_integer(json, "samples", row->samples);
  tc_json_number(json, view->measure, tb_selection_share(row->samples, used));
  tc_json_number(json, "half_width", tb_selection_half_width(row->samples, used));
  json_groups(rows, row, json);
  json_reference(rows, "parent", row->parent, json);
  json_reference(rows, "duplicate_of", row->folded, json);
  json_reference(rows, "folded_into", row->folded, json); /* former key, written until 1.0 */
  tc_json_end(json, '}');
}

void tb_view_json(const tb_view *view, const tb_rows *rows, tc_json *json) {
  tc_json_begin(json, view->list, '[');
  for (int i = 0; i < rows->count; i++) {
    const tb_row *row = &rows->row[rows->order[i]];
    if (row->rank >= 0) json_row(view, rows, row, json);
  }
  tc_json_end(json, ']');
}

void tb_view_csv_head(const tb_selection *selection, tc_csv *csv) {
  fputs("view,name,written,type,context,file,line,samples,share,half_width,exclusive", csv->out);
  csv->has_fields = true;
  for (int g = 0; selection->groups > 1 && g < selection->groups; g++) tc_csv_text(csv, selection->group[g]);
  tc_csv_end_line(csv);
}

static void csv_row(const tb_view *view, const tb_rows *rows, const tb_row *row, tc_csv *csv) {
  const tb_selection *s = rows->selection;
  tc_csv_text(csv, view->name);
  tc_csv_text(csv, row->name);
  tc_csv_text(csv, row->written);
  tc_csv_text(csv, row->type);
  tc_csv_text(csv, row->context);
  tc_csv_text(csv, row->file);
  tc_csv_integer_if(csv, row->line > 0, row->line);
  tc_csv_integer(csv, row->samples);
  tc_csv_number(csv, "%.6f", tb_selection_share(row->samples, s->used));
  tc_csv_number(csv, "%.6f", tb_selection_half_width(row->samples, s->used));
  tc_csv_integer_if(csv, view->exclusive, row->exclusive);
  for (int g = 0; s->groups > 1 && g < s->groups; g++) tc_csv_integer(csv, row->by[g]);
  tc_csv_end_line(csv);
}

void tb_view_csv(const tb_view *view, const tb_rows *rows, tc_csv *csv) {
  for (int i = 0; i < rows->count; i++) {
    const tb_row *row = &rows->row[rows->order[i]];
    if (row->rank >= 0) csv_row(view, rows, row, csv);
  }
}
