/* Scanner of facts: splits lines into values in place, so the text must be writable and outlive the
 * result. Used by facts_read.c, which calls tb_scan_line for each line and then tb_scan_fields with the
 * fields of its kind. Every error names file and line. */
#ifndef TC_BLAME_FACTS_FACTS_SCAN_H
#define TC_BLAME_FACTS_FACTS_SCAN_H

#include "base/containers/array.h"
#include "blame/facts/facts_format.h"

/* State of a scan: the text and the current line. */
typedef struct tb_scan {
  const char *path; /* Path of the file for messages. */
  tc_pool *pool;    /* Pool for lists; borrowed. */
  char *next;       /* Start of the next line. */
  char *cursor;     /* Rest of the current line. */
  int line;         /* Line number, from 1. */
  int file;         /* File of the current function, for source positions without a file. */
  TC_ARRAY(int) numbers;
  TC_ARRAY(tb_source_position) spots;
} tb_scan;

/* Returns the first word of the next line, or NULL at the end of the text. */
const char *tb_scan_line(tb_scan *scan);

/* Stores the values of the rest of the line in the struct `thing` according to `fields`. `thing` must be
 * zero-initialised. Errors: TC_INPUT; TC_INTERNAL if memory is exhausted. */
tc_status tb_scan_fields(tb_scan *scan, const tb_fact_field *fields, void *thing);

/* Returns a TC_INPUT error with file and line. `what` is a clause that states what is wrong. */
tc_status tb_scan_refuse(const tb_scan *scan, const char *what);

void tb_scan_clear(tb_scan *scan);

#endif
