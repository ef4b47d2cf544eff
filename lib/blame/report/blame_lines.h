/* The lines that variables of a function are blamed for: Table I of Zhang and Hollingsworth. */
#ifndef TC_BLAME_REPORT_BLAME_LINES_H
#define TC_BLAME_REPORT_BLAME_LINES_H

#include "blame/facts/facts.h"

typedef struct tb_blame_lines_line {
  int file; /* number in facts->file */
  int line;
} tb_blame_lines_line;

/* A place and its blame lines. */
typedef struct tb_blame_lines_row {
  const tb_access_path *place;
  const char *variable; /* "self"; "i:14" where rows of another variable have the name: that of line 14 */
  const char *name;     /* the variable with the path from there: "self->copy[]" */
  int lines;
  const tb_blame_lines_line *line; /* [lines] those of the function's file first, ascending */
} tb_blame_lines_row;

typedef struct tb_blame_lines {
  int rows;
  const tb_blame_lines_row
      *row; /* parameters, locals, what is returned, others; in the order of the source */
  tc_pool pool;
} tb_blame_lines;

/* Of facts that are closed. variable: "x" means x (each that has the name) and all below it, "x:14" the one
 * of line 14, "x->y" that place and all below it; NULL: all. all: also what only callees name, and the
 * compiler's own. Places that nothing writes have no row. Errors: TC_INTERNAL out of memory. */
tc_status tb_blame_lines_create(const tb_function *function, const char *variable, bool all,
                                tb_blame_lines *out);
void tb_blame_lines_free(tb_blame_lines *slice);

#endif
