/* Report of one run: the selected views of a selection, notes on the quality of the figures, and hints.
 * tcblame report creates one, and tcblame diff one for each of its runs (apps/tcblame/commands/cmd_report.c,
 * cmd_diff.c). Usage: tb_report_check before the profile is built, then tb_report_build, then any of the
 * functions that write a text or document, then tb_report_clear. The selection must outlive the report. */
#ifndef TC_BLAME_REPORT_BLAME_REPORT_H
#define TC_BLAME_REPORT_BLAME_REPORT_H

#include "blame/hints/hint.h"
#include "blame/views/view.h"

typedef struct tb_report {
  const tb_selection *selection;
  bool is_selected[TB_VIEWS];  /* views that are written */
  bool is_available[TB_VIEWS]; /* views that were built: the selected ones, and `data` and `touch`,
                                  which the hints read */
  tb_rows rows[TB_VIEWS];
  tb_hints hints;
} tb_report;

/* Builds the selected views and the hints. chosen[v] is true if view v is to be written. After an error *out
 * is empty. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_report_build(const tb_selection *selection, const bool chosen[TB_VIEWS], tb_report *out);
void tb_report_clear(tb_report *report);

/* Writes head, notes, tables and hints as text. */
void tb_report_text(const tb_report *report, FILE *out);

/* The following functions write all rows as a JSON, CSV or HTML document and replace an existing file. The
 * HTML page also has charts, notes and tables. Call tb_report_check for the path before. Errors: TC_OUTPUT.
 */
tc_status tb_report_json(const tb_report *report, const char *path);
tc_status tb_report_csv(const tb_report *report, const char *path);
tc_status tb_report_html(const tb_report *report, const char *path);

/* Checks before the analysis that the documents can be written. An existing file must be empty or a document
 * of the same kind. A path is NULL if its document is not requested. Errors: TC_OUTPUT. */
tc_status tb_report_check(const char *json, const char *csv, const char *html);

/* These functions write parts of a report: the head line of the text, the notes, the HTML page without the
 * values of the JSON document, and the JSON list of processes. */
void tb_report_head(const tb_report *report, FILE *out);
/* Writes one line for each fact that limits the use of the figures, such as lost samples. */
void tb_report_notes(const tb_report *report, FILE *out);
void tb_report_add_page(const tb_report *report, tc_section *page);
void tb_report_add_processes(const tb_report *report, tc_section *section);

#endif
