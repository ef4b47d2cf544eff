/* A small JSON writer that keeps commas and nesting right. */
#ifndef TC_BASE_TEXT_JSON_WRITER_H
#define TC_BASE_TEXT_JSON_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct tc_json {
  FILE *out;
  int depth;
  bool first; /* nothing written yet in the open object or list */
} tc_json;

/* name NULL: an element of a list (or the document itself). open: '{' or '['. */
void tc_json_begin(tc_json *json, const char *name, char open);
void tc_json_end(tc_json *json, char close);
void tc_json_text(tc_json *json, const char *name,
                  const char *value); /* NULL gives null; UTF-8 is passed through */
void tc_json_number(tc_json *json, const char *name,
                    double value); /* shortest digits that read back; not finite: null */
void tc_json_integer(tc_json *json, const char *name, int64_t value);
void tc_json_bool(tc_json *json, const char *name, bool value);

#endif
