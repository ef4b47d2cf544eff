/* Parses numbers with units on the command line. tcblame run uses it for --period and --objects. */
#ifndef TC_TCBLAME_UNIT_OPTIONS_H
#define TC_TCBLAME_UNIT_OPTIONS_H

#include <stdint.h>

#include "base/core/status.h"

/* Parses the text `value` as a time with the unit ns, us, ms or s, such as "2ms". *out and its limits `low`
 * and `high` are in ns. Errors: TC_USAGE; the message contains `name`, the name of the option. */
tc_status tb_option_parse_time(const char *name, const char *value, int64_t low, int64_t high, int64_t *out);

/* Parses the text `value` as a number of bytes from 1 B to 1 TiB, such as "64", "1k" or "2M". Errors:
 * TC_USAGE; the message contains `name`, the name of the option. */
tc_status tb_option_parse_bytes(const char *name, const char *value, int64_t *out);

#endif
