/* Views of a profile: what of it is counted, and how that is told. */
#ifndef TC_BLAME_VIEWS_VIEW_H
#define TC_BLAME_VIEWS_VIEW_H

#include <stdio.h>

#include "base/text/json_writer.h"
#include "blame/views/rows.h"

/* Of a row in a table. */
typedef struct tc_view_words {
  tc_line name, type, behind;
} tc_view_words;

typedef struct tc_view {
  const char *name, *summary;
  const char *heading; /* a table's title: what the figures are */
  const char *list;    /* what JSON calls its rows, */
  const char *measure; /* and their shares */
  bool exclusive;      /* its rows have exclusive samples of their own: a column more */
  /* Fills in rows: all that have any sample. Errors: TC_INTERNAL. */
  tc_status (*make)(tc_rows *rows);
  void (*tell)(const tc_rows *rows, const tc_row *row, tc_view_words *out);
  /* What JSON tells of a row besides name and figures: members of an open object. */
  void (*json)(const tc_rows *rows, const tc_row *row, tc_json *json);
} tc_view;

TC_REGISTRY(tc_view); /* views.def */

/* Numbers of the views in their list. */
typedef enum tc_view_number {
#define TC_ENTRY(name) TC_VIEW_##name,
#include "blame/views/views.def"
#undef TC_ENTRY
  TC_VIEWS
} tc_view_number;

/* A view of what is selected, arranged; out is cleared with tc_rows_clear also after errors. The selection
 * lives longer. Errors: TC_INTERNAL. */
tc_status tc_view_make(const tc_view *view, const tc_selection *selection, tc_rows *out);

/* As text: what tc_rows_arrange chose to show. */
void tc_view_table(const tc_view *view, const tc_rows *rows, FILE *out);

/* Into the open object, as a list: all rows that matter, larger before smaller. */
void tc_view_json(const tc_view *view, const tc_rows *rows, tc_json *json);

/* The same rows as lines of CSV, below a head that all views share. */
void tc_view_csv_head(const tc_selection *selection, FILE *out);
void tc_view_csv(const tc_view *view, const tc_rows *rows, FILE *out);

#endif
