/* JSON writer that inserts commas and closes nested objects in the right format. Used by all reports in JSON.
 * Usage: set `out`, tc_json_begin(json, NULL, '{'), members, tc_json_end(json, '}'). Errors of the stream are
 * found when the caller closes the file. Not collective. */
#ifndef TC_BASE_TEXT_JSON_WRITER_H
#define TC_BASE_TEXT_JSON_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct tc_json {
  FILE *out;
  int depth;
  bool first; /* true if the open object or list is still empty */
} tc_json;

/* Begins an object ('{') or a list ('['). Here and below, `name` is NULL for an element of a list and for the
 * document itself. */
void tc_json_begin(tc_json *json, const char *name, char open);
void tc_json_end(tc_json *json, char close);
/* Writes a string, or null if `value` is NULL. UTF-8 is written unchanged; invalid bytes become U+FFFD. */
void tc_json_text(tc_json *json, const char *name, const char *value);
/* Writes the shortest digits that read back with the same bits, or null if `value` is not finite. */
void tc_json_number(tc_json *json, const char *name, double value);
void tc_json_integer(tc_json *json, const char *name, int64_t value);
void tc_json_bool(tc_json *json, const char *name, bool value);
/* Writes a text of 16 hexadecimal digits. */
void tc_json_hash(tc_json *json, const char *name, uint64_t hash);

#endif
