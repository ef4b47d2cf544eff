/* Views: the tables of a report. Each view defines its rows and how it counts the samples of a selection.
 * blame_report.c calls tb_view_build, which counts and arranges the rows, and then the functions that write
 * them. A view is registered in views.def and implemented in view_<name>.c. */
#ifndef TC_BLAME_VIEWS_VIEW_H
#define TC_BLAME_VIEWS_VIEW_H

#include <stdio.h>

#include "base/document/document.h"
#include "base/text/csv_writer.h"
#include "blame/views/rows.h"

/* Texts of a row in a table. */
typedef struct tb_view_texts {
  tc_line name, type, remark;
} tb_view_texts;

typedef struct tb_view {
  const char *name, *summary;
  const char *heading; /* title of the table; it explains the numbers of the table */
  const char *list;    /* JSON key of the list of rows */
  const char *measure; /* JSON key of the share of samples of a row */
  bool exclusive;      /* true if the rows also count exclusive samples (without those of callees), which an
                          additional column shows */
  /* Adds a row for every variable, function or line that has samples. Errors: TC_INTERNAL if memory is
   * exhausted. */
  tc_status (*build)(tb_rows *rows);
  void (*describe_row)(const tb_rows *rows, const tb_row *row, tb_view_texts *out);
  /* Appends the values of a row, except for its name and its numbers, to a section of the JSON document. */
  void (*add_items)(const tb_row *row, tc_section *section);
} tb_view;

TC_REGISTRY(tb_view); /* Registry of the views. views.def has one line for each view. */

/* Indices of the views in the registry. */
typedef enum tb_view_number {
#define TC_ENTRY(name) TB_VIEW_##name,
#include "blame/views/views.def"
#undef TC_ENTRY
  TB_VIEWS
} tb_view_number;

/* Builds a view of the selection and arranges its rows. The selection must outlive `*out`. The caller clears
 * `*out` with tb_rows_clear, also after errors. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_view_build(const tb_view *view, const tb_selection *selection, tb_rows *out);

/* Functions for text tables. tb_table_text_width returns the number of columns that a text in UTF-8 occupies.
 * tb_table_cell writes 2 + `indent` blanks, a text, and blanks up to the width of the column. */
int tb_table_text_width(const char *text);
void tb_table_cell(int indent, const char *text, int width, FILE *out);

/* Writes the rows selected by tb_rows_arrange as text. */
void tb_view_table(const tb_view *view, const tb_rows *rows, FILE *out);

enum { TB_VIEW_BARS = 12 }; /* largest number of rows of a chart */

/* Appends to an HTML page the heading, a chart of the rows with the largest shares, and a table of the rows
 * selected by tb_rows_arrange. */
void tb_view_add_table(const tb_view *view, const tb_rows *rows, tc_section *page);

/* Appends to the JSON document a list of all significant rows, largest first. */
void tb_view_add(const tb_view *view, const tb_rows *rows, tc_section *report);

/* tb_view_csv_head writes the head line of a CSV document, which all views share. tb_view_csv writes all
 * significant rows of a view. */
void tb_view_csv_head(const tb_selection *selection, tc_csv *csv);
void tb_view_csv(const tb_view *view, const tb_rows *rows, tc_csv *csv);

#endif
