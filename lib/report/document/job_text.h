/* Texts about a job that tables, sentences and log lines share. Pure. */
#ifndef TC_REPORT_DOCUMENT_JOB_TEXT_H
#define TC_REPORT_DOCUMENT_JOB_TEXT_H

#include <stddef.h>

#include "base/text/line.h"
#include "model/interval/remaining.h"
#include "report/document/job_report.h"

/* Formats an upper bound with two significant digits, rounded up: "44 s", "1 h 34 min". Writes "-" if the
 * bound is not finite. Returns out, an array of `size` bytes. */
const char *tc_job_format_bound(double seconds, char *out, size_t size);

/* Returns the time limit in s to request from a scheduler for a job with the upper bound bound_s, which
 * includes the time of the launcher. Limits of a minute or more are rounded up to whole minutes, which is the
 * unit of SLURM. Shorter limits are rounded up to two significant digits. NaN remains NaN. */
double tc_job_limit_s(double bound_s);

/* Formats a time limit of tc_job_limit_s with all its digits: "1.9 s", "44 s", "52 min 00 s", "1 h 34 min".
 * Writes "-" if the limit is not finite. Returns out, an array of `size` bytes. */
const char *tc_job_format_limit(double limit_s, char *out, size_t size);

/* Format seconds, such as "0.14 s" or "95.0 min". The unit depends on largest_s, the largest time of a line,
 * so that all times of the line have the same unit. tc_job_format_bound_in_unit rounds an upper bound up to
 * two significant digits, and writes "-" if the bound is not finite. Both return out, an array of `size`
 * bytes. */
const char *tc_job_format_in_unit(double seconds, double largest_s, char *out, size_t size);
const char *tc_job_format_bound_in_unit(double seconds, double largest_s, char *out, size_t size);

/* Formats the probability of a bound without rounding it: "95 %", "97.5 %". Returns out, an array of `size`
 * bytes. */
const char *tc_job_format_level(double level, char *out, size_t size);

/* Writes to `line` from which records the bound was computed, as a text for use in brackets. Examples are "61
 * records of earlier jobs on vm" and "no records of earlier jobs on vm yet, assumed spread", where "vm" is
 * the name of the record file (io/machine/job_records.h). `line` must be empty. Returns the text of
 * `line`. */
const char *tc_job_format_records(const tc_job_report *job, tc_line *line);

/* Writes the forecast of the whole job and its bound, such as "31.2 s, at most 44 s with a probability of 95
 * %". Without a bound, writes only the forecast. `line` must be empty. Returns the text of `line`. */
const char *tc_job_format_total(const tc_job_report *job, tc_line *line);

/* Appends to `line` the time passed_s that has passed since the start of the job, and the remaining time
 * `rest`. The line already contains the forecast of the job. If the setup has already exceeded the forecast
 * or the bound, the text states this. */
void tc_job_add_passed(const tc_job_report *job, double passed_s, const tc_remaining *rest, tc_line *line);

#endif
