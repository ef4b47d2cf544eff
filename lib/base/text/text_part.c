#include "base/text/text_part.h"

#include <string.h>

tc_text tc_text_remove_part(tc_text *text, char separator) {
  const size_t length = (size_t)(text->end - text->cursor);
  const char *const found = length ? memchr(text->cursor, separator, length) : NULL;
  const tc_text part = {text->cursor, found ? found : text->end};
  text->cursor = found ? found + 1 : text->end;
  return part;
}
