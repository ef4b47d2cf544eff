/* The lines that variables of a function are blamed for: Table I of Zhang and Hollingsworth. */
#ifndef TC_BLAME_REPORT_BLAME_LINES_H
#define TC_BLAME_REPORT_BLAME_LINES_H

#include "blame/facts/facts.h"

typedef struct tc_slice_line {
  int file; /* number in facts->file */
  int line;
} tc_slice_line;

/* A place and its blame lines. */
typedef struct tc_slice_row {
  const tb_access_path *place;
  const char *variable; /* "self"; "i:14" where rows of another variable have the name: that of line 14 */
  const char *name;     /* the variable with the path from there: "self->copy[]" */
  int lines;
  const tc_slice_line *line; /* [lines] those of the function's file first, ascending */
} tc_slice_row;

typedef struct tc_slice {
  int rows;
  const tc_slice_row *row; /* parameters, locals, what is returned, others; in the order of the source */
  tc_pool pool;
} tc_slice;

/* Of facts that are closed. variable: "x" means x (each that has the name) and all below it, "x:14" the one
 * of line 14, "x->y" that place and all below it; NULL: all. all: also what only callees name, and the
 * compiler's own. Places that nothing writes have no row. Errors: TC_INTERNAL out of memory. */
tc_status tc_slice_create(const tc_function *function, const char *variable, bool all, tc_slice *out);
void tc_slice_clear(tc_slice *slice);

#endif
