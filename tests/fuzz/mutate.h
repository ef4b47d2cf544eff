/* Texts with pseudo-random changes. The result depends only on the text and on the number that starts the
 * random sequence. */
#ifndef TC_TESTS_FUZZ_MUTATE_H
#define TC_TESTS_FUZZ_MUTATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MUTATE_MOST = 1 << 14 }; /* maximum number of bytes of a text */

typedef struct dice {
  uint64_t state;
} dice;

/* Returns the next random number, which is less than `sides`. */
uint64_t roll(dice *d, uint64_t sides);

/* A text that may contain any byte. */
typedef struct mutant {
  size_t length;
  char text[MUTATE_MOST + 1]; /* the text and a NUL */
} mutant;

void mutant_set(mutant *m, const char *text);

/* Makes 0 to 5 random changes. A change inserts, replaces or flips a byte, removes or repeats a part of
 * the text, or inserts a word of the list. */
void mutate(mutant *m, dice *d, const char *const *words);

/* Writes the text to a file, in memory if possible. A process has one file for each ending. The caller
 * unlinks the file. Returns false if the file cannot be written. */
enum { MUTATE_PATH = 80 };
void mutant_base(char path[MUTATE_PATH]); /* path without the ending */
bool mutant_write(const mutant *m, const char *ending, char path[MUTATE_PATH]);

#endif
