/* Writes the head, notes, views and hints of a report to its HTML page. tb_report_html (blame_report.c) calls
 * tb_report_add_page before it appends the values of the JSON document. */
#include <stdlib.h>
#include <string.h>

#include "blame/report/blame_report.h"

/* Calls the function `write`, which writes a part of the report as text, and appends its lines to the
 * page. */
static void add_lines(const tb_report *report, void (*write)(const tb_report *, FILE *), tc_section *page) {
  char *text = NULL, *rest;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (out) write(report, out);
  if ((!out || fclose(out) != 0) && !page->document->error)
    page->document->error = tc_status_create(TC_INTERNAL, "a page of tcblame: out of memory: free memory");
  for (char *line = text ? strtok_r(text, "\n", &rest) : NULL; line; line = strtok_r(NULL, "\n", &rest))
    tc_section_print(page, "%s", line);
  free(text); // NOLINT(*-owning-memory): allocated by open_memstream
}

void tb_report_add_page(const tb_report *report, tc_section *page) {
  add_lines(report, tb_report_head, page);
  add_lines(report, tb_report_notes, page);
  for (int h = 0; h < report->hints.count; h++)
    tc_section_print(page, "hint (%s): %s", report->hints.hint[h].hint->name, report->hints.hint[h].text);
  for (int v = 0; v < TB_VIEWS; v++)
    if (report->is_selected[v]) tb_view_add_table(tb_view_at(v), &report->rows[v], page);
}
