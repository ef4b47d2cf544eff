/* Numbers for people. */
#ifndef TC_BASE_TEXT_NUMBER_FORMAT_H
#define TC_BASE_TEXT_NUMBER_FORMAT_H

#include <stddef.h>

/* Three significant digits with a unit that fits: "12.3 us"; 0 without a unit. */
void tc_number_format_seconds(double seconds, char *out, size_t size);

/* Forecast against measured: "+12 %", "> 10 x" beyond sense, with " *" when it is more than 25 % off and one
 * of the two is more than 5 % of the whole step; "-" where there is nothing to compare. */
void tc_number_format_error(double forecast, double measured, double step, char *out, size_t size);

/* "43.1 MB", "1.5 GB". Returns out. */
const char *tc_number_format_bytes(double bytes, char *out, size_t size);

#endif
