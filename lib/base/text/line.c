#include "base/text/line.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/core/print.h"

static const char tail[] = "..";

void tc_line_add(tc_line *line, const char *format, ...) {
  if (line->cut) return;
  const size_t room = sizeof line->text - line->length;
  va_list arguments;
  va_start(arguments, format);
  const int added = tc_vsnprintf(line->text + line->length, room, format, arguments);
  va_end(arguments);
  line->cut = added < 0 || (size_t)added >= room;
  line->length = line->cut ? sizeof line->text - 1 : line->length + (size_t)added;
  if (line->cut) memcpy(line->text + sizeof line->text - sizeof tail, tail, sizeof tail);
}

void tc_line_add_item(tc_line *line, const char *item) {
  tc_line_add(line, "%s%s", line->length ? ", " : "", item);
}

void tc_line_trim(tc_line *line) {
  while (line->length > 0 && line->text[line->length - 1] == ' ') line->length--;
  line->text[line->length] = '\0';
}
