/* Options of programs with few of them: "--name value" and "--name=value", and what values may be. */
#ifndef TC_BASE_PROGRAM_OPTION_H
#define TC_BASE_PROGRAM_OPTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"

/* Whether a word of the command line is that option, with or without "=value". */
bool tc_option_is(const char *word, const char *name);

/* The value of the option that argv[*i] is: behind "=", or the next word, which *i then counts. Errors:
 * TC_USAGE, there is none. */
tc_status tc_option_value(int argc, char **argv, int *i, const char *name, const char **value);

/* "name value: what is wanted is needed". */
tc_status tc_option_error(const char *name, const char *value, const char *wanted);

/* A whole number from low to high, as 1000 or 1e3, that fills [at, end). The range: within +-2^53. */
bool tc_option_parse_integer(const char *at, const char *end, int64_t low, int64_t high, int64_t *out);

/* The same of a whole value. Errors: TC_USAGE naming the option and the range. */
tc_status tc_option_int64(const char *name, const char *value, int64_t low, int64_t high, int64_t *out);
tc_status tc_option_int32(const char *name, const char *value, int32_t low, int32_t high, int32_t *out);

/* Numbers between commas: number[*count], at most `most` of them, from 1 to high, each once. Errors:
 * TC_USAGE. */
tc_status tc_option_list(const char *name, const char *value, int most, int32_t high, int32_t *number,
                         int *count);

#endif
