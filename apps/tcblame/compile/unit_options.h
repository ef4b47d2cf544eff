/* Numbers with units on the command line. Called by tcblame run for --period and --objects. */
#ifndef TC_TCBLAME_UNIT_OPTIONS_H
#define TC_TCBLAME_UNIT_OPTIONS_H

#include <stdint.h>

#include "base/core/status.h"

/* Parses a time with the unit ns, us, ms or s, such as "2ms", between `low` and `high`. *out is in ns.
 * Errors: TC_USAGE with the name of the option. */
tc_status tb_option_parse_time(const char *name, const char *value, int64_t low, int64_t high, int64_t *out);

/* Parses a number of bytes, such as "64", "1k" or "2M", from 1 B to 1 TiB. Errors: TC_USAGE with the name of
 * the option. */
tc_status tb_option_parse_bytes(const char *name, const char *value, int64_t *out);

#endif
