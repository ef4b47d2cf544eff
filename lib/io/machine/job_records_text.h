/* Text of forecast records. A line has all members of a tc_job_record as fields `key=value` in a fixed order,
 * separated by one blank. Numbers have nine digits, and an unknown number is an empty value. The last field,
 * `sum=`, is a hash of the preceding characters of the line. job_records.c calls tc_job_record_format for the
 * record of a finished job and tc_job_record_scan_text for the content of a file. Pure: no files, no
 * clock. */
#ifndef TC_IO_MACHINE_JOB_RECORDS_TEXT_H
#define TC_IO_MACHINE_JOB_RECORDS_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text/line.h"
#include "base/text/text.h"
#include "model/interval/change.h"

/* Name of the format, and first line of a file of records of this version. */
#define TC_JOB_RECORDS_NAME  "tetracast-records "
#define TC_JOB_RECORDS_BEGIN TC_JOB_RECORDS_NAME "1\n"

enum { TC_JOB_RECORD_LINE_MAX = 1023 }; /* maximum number of characters of a line, without its newline */

typedef enum tc_job_record_kind {
  TC_JOB_RECORD_DAMAGED, /* the hash is wrong, or the line has fields that no version of the program writes */
  /* the hash is correct, but the program version that wrote the record computes forecasts with other formulas
   * (TC_JOB_RECORD_VERSION), so this version cannot use the record */
  TC_JOB_RECORD_OTHER,
  TC_JOB_RECORD_VALID
} tc_job_record_kind;

/* Formats the record into the empty `line`, without a newline. A number that is not finite or out of range
 * becomes unknown. Characters of names other than letters, digits, "-", "_" and "." become "_". Returns false
 * if a count or the end time of the job is out of range. The line could then not be read back. */
bool tc_job_record_format(const tc_job_record *record, tc_line *line);

/* Parses a line without its newline. `*out` is a record only if the result is TC_JOB_RECORD_VALID. */
tc_job_record_kind tc_job_record_parse(tc_text line, tc_job_record *out);

/* Copies `name` to `out`, an array of `size` bytes, cut to fit. Replaces all characters other than letters,
 * digits, "-", "_" and "." by "_". */
void tc_job_record_clean(const char *name, char *out, size_t size);

/* Removes the last line from the text and returns it without its newline in `*line`. Returns false if the
 * text is empty. */
bool tc_job_record_last_line(tc_text *text, tc_text *line);

/* Result of tc_job_record_scan_text. */
typedef struct tc_job_record_scan {
  int records;        /* number of records that were returned */
  int lines, damaged; /* number of lines that were read, and number of damaged lines among them */
} tc_job_record_scan;

/* Parses `text`, which contains all lines of a file after the first. Begins with the last line, and stops
 * when TC_JOB_RECORDS_MAX records are found. Returns in record[TC_JOB_RECORDS_MAX] the records of this
 * program version whose jobs ended within `period`, in the order of the text. */
tc_job_record_scan tc_job_record_scan_text(tc_text text, const tc_record_period *period,
                                           tc_job_record *record);

#endif
