/* Options of programs with few options: "--name value" and "--name=value", and the checks of their values.
 * Called by the option parsers of the studies and of tcblame. `tetracast` has parsers of its own. Not
 * collective. */
#ifndef TC_BASE_PROGRAM_OPTION_H
#define TC_BASE_PROGRAM_OPTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"

/* True if a word of the command line is this option, with or without "=value". */
bool tc_option_is(const char *word, const char *name);

/* Sets *value to the value of the option at index *i of the command line: the text after "=", or the next
 * word. In the second case *i becomes the index of that word. Errors: TC_USAGE if there is none. */
tc_status tc_option_value(int argc, char **argv, int *i, const char *name, const char **value);

/* Returns the error TC_USAGE "name value: `wanted` is needed". */
tc_status tc_option_error(const char *name, const char *value, const char *wanted);

/* Parses the whole text from `at` to `end` as an integer from low to high, written as 1000 or 1e3. low and
 * high must be within +-2^53. Returns false if it is not valid. */
bool tc_option_parse_integer(const char *at, const char *end, int64_t low, int64_t high, int64_t *out);

/* Parse `value`, the value of the option `name`, as an integer from low to high. Errors: TC_USAGE with the
 * option and the range. */
tc_status tc_option_int64(const char *name, const char *value, int64_t low, int64_t high, int64_t *out);
tc_status tc_option_int32(const char *name, const char *value, int32_t low, int32_t high, int32_t *out);

/* Parses a list of at most `most` integers from 1 to high, separated by commas, into `number`, which has
 * *count entries after the call. Repeated numbers are stored once. Errors: TC_USAGE. */
tc_status tc_option_list(const char *name, const char *value, int most, int32_t high, int32_t *number,
                         int *count);

#endif
