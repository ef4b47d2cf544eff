/* Texts about a job that tables, sentences and log lines share. Pure. */
#ifndef TC_REPORT_DOCUMENT_JOB_TEXT_H
#define TC_REPORT_DOCUMENT_JOB_TEXT_H

#include <stddef.h>

#include "base/text/line.h"
#include "model/interval/remaining.h"
#include "report/document/job_report.h"

/* Formats an upper bound with two significant digits, rounded up: "44 s", "1 h 34 min". Writes "-" if it is
 * not finite. Returns out, an array of `size` bytes. */
const char *tc_job_format_bound(double seconds, char *out, size_t size);

/* Returns the time limit that a scheduler needs for an upper bound of the wall time, which includes the
 * launcher. From one minute on it is rounded up to whole minutes, which is the unit of SLURM, and below to
 * two significant digits. NaN remains NaN. */
double tc_job_limit_s(double bound_s);

/* Formats a time limit of tc_job_limit_s with all its digits: "1.9 s", "44 s", "52 min 00 s", "1 h 34 min".
 * Writes "-" if it is not finite. Returns out, an array of `size` bytes. */
const char *tc_job_format_limit(double limit_s, char *out, size_t size);

/* Format seconds in the unit that suits largest_s, the largest time of the same line: "0.14 s", "95.0 min".
 * The second function rounds an upper bound up to two significant digits: "0.25 s". It writes "-" if the
 * bound is not finite. Both return out, an array of `size` bytes. */
const char *tc_job_format_in_unit(double seconds, double largest_s, char *out, size_t size);
const char *tc_job_format_bound_in_unit(double seconds, double largest_s, char *out, size_t size);

/* Formats the probability of a bound without rounding it: "95 %", "97.5 %". Returns out, an array of `size`
 * bytes. */
const char *tc_job_format_level(double level, char *out, size_t size);

/* Writes to `line` from which records the bound was computed, as a text for use in brackets. Examples are "61
 * records of earlier jobs on vm" and, if none are read, "no records of earlier jobs on vm yet, assumed
 * spread". `line` must be empty. The name is that of the record file (io/machine/job_records.h). Returns the
 * text of `line`. */
const char *tc_job_format_records(const tc_job_report *job, tc_line *line);

/* Writes the forecast of the whole job and its bound, such as "31.2 s, at most 44 s with a probability of 95
 * %". Without a bound, writes only the forecast. `line` must be empty. Returns the text of `line`. */
const char *tc_job_format_total(const tc_job_report *job, tc_line *line);

/* Appends to `line`, directly after the forecast of the job, the seconds that have passed since its start and
 * those that remain. If the setup has already exceeded the forecast or the bound, the text states this,
 * because the remaining time then cannot be computed from the forecast. */
void tc_job_add_passed(const tc_job_report *job, double passed_s, const tc_remaining *rest, tc_line *line);

#endif
