/* Writes a comparison of runs as text tables. */
#include <inttypes.h>

#include "base/core/print.h"
#include "blame/report/diff.h"

enum { name_width_max = 60, column_width = 10 };

static void write_runs(const tb_diff *diff, FILE *out) {
  const char *from = diff->run[0].report->selection->options->from;
  fprintf(out, "%d runs%s%s\n     CPU [s]%s   samples  speed-up\n", diff->runs, from ? ", from " : "",
          from ? from : "", from ? "  from [s]" : "");
  for (int r = 0; r < diff->runs; r++) {
    const tb_diff_run *run = &diff->run[r];
    tc_fprintf(out, "%3d %8.2f", r + 1, run->cpu_s);
    if (from) tc_fprintf(out, "%10.2f", run->selected_s);
    tc_fprintf(out, "%10" PRId64 "%10.2f  %s\n", run->report->selection->used_samples, run->speedup,
               run->name);
  }
}

void tb_diff_describe_row(const tb_diff *diff, int view, const tb_diff_row *row, tb_view_texts *texts) {
  for (int r = 0; r < diff->runs; r++)
    if (row->row[r] == row->first_row) {
      tb_view_at(view)->describe_row(&diff->run[r].report->rows[view], row->first_row, texts);
      return;
    }
}

static void write_share(const tb_diff *diff, const tb_diff_row *row, int run, FILE *out) {
  static const char marks[] = {'-', ' ', '+'};
  if (!row->row[run])
    fprintf(out, "%*s ", column_width - 1, "-");
  else
    tc_fprintf(out, "%*.1f%c", column_width - 1, 100.0 * tb_diff_share(diff, row, run),
               marks[1 + tb_diff_is_significant(diff, row, run)]);
}

static void write_row(const tb_diff *diff, int view, const tb_diff_row *row, int width, FILE *out) {
  tb_view_texts texts = {0};
  tb_diff_describe_row(diff, view, row, &texts);
  tb_table_cell(0, texts.name.text, width, out);
  for (int r = 0; r < diff->runs; r++) write_share(diff, row, r, out);
  fprintf(out, "%s%.60s\n", texts.remark.length ? "   " : "", texts.remark.text);
}

static void write_view(const tb_diff *diff, int view, FILE *out) {
  int width = 0;
  for (int i = 0; i < diff->rows[view]; i++) {
    tb_view_texts texts = {0};
    tb_diff_describe_row(diff, view, &diff->row[view][i], &texts);
    const int row_width = tb_table_text_width(texts.name.text);
    if (row_width > width) width = row_width < name_width_max ? row_width : name_width_max;
  }
  fprintf(out, "\n%s\n  %*s", tb_view_at(view)->heading, width, "");
  for (int r = 0; r < diff->runs; r++) fprintf(out, "%*d ", column_width - 1, r + 1);
  fputc('\n', out);
  for (int i = 0; i < diff->rows[view]; i++) write_row(diff, view, &diff->row[view][i], width, out);
}

void tb_diff_text(const tb_diff *diff, FILE *out) {
  write_runs(diff, out);
  for (int v = 0; v < TB_VIEWS; v++)
    if (diff->row[v]) write_view(diff, v, out);
  fputs("(share [%] of each run's samples; + and -: more or less than in run 1, significant at the 95 % "
        "level)\n",
        out);
}
