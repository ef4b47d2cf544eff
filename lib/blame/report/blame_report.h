/* A report: views of a selection, what has to be known about them, and hints. */
#ifndef TC_BLAME_REPORT_BLAME_REPORT_H
#define TC_BLAME_REPORT_BLAME_REPORT_H

#include "blame/hints/hint.h"
#include "blame/views/view.h"

typedef struct tc_blame_report {
  const tc_selection *selection;
  bool chosen[TC_VIEWS]; /* which views are told */
  bool made[TC_VIEWS];   /* which there are: besides these what hints look at */
  tc_rows rows[TC_VIEWS];
  tc_hints hints;
} tc_blame_report;

/* The selection lives longer. chosen: of each view whether it is wanted. Cleared also after errors. Errors:
 * TC_INTERNAL. */
tc_status tc_blame_report_make(const tc_selection *selection, const bool chosen[TC_VIEWS],
                               tc_blame_report *out);
void tc_blame_report_clear(tc_blame_report *report);

/* As text. */
void tc_blame_report_text(const tc_blame_report *report, FILE *out);

/* Documents; what is in the way is replaced only when it is one of these. Errors: TC_OUTPUT. */
tc_status tc_blame_report_json(const tc_blame_report *report, const char *path);
tc_status tc_blame_report_csv(const tc_blame_report *report, const char *path);

/* Before the work: whether they can be written there (NULL: nothing is). Errors: TC_OUTPUT. */
tc_status tc_blame_report_check(const char *json, const char *csv);

/* Parts of the text and of the document. */
void tc_blame_report_head(const tc_blame_report *report, FILE *out);
void tc_blame_report_notes(const tc_blame_report *report,
                           FILE *out); /* what a reader has to know, a line each */
void tc_blame_report_processes(const tc_blame_report *report, tc_json *json);

#endif
