/* Golden files contain long texts that tests expect. They are stored in tests/<directory>/golden/.
 * expect_golden compares a text with such a file. With TETRACAST_REWRITE_GOLDEN=1 it writes the text into the
 * file of the source tree instead. Tests run in the top directory of the sources, unless the environment
 * variable TETRACAST_SOURCE names this directory. Not collective. */
#ifndef TC_TESTS_GOLDEN_H
#define TC_TESTS_GOLDEN_H

#include <criterion/criterion.h>
#include <stdlib.h>

/* Expects that the text equals the file tests/`directory`/golden/`name`. A failure prints the difference. */
#define expect_golden(directory, name, text)                                                                 \
  do {                                                                                                       \
    char *golden_difference_ = golden_compare(directory, name, text);                                        \
    cr_expect_null(golden_difference_, "%s", golden_difference_);                                            \
    free(golden_difference_);                                                                                \
  } while (0)

/* Returns NULL if the text equals the file or was written to the file. Otherwise returns a message, which the
 * caller frees. */
char *golden_compare(const char *directory, const char *name, const char *text);

#endif
