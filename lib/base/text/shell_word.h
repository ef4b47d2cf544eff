/* Words of commands that messages suggest, in the form that a POSIX shell requires. Not collective. */
#ifndef TC_BASE_TEXT_SHELL_WORD_H
#define TC_BASE_TEXT_SHELL_WORD_H

#include <stddef.h>

#include "base/core/pool.h"

/* Sets *word to the first `length` bytes of `text` as one word of a command: unchanged if a shell does not
 * interpret any byte, otherwise in single quotes. The shell passes exactly these bytes to the program, also
 * those of a word that begins like an option. The word belongs to `memory`. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_shell_word(tc_pool *memory, const char *text, size_t length, const char **word);

#endif
