/* Views of a profile: what of it is counted, and how that is told. */
#ifndef TC_BLAME_VIEWS_VIEW_H
#define TC_BLAME_VIEWS_VIEW_H

#include <stdio.h>

#include "base/text/json_writer.h"
#include "blame/views/rows.h"

/* Of a row in a table. */
typedef struct tb_view_texts {
  tc_line name, type, behind;
} tb_view_texts;

typedef struct tb_view {
  const char *name, *summary;
  const char *heading; /* a table's title: what the figures are */
  const char *list;    /* what JSON calls its rows, */
  const char *measure; /* and their shares */
  bool exclusive;      /* its rows have exclusive samples of their own: a column more */
  /* Fills in rows: all that have any sample. Errors: TC_INTERNAL. */
  tc_status (*build)(tb_rows *rows);
  void (*describe_row)(const tb_rows *rows, const tb_row *row, tb_view_texts *out);
  /* What JSON tells of a row besides name and figures: members of an open object. */
  void (*json)(const tb_rows *rows, const tb_row *row, tc_json *json);
} tb_view;

TC_REGISTRY(tb_view); /* views.def */

/* Numbers of the views in their list. */
typedef enum tb_view_number {
#define TC_ENTRY(name) TB_VIEW_##name,
#include "blame/views/views.def"
#undef TC_ENTRY
  TB_VIEWS
} tb_view_number;

/* A view of what is selected, arranged; out is cleared with tb_rows_clear also after errors. The selection
 * lives longer. Errors: TC_INTERNAL. */
tc_status tb_view_build(const tb_view *view, const tb_selection *selection, tb_rows *out);

/* As text: what tb_rows_arrange chose to show. */
void tb_view_table(const tb_view *view, const tb_rows *rows, FILE *out);

/* Into the open object, as a list: all rows that matter, larger before smaller. */
void tb_view_json(const tb_view *view, const tb_rows *rows, tc_json *json);

/* The same rows as lines of CSV, below a head that all views share. */
void tb_view_csv_head(const tb_selection *selection, FILE *out);
void tb_view_csv(const tb_view *view, const tb_rows *rows, FILE *out);

#endif
