/* Lines of facts, cut into values where they stand: facts_format.h. */
#ifndef TC_BLAME_FACTS_FACTS_SCAN_H
#define TC_BLAME_FACTS_FACTS_SCAN_H

#include "base/containers/dynamic_array.h"
#include "blame/facts/facts_format.h"

/* A text on its way. */
typedef struct tb_scan {
  const char *path; /* for messages */
  tc_pool *pool;    /* lists go there */
  char *next;       /* the line behind this one */
  char *cursor;     /* what is left of this line */
  int line;         /* from 1 */
  int file;         /* of the function: of spots that name none */
  tc_dynamic_array numbers, spots;
} tb_scan;

/* The next line's first word; NULL: the text ends. */
const char *tb_scan_line(tb_scan *scan);

/* The rest of a line as the fields of a thing, which is all zeros else. Errors: TC_INPUT. */
tc_status tb_scan_fields(tb_scan *scan, const tb_fact_field *fields, void *thing);

/* Errors: TC_INPUT naming file and line, and what is wrong. */
tc_status tb_scan_refuse(const tb_scan *scan, const char *what);

void tb_scan_clear(tb_scan *scan);

#endif
