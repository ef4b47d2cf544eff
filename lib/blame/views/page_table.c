/* Writes a view to the HTML page of a report: a chart of the rows with the largest shares, and the rows of
 * the text table. tb_report_add_page calls tb_view_add_table for each selected view. */
#include "base/document/chart.h"
#include "blame/views/view.h"

static double percent(int64_t samples, int64_t of) { return 100.0 * tb_selection_share(samples, of); }

static void set_bar(const tb_view *view, const tb_rows *rows, const tb_row *row, tc_document *document,
                    tc_chart_bar *bar) {
  const int64_t all = rows->selection->used_samples;
  tb_view_texts texts = {0};
  view->describe_row(rows, row, &texts);
  *bar = (tc_chart_bar){.label = tc_document_format(document, "%s", texts.name.text),
                        .value = {percent(row->samples, all), percent(row->exclusive, all)}};
}

static void add_chart(const tb_view *view, const tb_rows *rows, tc_section *page) {
  static const char *const one[] = {"share", NULL}, *const both[] = {"inclusive", "exclusive"};
  tc_chart_bar bar[TB_VIEW_BARS];
  int bars = 0;
  for (int i = 0; i < rows->count && bars < TB_VIEW_BARS; i++) {
    const tb_row *row = &rows->row[rows->order[i]];
    if (row->rank >= 0 && row->folded_into < 0) set_bar(view, rows, row, page->document, &bar[bars++]);
  }
  tc_chart_bars(page, tc_document_format(page->document, "Largest shares of view %s", view->name),
                view->exclusive ? both : one, TC_CHART_PERCENT, bars, bar);
}

static bool has_types(const tb_view *view, const tb_rows *rows) {
  for (int i = 0; i < rows->shown_rows; i++) {
    tb_view_texts texts = {0};
    view->describe_row(rows, &rows->row[rows->shown_row[i].row], &texts);
    if (texts.type.length) return true;
  }
  return false;
}

static void add_columns(const tb_view *view, const tb_rows *rows, tc_section *table) {
  const tb_selection *s = rows->selection;
  TC_COLUMNS(table, tc_column_text("name", -1), tc_column_text(has_types(view, rows) ? "type" : NULL, -1),
             tc_column_number(view->exclusive ? "inclusive [%]" : "share [%]", 0, "%.1f"),
             tc_column_number("+- [%]", 0, "%.1f"),
             tc_column_number(view->exclusive ? "exclusive [%]" : NULL, 0, "%.1f"));
  for (int g = 0; s->groups > 1 && g < s->groups; g++)
    tc_columns_add(table, 1,
                   &(tc_column){tc_document_format(table->document, "%s [%%]", s->group[g]), 0, "%.1f",
                                NULL});
}

static void add_row(const tb_view *view, const tb_rows *rows, tb_row_shown shown, tc_section *table) {
  const tb_row *row = &rows->row[shown.row];
  const tb_selection *s = rows->selection;
  tc_section *section = tc_section_add(table, NULL);
  tb_view_texts texts = {0};
  view->describe_row(rows, row, &texts);
  tc_cell_print(section, "%*s%s", 2 * shown.depth, "", texts.name.text);
  tc_cell_print(section, "%s", texts.type.text);
  TC_ADD(section, TC_VALUE(NULL, percent(row->samples, s->used_samples)),
         TC_VALUE(NULL, 100.0 * tb_selection_half_width(row->samples, s->used_samples)),
         TC_VALUE(NULL, percent(row->exclusive, s->used_samples)));
  for (int g = 0; s->groups > 1 && g < s->groups; g++)
    tc_item_add(section, TC_VALUE(NULL, percent(row->group_samples[g], s->used_group_samples[g])));
  if (texts.remark.length) tc_section_print(section, "%s", texts.remark.text);
}

void tb_view_add_table(const tb_view *view, const tb_rows *rows, tc_section *page) {
  tc_section_print(page, "%s", view->heading);
  add_chart(view, rows, page);
  tc_section *table = tc_list_add(page, NULL);
  table->label = "";
  add_columns(view, rows, table);
  for (int i = 0; i < rows->shown_rows; i++) add_row(view, rows, rows->shown_row[i], table);
}
