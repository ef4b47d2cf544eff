#include "base/text/text_cut.h"

#include <stdbool.h>

static bool is_continuation(char c) { return ((unsigned char)c & 0xc0) == 0x80; }

/* Returns the number of bytes of a character, from its first byte. */
static size_t character_length(char first) {
  const unsigned char c = (unsigned char)first;
  return c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc0 ? 2 : 1;
}

size_t tc_text_cut_length(const char *text, size_t length) {
  enum { continuations_max = 3 };
  size_t first = length;
  while (first > 0 && length - first < continuations_max && is_continuation(text[first - 1])) first--;
  if (first == 0) return length;
  first--;
  return length - first < character_length(text[first]) ? first : length;
}
