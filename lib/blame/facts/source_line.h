/* Lines of source files, as reports show them. */
#ifndef TC_BLAME_FACTS_SOURCE_LINE_H
#define TC_BLAME_FACTS_SOURCE_LINE_H

#include "base/core/pool.h"

struct tc_source_file;

/* Files that were read. Begins as {.pool = ..}, which owns them. */
typedef struct tc_source_lines {
  tc_pool *pool;
  struct tc_source_file *last;
} tc_source_lines;

/* A line (from 1) without the blanks around it, in the pool; "" where the file cannot be read or is shorter.
 * Errors: TC_INTERNAL. */
tc_status tc_source_line(tc_source_lines *lines, const char *path, int line, const char **out);

#endif
