#include "base/text/line.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/core/print.h"
#include "base/text/text_cut.h"

static const char cut_mark[] = "..";

/* Writes ".." over the end of a text that does not fit into the buffer. */
static void mark_cut(tc_line *line) {
  const size_t length = tc_text_cut_length(line->text, sizeof line->text - sizeof cut_mark);
  memcpy(line->text + length, cut_mark, sizeof cut_mark);
  line->length = length + sizeof cut_mark - 1;
}

void tc_line_add(tc_line *line, const char *format, ...) {
  if (line->is_cut) return;
  const size_t space = sizeof line->text - line->length;
  va_list arguments;
  va_start(arguments, format);
  const int added = tc_vsnprintf(line->text + line->length, space, format, arguments);
  va_end(arguments);
  line->is_cut = added < 0 || (size_t)added >= space;
  if (line->is_cut)
    mark_cut(line);
  else
    line->length += (size_t)added;
}

void tc_line_add_item(tc_line *line, const char *item) {
  tc_line_add(line, "%s%s", line->length ? ", " : "", item);
}

void tc_line_trim(tc_line *line) {
  while (line->length > 0 && line->text[line->length - 1] == ' ') line->length--;
  line->text[line->length] = '\0';
}
