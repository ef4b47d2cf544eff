/* Rule that the error message about a refused input must satisfy. */
#ifndef TC_TESTS_FUZZ_ERROR_RULES_H
#define TC_TESTS_FUZZ_ERROR_RULES_H

#include <stdbool.h>

#include "base/core/status.h"

/* Returns true if there is no error, or if the error follows the rules of apps/tetracast/README.md. It
 * must then have the code `code`, and its text must be one line that begins with `start`. Frees the error. */
bool is_proper(tc_status *status, tc_code code, const char *start);

#endif
