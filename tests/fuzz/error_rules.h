/* What an error has to be. */
#ifndef TC_TESTS_FUZZ_ERROR_RULES_H
#define TC_TESTS_FUZZ_ERROR_RULES_H

#include <stdbool.h>

#include "base/core/status.h"

/* Whether an error is one as apps/tetracast/README.md promises: the code, one line of text that begins with
 * `start`. Frees it. */
bool is_proper(tc_status *status, tc_code code, const char *start);

#endif
