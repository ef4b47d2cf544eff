/* Scanner of the text format of facts. It splits lines into values in place, so the text must be writable and
 * outlive the result. facts_read.c calls tb_scan_line for each line, and then tb_scan_fields with the table
 * of fields for this kind of line. Every error message contains the file and the line. */
#ifndef TC_BLAME_FACTS_FACTS_SCAN_H
#define TC_BLAME_FACTS_FACTS_SCAN_H

#include "base/containers/array.h"
#include "blame/facts/facts_format.h"

/* State of a scan: the text and the current line. */
typedef struct tb_scan {
  const char *path; /* Path of the file, for error messages. */
  tc_pool *pool;    /* Borrowed pool that owns the lists in the result. */
  char *next;       /* Start of the next line. */
  char *cursor;     /* Unread part of the current line. */
  int line;         /* Number of the current line, from 1. */
  int file;         /* Index of the file of the current function, used for source positions without a file. */
  TC_ARRAY(int) numbers;
  TC_ARRAY(tb_source_position) positions;
} tb_scan;

/* Advances to the next line and returns its first word, or NULL at the end of the text. */
const char *tb_scan_line(tb_scan *scan);

/* Parses the remaining keys and values of the line and stores them in the struct `item`, which must be
 * zero-initialised. `fields` maps the keys to its members. Errors: TC_INPUT if the text is invalid;
 * TC_INTERNAL if memory is exhausted. */
tc_status tb_scan_fields(tb_scan *scan, const tb_fact_field *fields, void *item);

/* Returns a TC_INPUT error with file and line. `message` is a clause that states what is wrong with the
 * text. */
tc_status tb_scan_error(const tb_scan *scan, const char *message);

void tb_scan_free(tb_scan *scan);

/* Consistency check of a function that was read from a file: every index must refer to an existing item.
 * Later modules rely on this check and use the indices without testing them. Returns a message that describes
 * the first invalid index, or NULL if all are valid. `files` is the number of source files in the facts. */
const char *tb_facts_find_fault(const tb_function *function, int files);

#endif
