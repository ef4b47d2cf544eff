/* Numbers in tables and log lines: seconds, bytes and forecast errors with units. Each function writes a text
 * to `out`, an array of `size` bytes, and depends on its arguments alone. */
#ifndef TC_BASE_TEXT_NUMBER_FORMAT_H
#define TC_BASE_TEXT_NUMBER_FORMAT_H

#include <stddef.h>
#include <stdint.h>

/* Formats seconds with three significant digits and a suitable unit: "12.3 us". Zero becomes "0", without a
 * unit. */
void tc_number_format_seconds(double seconds, char *out, size_t size);

/* Formats seconds like tc_number_format_seconds, without blanks at the end. Returns out. */
const char *tc_number_format_time(double seconds, char *out, size_t size);

/* Formats a duration as people write it: "1 h 02 min", "3 min 20 s", "4.2 s", "31.5 ms". NaN becomes
 * "-". Returns out. */
const char *tc_number_format_duration(double seconds, char *out, size_t size);

/* Formats the error of a forecast relative to a measurement: "+12 %", or "> 10 x" if it is more than tenfold.
 * Appends " *" if the error is more than 25 %, and the forecast or the measurement is more than 5 % of
 * `step`. `step` is the time of the whole step. Writes "-" if the forecast is 0 or the measurement is not
 * above 0. */
void tc_number_format_error(double forecast, double measured, double step, char *out, size_t size);

/* Formats bytes as "43.1 MB" or "1.5 GB". Returns out. */
const char *tc_number_format_bytes(double bytes, char *out, size_t size);

/* Returns the ending of an English noun after the number n: "" for 1, otherwise "s". */
const char *tc_plural_suffix(int64_t n);

#endif
