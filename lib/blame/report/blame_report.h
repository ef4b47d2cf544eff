/* A report: views of a selection, what has to be known about them, and hints. */
#ifndef TC_BLAME_REPORT_BLAME_REPORT_H
#define TC_BLAME_REPORT_BLAME_REPORT_H

#include "blame/hints/hint.h"
#include "blame/views/view.h"

typedef struct tb_report {
  const tb_selection *selection;
  bool chosen[TB_VIEWS];       /* which views are told */
  bool is_available[TB_VIEWS]; /* which there are: besides these what hints look at */
  tb_rows rows[TB_VIEWS];
  tb_hints hints;
} tb_report;

/* The selection lives longer. chosen: of each view whether it is wanted. Cleared also after errors. Errors:
 * TC_INTERNAL. */
tc_status tb_report_build(const tb_selection *selection, const bool chosen[TB_VIEWS], tb_report *out);
void tb_report_clear(tb_report *report);

/* As text. */
void tb_report_text(const tb_report *report, FILE *out);

/* Documents; what is in the way is replaced only when it is one of these. Errors: TC_OUTPUT. */
tc_status tb_report_json(const tb_report *report, const char *path);
tc_status tb_report_csv(const tb_report *report, const char *path);

/* Before the work: whether they can be written there (NULL: nothing is). Errors: TC_OUTPUT. */
tc_status tb_report_check(const char *json, const char *csv);

/* Parts of the text and of the document. */
void tb_report_head(const tb_report *report, FILE *out);
void tb_report_notes(const tb_report *report, FILE *out); /* what a reader has to know, a line each */
void tb_report_processes(const tb_report *report, tc_json *json);

#endif
