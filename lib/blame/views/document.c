/* Writes a view as JSON and CSV documents. */
#include "blame/views/view.h"

static tc_item create_reference_item(const tb_rows *rows, const char *key, int index) {
  const bool is_significant = index >= 0 && rows->row[index].rank >= 0;
  return tc_item_if(is_significant, TC_VALUE(key, is_significant ? rows->row[index].rank : 0));
}

static void add_row(const tb_view *view, const tb_rows *rows, const tb_row *row, tc_section *list) {
  const tb_selection *s = rows->selection;
  const tb_view_by by = s->options->by;
  tc_section *section = TC_SECTION(list, NULL, TC_VALUE("name", row->name));
  view->add_items(row, section);
  TC_ADD(section, TC_VALUE("samples", row->samples),
         TC_VALUE(view->measure, tb_selection_share(row->samples, s->used_samples)),
         TC_VALUE("half_width", tb_selection_half_width(row->samples, s->used_samples)));
  if (by != TB_BY_ALL)
    tc_list_add_integers(section, by == TB_BY_RANK ? "per_rank" : "per_thread", s->groups,
                         row->group_samples);
  TC_ADD(section, create_reference_item(rows, "parent", row->parent),
         create_reference_item(rows, "duplicate_of", row->folded_into),
         /* former name of the key, still written until version 1.0 */
         create_reference_item(rows, "folded_into", row->folded_into));
}

void tb_view_add(const tb_view *view, const tb_rows *rows, tc_section *report) {
  tc_section *list = tc_list_add(report, view->list);
  for (int i = 0; i < rows->count; i++) {
    const tb_row *row = &rows->row[rows->order[i]];
    if (row->rank >= 0) add_row(view, rows, row, list);
  }
}

void tb_view_csv_head(const tb_selection *selection, tc_csv *csv) {
  fputs("view,name,written,type,context,file,line,samples,share,half_width,exclusive", csv->out);
  csv->has_fields = true;
  for (int g = 0; selection->groups > 1 && g < selection->groups; g++) tc_csv_text(csv, selection->group[g]);
  tc_csv_end_line(csv);
}

static void write_csv_row(const tb_view *view, const tb_rows *rows, const tb_row *row, tc_csv *csv) {
  const tb_selection *s = rows->selection;
  tc_csv_text(csv, view->name);
  tc_csv_text(csv, row->name);
  tc_csv_text(csv, row->written);
  tc_csv_text(csv, row->type);
  tc_csv_text(csv, row->context);
  tc_csv_text(csv, row->file);
  tc_csv_integer_if(csv, row->line > 0, row->line);
  tc_csv_integer(csv, row->samples);
  tc_csv_number(csv, "%.6f", tb_selection_share(row->samples, s->used_samples));
  tc_csv_number(csv, "%.6f", tb_selection_half_width(row->samples, s->used_samples));
  tc_csv_integer_if(csv, view->exclusive, row->exclusive);
  for (int g = 0; s->groups > 1 && g < s->groups; g++) tc_csv_integer(csv, row->group_samples[g]);
  tc_csv_end_line(csv);
}

void tb_view_csv(const tb_view *view, const tb_rows *rows, tc_csv *csv) {
  for (int i = 0; i < rows->count; i++) {
    const tb_row *row = &rows->row[rows->order[i]];
    if (row->rank >= 0) write_csv_row(view, rows, row, csv);
  }
}
