/* Writes the tables of a comparison of runs to its HTML page, with a chart for each view. */
#include "base/document/chart.h"
#include "blame/report/diff.h"

static void add_runs(const tb_diff *diff, tc_section *page) {
  tc_section *table = tc_list_add(page, NULL);
  const char *from = diff->run[0].report->selection->options->from;
  table->label = "";
  TC_COLUMNS(table, tc_column_text("run", 0), tc_column_text("samples in", -1),
             tc_column_number("CPU [s]", 0, "%.2f"), tc_column_number(from ? "from [s]" : NULL, 0, "%.2f"),
             tc_column_number("samples", 0, NULL), tc_column_number("speed-up", 0, "%.2f"));
  for (int r = 0; r < diff->runs; r++) {
    const tb_diff_run *run = &diff->run[r];
    TC_SECTION(table, NULL, TC_VALUE(NULL, r + 1), TC_VALUE(NULL, run->name), TC_VALUE(NULL, run->cpu_s),
               TC_VALUE(NULL, run->selected_s), TC_VALUE(NULL, run->report->selection->used_samples),
               TC_VALUE(NULL, run->speedup));
  }
}

/* Appends a chart with the shares of the first and of the last run. */
static void add_chart(const tb_diff *diff, int view, tc_section *page) {
  const int last = diff->runs - 1, bars = diff->rows[view] < TB_VIEW_BARS ? diff->rows[view] : TB_VIEW_BARS;
  const char *const series[] = {"run 1", tc_document_format(page->document, "run %d", diff->runs)};
  tc_chart_bar bar[TB_VIEW_BARS];
  for (int i = 0; i < bars; i++) {
    const tb_diff_row *row = &diff->row[view][i];
    tb_view_texts texts = {0};
    tb_diff_describe_row(diff, view, row, &texts);
    bar[i] = (tc_chart_bar){.label = tc_document_format(page->document, "%s", texts.name.text),
                            .value = {100.0 * tb_diff_share(diff, row, 0),
                                      100.0 * tb_diff_share(diff, row, last)}};
  }
  tc_chart_bars(page, tc_document_format(page->document, "Largest shares of view %s", tb_view_at(view)->name),
                series, TC_CHART_PERCENT, bars, bar);
}

static void add_row(const tb_diff *diff, int view, const tb_diff_row *row, tc_section *table) {
  static const char marks[] = {'-', ' ', '+'};
  tc_section *section = tc_section_add(table, NULL);
  tb_view_texts texts = {0};
  tb_diff_describe_row(diff, view, row, &texts);
  tc_cell_print(section, "%s", texts.name.text);
  for (int r = 0; r < diff->runs; r++)
    if (row->row[r])
      tc_cell_print(section, "%.1f%c", 100.0 * tb_diff_share(diff, row, r),
                    marks[1 + tb_diff_is_significant(diff, row, r)]);
    else
      tc_cell_print(section, "- ");
  if (texts.remark.length) tc_section_print(section, "%s", texts.remark.text);
}

static void add_view(const tb_diff *diff, int view, tc_section *page) {
  tc_section_print(page, "%s", tb_view_at(view)->heading);
  add_chart(diff, view, page);
  tc_section *table = tc_list_add(page, NULL);
  table->label = "";
  TC_COLUMNS(table, tc_column_text("name", -1));
  for (int r = 0; r < diff->runs; r++)
    tc_columns_add(table, 1, &(tc_column){.label = tc_document_format(page->document, "run %d [%%]", r + 1)});
  for (int i = 0; i < diff->rows[view]; i++) add_row(diff, view, &diff->row[view][i], table);
}

void tb_diff_add_page(const tb_diff *diff, tc_section *page) {
  add_runs(diff, page);
  for (int v = 0; v < TB_VIEWS; v++)
    if (diff->row[v]) add_view(diff, v, page);
  tc_section_print(page, "+ and -: more or less than in run 1, significant at the 95 %% level");
}
