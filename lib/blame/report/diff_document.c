/* Writes a comparison of runs as JSON, HTML and CSV documents. */
#include "base/document/render.h"
#include "base/file/file.h"
#include "blame/closure/transfer.h"
#include "blame/report/diff.h"

static void add_run(const tb_diff_run *run, tc_section *list) {
  TC_SECTION(list, NULL, TC_VALUE("folder", run->name), TC_VALUE("cpu_s", run->cpu_s),
             TC_VALUE("selected_s", run->selected_s),
             /* former name of the key, still written until version 1.0 */
             TC_VALUE("within_s", run->selected_s), TC_VALUE("samples", run->report->selection->used_samples),
             TC_VALUE("speedup", run->speedup));
}

static void add_row(const tb_diff *diff, const tb_view *view, const tb_diff_row *row, tc_section *list) {
  tc_section *section =
      TC_SECTION(list, NULL, TC_VALUE("name", row->first_row->name),
                 TC_VALUE("written", row->first_row->written), TC_VALUE("type", row->first_row->type),
                 TC_VALUE("context", row->first_row->context));
  tc_section *shares = tc_list_add(section, view->measure), *changes = tc_list_add(section, "changed");
  for (int r = 0; r < diff->runs; r++) {
    tc_item_add(shares, TC_VALUE(NULL, tb_diff_share(diff, row, r)));
    tc_item_add(changes, tc_item_integer(NULL, tb_diff_is_significant(diff, row, r)));
  }
}

static void add_values(const tb_diff *diff, tc_section *section) {
  const tb_selection *first = diff->run[0].report->selection;
  const tb_facts *facts = first->profile->facts;
  const char *transfer = facts ? tb_transfer_registry.name((int)facts->transfer) : NULL;
  tc_items_add_program(section, "tcblame");
  TC_ADD(section, TC_VALUE("transfer", transfer), TC_VALUE("from", first->options->from));
  tc_section *runs = tc_list_add(section, "runs");
  for (int r = 0; r < diff->runs; r++) add_run(&diff->run[r], runs);
  for (int v = 0; v < TB_VIEWS; v++) {
    tc_section *list = diff->row[v] ? tc_list_add(section, tb_view_at(v)->list) : NULL;
    for (int i = 0; list && i < diff->rows[v]; i++) add_row(diff, tb_view_at(v), &diff->row[v][i], list);
  }
}

tc_status tb_diff_json(const tb_diff *diff, const char *path) {
  tc_document document;
  add_values(diff, tc_document_begin(&document, NULL));
  return tc_document_write(&document, tc_document_json, path);
}

tc_status tb_diff_html(const tb_diff *diff, const char *path) {
  tc_document document;
  tc_section *root = tc_document_begin(&document, NULL);
  tb_diff_add_page(diff, root);
  tc_section *values = tc_group_add(root, TC_RENDERER_HTML);
  values->label = "All values";
  add_values(diff, values);
  root->label = tc_document_format(&document, "Comparison of %d runs", diff->runs);
  return tc_document_write(&document, tc_document_html, path);
}

static void write_csv_row(const tb_diff *diff, int view, const tb_diff_row *row, tc_csv *csv) {
  tc_csv_text(csv, tb_view_at(view)->name);
  tc_csv_text(csv, row->first_row->name);
  tc_csv_text(csv, row->first_row->written);
  tc_csv_text(csv, row->first_row->type);
  tc_csv_text(csv, row->first_row->context);
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
    for (int i = 0; i < diff->rows[v]; i++) write_csv_row(diff, v, &diff->row[v][i], &csv);
  return tc_file_commit(&file);
}
