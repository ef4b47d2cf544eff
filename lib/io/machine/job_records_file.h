/* Access to a file of forecast records: open, load, append, trim and rename. job_records.c calls these
 * functions and holds the lock of the file while it calls functions that write. Files that are links, not
 * regular, or owned by another user are errors. Not collective. */
#ifndef TC_IO_MACHINE_JOB_RECORDS_FILE_H
#define TC_IO_MACHINE_JOB_RECORDS_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"
#include "base/text/text.h"

enum {
  TC_JOB_RECORDS_BYTES_MAX = 256 << 10, /* maximum number of bytes that are read, from the end of the file */
  TC_JOB_RECORDS_LINES_MAX = 512        /* a file with more lines is trimmed to its latest records */
};

/* State of a record file, with which a process detects that another process has changed the file. Zero if
 * there is no file. */
typedef struct tc_job_records_state {
  uint64_t inode;
  int64_t bytes, changed_ns; /* size, and time of the last change in nanoseconds since 1970 */
} tc_job_records_state;

bool tc_job_records_state_is_equal(const tc_job_records_state *a, const tc_job_records_state *b);

/* Loaded content of a file. Zero-initialise before use, and free with tc_job_records_content_free. */
typedef struct tc_job_records_content {
  tc_job_records_state state;
  char *bytes;     /* owned; NULL if there is no file or it is empty */
  tc_text lines;   /* part of `bytes`: all complete lines after the first line of the file */
  bool is_foreign; /* true if the first line is not that of a file of records of this version */
  bool is_named; /* true if the first line begins with the name of the file format, or if the file is empty */
  bool is_partial; /* true if the file is larger than TC_JOB_RECORDS_BYTES_MAX, so that `lines` is its end */
} tc_job_records_content;

/* Loads the file. Errors: TC_INPUT if it is a link, not regular, owned by another user or cannot be read;
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_job_records_content_load(const char *path, tc_job_records_content *out);
void tc_job_records_content_free(tc_job_records_content *content);

/* Appends a line with one call of write and flushes the file to the disk (fsync). Creates the file if there
 * is none. Errors: TC_INPUT as for loading; TC_OUTPUT if the line could not be written. The file is then
 * unchanged. */
tc_status tc_job_records_file_append(const char *path, const char *line);

/* Replaces the file by the latest TC_JOB_RECORDS_MAX lines of the content that are not damaged. Errors:
 * TC_OUTPUT; the file is then unchanged. */
tc_status tc_job_records_file_trim(const char *path, const tc_job_records_content *content);

/* Renames the damaged file to PATH.bad, also if a file of this name exists. Errors: TC_OUTPUT. */
tc_status tc_job_records_file_set_aside(const char *path);

#endif
