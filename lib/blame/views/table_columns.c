/* Writes a view as a text table: name, type, share with its half width, optional columns and a remark.
 * tb_report_text calls tb_view_table for each selected view. The columns are as wide as their longest entry,
 * up to a limit. */
#include <string.h>

#include "base/core/print.h"
#include "blame/views/view.h"

enum { widest_name = 60, widest_type = 22, widest_behind = 100, group_width = 10 };

int tb_table_text_width(const char *text) {
  int width = 0;
  for (; *text; text++) width += ((unsigned char)*text & 0xc0) != 0x80;
  return width;
}

typedef struct widths {
  int name, type;
} widths;

static int wider_width(int width, int than, int most) {
  return width > than ? (width < most ? width : most) : than;
}

static widths measure_columns(const tb_view *view, const tb_rows *rows) {
  widths w = {0, 0};
  for (int i = 0; i < rows->shown; i++) {
    tb_view_texts words = {0};
    view->describe_row(rows, &rows->row[rows->show[i].row], &words);
    w.name = wider_width(2 * rows->show[i].depth + tb_table_text_width(words.name.text), w.name, widest_name);
    w.type = wider_width(tb_table_text_width(words.type.text), w.type, widest_type);
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

static int group_column_width(const tb_selection *s, int group) {
  const int name = (int)strlen(s->group[group]) + 2;
  return name > group_width ? name : group_width;
}

static void write_row(const tb_view *view, const tb_rows *rows, tb_row_shown shown, widths w, FILE *out) {
  const tb_row *row = &rows->row[shown.row];
  const tb_selection *s = rows->selection;
  tb_view_texts words = {0};
  view->describe_row(rows, row, &words);
  tb_table_cell(2 * shown.depth, words.name.text, w.name, out);
  if (w.type > 0) tb_table_cell(0, words.type.text, w.type, out);
  write_percent(row->samples, s->used, 7, out);
  tc_fprintf(out, " +-%.1f %%", 100.0 * tb_selection_half_width(row->samples, s->used));
  if (view->exclusive) write_percent(row->exclusive, s->used, 11, out);
  for (int g = 0; s->groups > 1 && g < s->groups; g++)
    write_percent(row->by[g], s->used_by[g], group_column_width(s, g), out);
  if (words.behind.length) fprintf(out, "   %.*s", widest_behind, words.behind.text);
  fputc('\n', out);
}

static void write_title(const tb_view *view, const tb_rows *rows, widths w, FILE *out) {
  const tb_selection *s = rows->selection;
  const bool columns = view->exclusive || s->groups > 1;
  fprintf(out, "%s\n", view->heading);
  if (!columns || rows->shown == 0) return;
  fprintf(out, "  %*s%*s", w.name, "", w.type > 0 ? w.type + 2 : 0, "");
  fprintf(out, "%15s", view->exclusive ? "inclusive" : "");
  if (view->exclusive) fprintf(out, "%11s", "exclusive");
  for (int g = 0; s->groups > 1 && g < s->groups; g++)
    fprintf(out, "%*s", group_column_width(s, g), s->group[g]);
  fputc('\n', out);
}

/* States in one line which rows the table omits. */
static void write_rest(const tb_rows *rows, FILE *out) {
  const tb_view_options *o = rows->selection->options;
  int folded = 0, rest = 0;
  for (int i = 0; i < rows->count; i++) {
    folded += rows->row[i].folded >= 0;
    rest += rows->row[i].samples > 0 && rows->row[i].folded < 0;
  }
  rest -= rows->shown;
  if (rows->shown == 0) tc_fprintf(out, "  no row has at least %.3g %% of the samples\n", 100.0 * o->min);
  if (folded + rest == 0) return;
  fprintf(out, "  not shown:");
  if (rest > 0) fprintf(out, " %d smaller%s", rest, folded ? "," : "");
  if (folded > 0) fprintf(out, " %d duplicate", folded);
  fprintf(out, " row%s (--all, --min, --top)\n", folded + rest == 1 ? "" : "s");
}

void tb_view_table(const tb_view *view, const tb_rows *rows, FILE *out) {
  const widths w = measure_columns(view, rows);
  write_title(view, rows, w, out);
  for (int i = 0; i < rows->shown; i++) write_row(view, rows, rows->show[i], w, out);
  write_rest(rows, out);
}
