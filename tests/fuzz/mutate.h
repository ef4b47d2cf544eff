/* Texts changed at random; the same number always gives the same text. */
#ifndef TC_TESTS_FUZZ_MUTATE_H
#define TC_TESTS_FUZZ_MUTATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MUTATE_MOST = 1 << 14 }; /* bytes of a text */

typedef struct dice {
  uint64_t state;
} dice;

/* The next number of the dice, below `sides`. */
uint64_t roll(dice *d, uint64_t sides);

/* A text that may hold any byte. */
typedef struct mutant {
  size_t length;
  char text[MUTATE_MOST + 1]; /* and a NUL behind it */
} mutant;

void mutant_set(mutant *m, const char *text);

/* 0 to 5 changes: bytes flipped, pieces removed, repeated or put elsewhere, words of the list put in, numbers
 * replaced by extreme ones. */
void mutate(mutant *m, dice *d, const char *const *words);

/* A file that holds the text, in memory where that is possible: one of a process for each ending. To be
 * unlinked. False: it cannot be written. */
enum { MUTATE_PATH = 80 };
void mutant_base(char path[MUTATE_PATH]); /* the name without the ending */
bool mutant_write(const mutant *m, const char *ending, char path[MUTATE_PATH]);

#endif
