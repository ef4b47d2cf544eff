/* Rule that the error of a rejected input must satisfy. */
#ifndef TC_TESTS_FUZZ_ERROR_RULES_H
#define TC_TESTS_FUZZ_ERROR_RULES_H

#include <stdbool.h>

#include "base/core/status.h"

/* Returns true if there is no error, or if the error follows apps/tetracast/README.md. The error then has the
 * code and is one line of text that begins with `start`. Frees the error. */
bool is_proper(tc_status *status, tc_code code, const char *start);

#endif
