/* Lengths of time in options and in scripts of SLURM. Each function depends on its arguments alone. The two
 * functions that format a time treat a time below 1 s as 1 s, and a time above 10 years as 10 years. They
 * treat NaN as 10 years, so that a limit is never too short. */
#ifndef TC_BASE_TEXT_TIME_SPAN_H
#define TC_BASE_TEXT_TIME_SPAN_H

#include <stdbool.h>
#include <stddef.h>

/* Parses a length of time: seconds as a positive number, or a positive number followed by s, m, h or d, such
 * as "90", "90s", "30m", "6h", "1.5h" or "2d". Sets *seconds and returns true. Returns false for other texts,
 * and if the time is below 1 s or above 10 years. */
bool tc_time_span_parse(const char *text, double *seconds);

/* Formats a length of time as text that tc_time_span_parse reads, such as "90s", "52m" or "26h". Times below
 * 10 minutes are rounded up to whole seconds, times below 10 hours to minutes, and longer times to hours.
 * Returns out. */
const char *tc_time_span_format(double seconds, char *out, size_t size);

/* Formats a length of time as a time limit of SLURM, rounded up to whole minutes: "01:34:00", or
 * "1-02:00:00" from one day on. Returns out. */
const char *tc_time_span_format_slurm(double seconds, char *out, size_t size);

#endif
