/* Writes a view as a text table: name, type, share with its half width, optional columns and a remark.
 * tb_report_text calls tb_view_table for each selected view. The columns are as wide as their longest entry,
 * up to a limit. */
#include <string.h>

#include "base/core/print.h"
#include "blame/views/view.h"

enum { name_width_max = 60, type_width_max = 22, remark_width_max = 100, group_width_min = 10 };

int tb_table_text_width(const char *text) {
  int width = 0;
  for (; *text; text++) width += ((unsigned char)*text & 0xc0) != 0x80;
  return width;
}

typedef struct column_widths {
  int name, type;
} column_widths;

static int limit_width(int width, int other, int width_max) {
  return width > other ? (width < width_max ? width : width_max) : other;
}

static column_widths measure_columns(const tb_view *view, const tb_rows *rows) {
  column_widths w = {0, 0};
  for (int i = 0; i < rows->shown_rows; i++) {
    tb_view_texts texts = {0};
    view->describe_row(rows, &rows->row[rows->shown_row[i].row], &texts);
    w.name = limit_width(2 * rows->shown_row[i].depth + tb_table_text_width(texts.name.text), w.name,
                         name_width_max);
    w.type = limit_width(tb_table_text_width(texts.type.text), w.type, type_width_max);
  }
  return w;
}

void tb_table_cell(int indent, const char *text, int width, FILE *out) {
  const int written = indent + tb_table_text_width(text);
  fprintf(out, "  %*s%s%*s", indent, "", text, written < width ? width - written : 0, "");
}

static void write_percent(int64_t samples, int64_t of, int width, FILE *out) {
  tc_fprintf(out, "%*.1f", width, 100.0 * tb_selection_share(samples, of));
}

static int get_group_column_width(const tb_selection *s, int group) {
  const int name = (int)strlen(s->group[group]) + 2;
  return name > group_width_min ? name : group_width_min;
}

static void write_row(const tb_view *view, const tb_rows *rows, tb_row_shown shown, column_widths w,
                      FILE *out) {
  const tb_row *row = &rows->row[shown.row];
  const tb_selection *s = rows->selection;
  tb_view_texts texts = {0};
  view->describe_row(rows, row, &texts);
  tb_table_cell(2 * shown.depth, texts.name.text, w.name, out);
  if (w.type > 0) tb_table_cell(0, texts.type.text, w.type, out);
  write_percent(row->samples, s->used_samples, 7, out);
  tc_fprintf(out, " +-%.1f %%", 100.0 * tb_selection_half_width(row->samples, s->used_samples));
  if (view->exclusive) write_percent(row->exclusive, s->used_samples, 11, out);
  for (int g = 0; s->groups > 1 && g < s->groups; g++)
    write_percent(row->group_samples[g], s->used_group_samples[g], get_group_column_width(s, g), out);
  if (texts.remark.length) fprintf(out, "   %.*s", remark_width_max, texts.remark.text);
  fputc('\n', out);
}

static void write_title(const tb_view *view, const tb_rows *rows, column_widths w, FILE *out) {
  const tb_selection *s = rows->selection;
  const bool has_columns = view->exclusive || s->groups > 1;
  fprintf(out, "%s\n", view->heading);
  if (!has_columns || rows->shown_rows == 0) return;
  fprintf(out, "  %*s%*s", w.name, "", w.type > 0 ? w.type + 2 : 0, "");
  fprintf(out, "%15s", view->exclusive ? "inclusive" : "");
  if (view->exclusive) fprintf(out, "%11s", "exclusive");
  for (int g = 0; s->groups > 1 && g < s->groups; g++)
    fprintf(out, "%*s", get_group_column_width(s, g), s->group[g]);
  fputc('\n', out);
}

static void write_omitted_rows(const tb_rows *rows, FILE *out) {
  const tb_view_options *o = rows->selection->options;
  int folded_rows = 0, small_rows = 0;
  for (int i = 0; i < rows->count; i++) {
    folded_rows += rows->row[i].folded_into >= 0;
    small_rows += rows->row[i].samples > 0 && rows->row[i].folded_into < 0;
  }
  small_rows -= rows->shown_rows;
  if (rows->shown_rows == 0)
    tc_fprintf(out, "  no row has at least %.3g %% of the samples\n", 100.0 * o->share_min);
  if (folded_rows + small_rows == 0) return;
  fprintf(out, "  not shown:");
  if (small_rows > 0) fprintf(out, " %d smaller%s", small_rows, folded_rows ? "," : "");
  if (folded_rows > 0) fprintf(out, " %d duplicate", folded_rows);
  fprintf(out, " row%s (--all, --min, --top)\n", folded_rows + small_rows == 1 ? "" : "s");
}

void tb_view_table(const tb_view *view, const tb_rows *rows, FILE *out) {
  const column_widths w = measure_columns(view, rows);
  write_title(view, rows, w, out);
  for (int i = 0; i < rows->shown_rows; i++) write_row(view, rows, rows->shown_row[i], w, out);
  write_omitted_rows(rows, out);
}
