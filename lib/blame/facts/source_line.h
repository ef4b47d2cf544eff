/* Lines of source files, as reports show them. */
#ifndef TC_BLAME_FACTS_SOURCE_LINE_H
#define TC_BLAME_FACTS_SOURCE_LINE_H

#include "base/core/pool.h"

struct tb_source_text;

/* Files that were read. Begins as {.pool = ..}, which owns them. */
typedef struct tb_source_lines {
  tc_pool *pool;
  struct tb_source_text *last;
} tb_source_lines;

/* A line (from 1) without the blanks around it, in the pool; "" where the file cannot be read or is shorter.
 * Errors: TC_INTERNAL. */
tc_status tb_source_line(tb_source_lines *lines, const char *path, int line, const char **out);

#endif
