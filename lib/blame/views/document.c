/* JSON and CSV documents of a view. */
#include <inttypes.h>
#include <string.h>

#include "base/core/print.h"
#include "blame/views/table_columns.h"
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

void tb_csv_write_field(const char *text, FILE *out) {
  const bool quoted = strpbrk(text, ",\"\n") != NULL;
  if (quoted) fputc('"', out);
  for (; *text; text++) fprintf(out, *text == '"' ? "\"\"" : "%c", *text);
  fputs(quoted ? "\"," : ",", out);
}

void tb_view_csv_head(const tb_selection *selection, FILE *out) {
  fputs("view,name,written,type,context,file,line,samples,share,half_width,exclusive", out);
  for (int g = 0; selection->groups > 1 && g < selection->groups; g++)
    fprintf(out, ",%s", selection->group[g]);
  fputc('\n', out);
}

static void csv_row(const tb_view *view, const tb_rows *rows, const tb_row *row, FILE *out) {
  const tb_selection *s = rows->selection;
  fprintf(out, "%s,", view->name);
  tb_csv_write_field(row->name, out);
  tb_csv_write_field(row->written, out);
  tb_csv_write_field(row->type, out);
  tb_csv_write_field(row->context, out);
  tb_csv_write_field(row->file, out);
  if (row->line > 0) fprintf(out, "%d", row->line);
  tc_fprintf(out, ",%" PRId64 ",%.6f,%.6f,", row->samples, tb_selection_share(row->samples, s->used),
             tb_selection_half_width(row->samples, s->used));
  if (view->exclusive) fprintf(out, "%" PRId64, row->exclusive);
  for (int g = 0; s->groups > 1 && g < s->groups; g++) fprintf(out, ",%" PRId64, row->by[g]);
  fputc('\n', out);
}

void tb_view_csv(const tb_view *view, const tb_rows *rows, FILE *out) {
  for (int i = 0; i < rows->count; i++) {
    const tb_row *row = &rows->row[rows->order[i]];
    if (row->rank >= 0) csv_row(view, rows, row, out);
  }
}
