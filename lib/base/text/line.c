#include "base/text/line.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/core/print.h"

static const char cut_mark[] = "..";

void tc_line_add(tc_line *line, const char *format, ...) {
  if (line->is_cut) return;
  const size_t space = sizeof line->text - line->length;
  va_list arguments;
  va_start(arguments, format);
  const int added = tc_vsnprintf(line->text + line->length, space, format, arguments);
  va_end(arguments);
  line->is_cut = added < 0 || (size_t)added >= space;
  line->length = line->is_cut ? sizeof line->text - 1 : line->length + (size_t)added;
  if (line->is_cut) memcpy(line->text + sizeof line->text - sizeof cut_mark, cut_mark, sizeof cut_mark);
}

void tc_line_add_item(tc_line *line, const char *item) {
  tc_line_add(line, "%s%s", line->length ? ", " : "", item);
}

void tc_line_trim(tc_line *line) {
  while (line->length > 0 && line->text[line->length - 1] == ' ') line->length--;
  line->text[line->length] = '\0';
}
