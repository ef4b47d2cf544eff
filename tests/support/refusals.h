/* Tests of invalid texts, for which a parser must return errors. The messages are compared with a golden
 * file. */
#ifndef TC_TESTS_REFUSALS_H
#define TC_TESTS_REFUSALS_H

#include <stdio.h>
#include <stdlib.h>

#include "support/expect.h"
#include "support/golden.h"

/* Expects `parse` to return an error with the code TC_USAGE for each text. The texts and messages must equal
 * the file tests/`directory`/golden/`golden`, which omits `prefix` at the beginning of the texts. */
static inline void expect_refusals(const char *directory, const char *golden,
                                   tc_status (*parse)(const char *text), const char *prefix,
                                   const char *const *text, size_t count) {
  char *messages = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&messages, &size);
  for (size_t k = 0; k < count; k++) {
    tc_status status = parse(text[k]);
    const size_t omitted = strncmp(text[k], prefix, strlen(prefix)) == 0 ? strlen(prefix) : 0;
    cr_expect(status && tc_status_code(status) == TC_USAGE, "accepted: %s", text[k]);
    fprintf(out, "%s  -> %s\n", text[k] + omitted, status ? tc_status_text(status) : "accepted");
    tc_status_free(&status);
  }
  fclose(out);
  expect_golden(directory, golden, messages);
  free(messages);
}

#endif
