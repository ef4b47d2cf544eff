/* Provides lines of source files for display in reports and hints. Each file is read once, at its first use.
 * A file that cannot be read is treated as empty, so that a report does not fail if a source file is
 * missing. */
#ifndef TC_BLAME_FACTS_SOURCE_LINE_H
#define TC_BLAME_FACTS_SOURCE_LINE_H

#include "base/core/pool.h"

struct tb_source_text;

/* Cache of the source files read so far. Initialise it with {.pool = ..}. The pool owns the texts. */
typedef struct tb_source_lines {
  tc_pool *pool;
  struct tb_source_text *last;
} tb_source_lines;

/* Returns in *out line number `line` (from 1) of a file without leading and trailing blanks. Returns "" if
 * the file cannot be read or has fewer lines. The pool owns the text. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tb_source_line(tb_source_lines *lines, const char *path, int line, const char **out);

#endif
