#include "base/text/shell_word.h"

#include <stdbool.h>
#include <string.h>

/* Characters that no shell interprets in any position of a word. */
static const char plain_characters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%";

/* A quotation mark within quotes: ends the quotes, adds the mark, and begins quotes again. */
static const char quoted_mark[] = "'\\''";

tc_status tc_shell_word(tc_pool *memory, const char *text, size_t length, const char **word) {
  const size_t mark_bytes = sizeof quoted_mark - 1;
  char *at;
  if (length > 0 && strspn(text, plain_characters) >= length)
    return tc_pool_printf(memory, word, "%.*s", (int)length, text);
  TC_TRY(tc_pool_alloc(memory, mark_bytes * length + sizeof "''", &at));
  *word = at;
  *at++ = '\'';
  for (size_t i = 0; i < length; i++) {
    const bool is_mark = text[i] == '\'';
    const size_t bytes = is_mark ? mark_bytes : 1;
    memcpy(at, is_mark ? quoted_mark : text + i, bytes);
    at += bytes;
  }
  *at = '\''; /* the pool has set the next byte to 0 */
  return TC_OK;
}
