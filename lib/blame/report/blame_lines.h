/* Blame lines: the source lines for which each access path (a variable with members and dereferences) of a
 * function is blamed. tcblame slice (apps/tcblame/commands/cmd_slice.c) creates them from facts with call
 * effects (blame/closure) and prints them. The facts must outlive the result, because its rows refer to their
 * access paths. Source: Table I of Zhang and Hollingsworth, "Data Centric Performance Measurement Techniques
 * for Chapel Programs". */
#ifndef TC_BLAME_REPORT_BLAME_LINES_H
#define TC_BLAME_REPORT_BLAME_LINES_H

#include "blame/facts/facts.h"

typedef struct tb_blame_lines_line {
  int file; /* index in facts->file */
  int line;
} tb_blame_lines_line;

/* An access path with its blame lines. */
typedef struct tb_blame_lines_row {
  const tb_access_path *path;
  const char *variable; /* name of the variable, such as "self"; "i:14" for the variable of line 14 if another
                           variable has the same name */
  const char *name;     /* variable and path, such as "self->copy[]" */
  int lines;
  /* [lines] in ascending order; lines of the function's file precede all others */
  const tb_blame_lines_line *line;
} tb_blame_lines_row;

typedef struct tb_blame_lines {
  int rows;
  /* [rows] in the order parameters, local variables, results of calls, others; each kind in the order of the
   * source */
  const tb_blame_lines_row *row;
  tc_pool pool;
} tb_blame_lines;

/* Creates the blame lines of a function. The facts must contain call effects (blame/closure). `variable`
 * selects rows: "x" selects every variable x and all paths below it, "x:14" the variable of line 14, "x->y"
 * that path and all paths below it; NULL selects all. If `all` is true, paths that occur only in callees and
 * paths that the compiler created are included. An access path that is blamed for no statement has no row.
 * The caller frees `*out`. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_blame_lines_create(const tb_function *function, const char *variable, bool all,
                                tb_blame_lines *out);
void tb_blame_lines_free(tb_blame_lines *lines);

#endif
