/* Builds and writes a report (see blame_report.h). The hints read the views `data` and `touch`, so these are
 * built even if the user did not select them. The head and the notes of the text are in report_head.c and
 * report_notes.c. */
#include "blame/report/blame_report.h"

#include "base/document/html_page.h"
#include "base/document/render.h"
#include "base/file/directory.h"
#include "base/file/file.h"
#include "blame/closure/transfer.h"

static tc_status build_views(tb_report *report) {
  for (int v = 0; v < TB_VIEWS; v++) {
    if (!report->is_selected[v] && v != TB_VIEW_data && v != TB_VIEW_touch) continue;
    report->is_available[v] = true;
    TC_TRY(tb_view_build(tb_view_at(v), report->selection, &report->rows[v]));
  }
  return TC_OK;
}

tc_status tb_report_build(const tb_selection *selection, const bool chosen[TB_VIEWS], tb_report *out) {
  *out = (tb_report){.selection = selection};
  for (int v = 0; v < TB_VIEWS; v++) out->is_selected[v] = chosen[v];
  tc_status status = build_views(out);
  if (!status) status = tb_hints_collect(&out->rows[TB_VIEW_data], &out->rows[TB_VIEW_touch], &out->hints);
  if (status) tb_report_clear(out);
  return status;
}

void tb_report_clear(tb_report *report) {
  for (int v = 0; v < TB_VIEWS; v++)
    if (report->is_available[v]) tb_rows_clear(&report->rows[v]);
  tb_hints_clear(&report->hints);
  *report = (tb_report){0};
}

void tb_report_text(const tb_report *report, FILE *out) {
  tb_report_head(report, out);
  tb_report_notes(report, out);
  for (int v = 0; v < TB_VIEWS; v++) {
    if (!report->is_selected[v]) continue;
    fputc('\n', out);
    tb_view_table(tb_view_at(v), &report->rows[v], out);
  }
  for (int h = 0; h < report->hints.count; h++)
    fprintf(out, "%shint (%s): %s\n", h ? "" : "\n", report->hints.hint[h].hint->name,
            report->hints.hint[h].text);
}

static void add_options(const tb_selection *s, tc_section *section) {
  const tb_view_options *o = s->options;
  const tb_facts *facts = s->profile->facts;
  const char *transfer = facts ? tb_transfer_registry.name((int)facts->transfer) : NULL;
  TC_ADD(section, TC_VALUE("transfer", transfer), TC_VALUE("waiting", o->blame_waiting ? "blame" : "apart"),
         TC_VALUE("from", o->from), TC_VALUE("by", tb_view_by_registry.name((int)o->by)),
         TC_VALUE("least", o->shows_all ? 0.0 : o->share_min));
  tc_list_add_texts(section, "groups", s->groups, s->group);
  tc_list_add_integers(section, "used_by", s->groups, s->used_group_samples);
}

static void add_values(const tb_report *report, tc_section *section) {
  tc_items_add_program(section, "tcblame");
  tb_report_add_processes(report, section);
  add_options(report->selection, section);
  for (int v = 0; v < TB_VIEWS; v++)
    if (report->is_selected[v]) tb_view_add(tb_view_at(v), &report->rows[v], section);
  tc_section *hints = tc_list_add(section, "hints");
  for (int h = 0; h < report->hints.count; h++)
    TC_SECTION(hints, NULL, TC_VALUE("name", report->hints.hint[h].hint->name),
               TC_VALUE("text", report->hints.hint[h].text));
}

tc_status tb_report_json(const tb_report *report, const char *path) {
  tc_document document;
  add_values(report, tc_document_begin(&document, NULL));
  return tc_document_write(&document, tc_document_json, path);
}

tc_status tb_report_html(const tb_report *report, const char *path) {
  tc_document document;
  tc_section *root = tc_document_begin(&document, NULL);
  tb_report_add_page(report, root);
  tc_section *values = tc_group_add(root, TC_RENDERER_HTML);
  values->label = "All values";
  add_values(report, values);
  root->label = "Blame of a run";
  return tc_document_write(&document, tc_document_html, path);
}

tc_status tb_report_csv(const tb_report *report, const char *path) {
  tc_file file;
  TC_TRY(tc_file_open(path, &file));
  tc_csv csv = {.out = file.out};
  tb_view_csv_head(report->selection, &csv);
  for (int v = 0; v < TB_VIEWS; v++)
    if (report->is_selected[v]) tb_view_csv(tb_view_at(v), &report->rows[v], &csv);
  return tc_file_commit(&file);
}

tc_status tb_report_check(const char *json, const char *csv, const char *html) {
  char mark[TC_HTML_MARK_SIZE];
  tc_html_format_mark("tcblame", mark);
  TC_TRY(tc_file_prepare(html, mark, "an HTML report of tcblame"));
  TC_TRY(tc_file_prepare(json, "{\n  \"program\": \"tcblame\"", "a JSON report of tcblame"));
  return tc_file_prepare(csv, "view,name,", "a CSV report of tcblame");
}
