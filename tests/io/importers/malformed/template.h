/* Templates of mesh files, and edits that make these files malformed. A template contains several files,
 * each after a line "@name". Markers represent binary values, so that binary files can be edited as text.
 * They are {i 1 2} for 32-bit integers, {l 1 2} for 64-bit integers, {d 0.5 1} for doubles and {x 00 ff}
 * for bytes. */
#ifndef TC_TESTS_MALFORMED_TEMPLATE_H
#define TC_TESTS_MALFORMED_TEMPLATE_H

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/print.h"

enum { malformed_edits = 3, malformed_bytes = 1 << 14 };

/* Replaces the first occurrence of `find` in a template by `replace`. If `replace` is NULL, the file ends
 * before this occurrence. */
typedef struct malformed_edit {
  const char *find, *replace;
} malformed_edit;

typedef struct malformed_case {
  const char *name;
  malformed_edit edit[malformed_edits];
} malformed_case;

/* A valid mesh and the edits that make it malformed. */
typedef struct malformed_format {
  const char *name;
  const char *source; /* the file to import */
  const char *valid;  /* template of the valid mesh */
  int cases;
  const malformed_case *list;
} malformed_format;

/* Applies an edit to a template. */
static void apply_edit(const malformed_edit *edit, const char *name, char text[malformed_bytes]) {
  char rest[malformed_bytes];
  char *at = strstr(text, edit->find);
  cr_assert_not_null(at, "%s: the template lacks \"%s\"", name, edit->find);
  const char *after = at + strlen(edit->find);
  if (!edit->replace && !(after = strstr(at, "\n@"))) after = "";
  snprintf(rest, sizeof rest, "%s", after);
  *at = '\0';
  const int length =
      snprintf(at, malformed_bytes - (size_t)(at - text), "%s%s", edit->replace ? edit->replace : "", rest);
  cr_assert_lt(length, malformed_bytes - (int)(at - text));
}

static void write_value(char kind, const char *word, FILE *file) {
  const int64_t whole = strtoll(word, NULL, kind == 'x' ? 16 : 10);
  const int32_t small = (int32_t)whole;
  const double real = tc_strtod(word, NULL);
  const unsigned char byte = (unsigned char)whole;
  if (kind == 'i') fwrite(&small, sizeof small, 1, file);
  if (kind == 'l') fwrite(&whole, sizeof whole, 1, file);
  if (kind == 'd') fwrite(&real, sizeof real, 1, file);
  if (kind == 'x') fwrite(&byte, 1, 1, file);
}

/* Writes the binary values of a marker, such as {i 1 2} at `at`, to the file and returns the text after
 * the marker. */
static const char *write_marker(const char *at, const char *end, FILE *file) {
  const char kind = at[1];
  for (at += 2; at < end && *at != '}';) {
    at += strspn(at, " \n");
    const char *word = at;
    at += strcspn(at, " \n}");
    if (at > word && word < end) write_value(kind, word, file);
  }
  return at + (at < end && *at == '}');
}

/* Writes the text from `at` to `end` to a file. */
static void write_template(const char *name, const char *at, const char *end) {
  FILE *file = fopen(name, "wb");
  cr_assert_not_null(file);
  while (at < end) {
    const size_t plain = strcspn(at, "{"), most = (size_t)(end - at);
    fwrite(at, 1, plain < most ? plain : most, file);
    at += plain;
    if (at < end) at = write_marker(at, end, file);
  }
  fclose(file);
}

/* Calls `visit` with the name of each file of a template. If `visit` is NULL, writes the files. */
static void visit_files(const char *text, int (*visit)(const char *name)) {
  for (const char *at = text, *next; at; at = next) {
    char name[64];
    const char *begin = strchr(at, '\n') + 1;
    snprintf(name, sizeof name, "%.*s", (int)(begin - at - 2), at + 1);
    next = strstr(begin - 1, "\n@");
    if (next) next++;
    if (visit)
      visit(name);
    else
      write_template(name, begin, next ? next : begin + strlen(begin));
  }
}

#endif
