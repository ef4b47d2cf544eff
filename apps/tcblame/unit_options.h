/* Numbers with units on the command line. */
#ifndef TC_TCBLAME_UNIT_OPTIONS_H
#define TC_TCBLAME_UNIT_OPTIONS_H

#include <stdint.h>

#include "base/core/status.h"

/* A time as "2ms", with ns, us, ms or s, in nanoseconds, from low to high. Errors: TC_USAGE naming the
 * option. */
tc_status tb_option_parse_time(const char *name, const char *value, int64_t low, int64_t high, int64_t *out);

/* Bytes as "64", "1k" or "2M", from 1 to 1 TiB. Errors: TC_USAGE naming the option. */
tc_status tb_option_parse_bytes(const char *name, const char *value, int64_t *out);

#endif
