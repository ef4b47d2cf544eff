/* Access to a file of forecast records. The disk space of a record is reserved before the record is appended
 * with one write. A full disk or a limit of the file size therefore never causes half a record. If a process
 * was killed during its write, the file does not end with a newline, and the next job writes a newline before
 * its record. A trimmed file is written under a temporary name, synchronised and renamed. */
#define _GNU_SOURCE /* makes sys/stat.h declare st_mtim */
#include "io/machine/job_records_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/directory.h"
#include "base/file/file.h"
#include "base/text/text_part.h"
#include "io/machine/job_records_text.h"
#include "io/machine/own_file.h"

enum { begin_length = sizeof TC_JOB_RECORDS_BEGIN - 1, name_length = sizeof TC_JOB_RECORDS_NAME - 1 };

bool tc_job_records_state_is_equal(const tc_job_records_state *a, const tc_job_records_state *b) {
  return a->inode == b->inode && a->bytes == b->bytes && a->changed_ns == b->changed_ns;
}

/* ---- opening ---- */

static tc_status unusable_error(const char *path, const char *reason) {
  /* Example: out/jobs.txt: is a link: remove it or set forecast.records to another file */
  return tc_status_create(TC_INPUT, "%s: %s: remove it or set forecast.records to another file", path,
                          reason);
}

/* Opens a regular file that this user owns. Sets *file to -1 if the file does not exist. */
static tc_status open_own(const char *path, int flags, int *file, struct stat *info) {
  const char *reason = tc_own_file_open(path, flags, file, info);
  return reason ? unusable_error(path, reason) : TC_OK;
}

static tc_job_records_state state_of(const struct stat *info) {
  return (tc_job_records_state){info->st_ino, info->st_size,
                                (int64_t)info->st_mtim.tv_sec * 1000000000 + info->st_mtim.tv_nsec};
}

/* ---- loading ---- */

/* Reads up to `size` bytes from byte `from` on. Returns the number of bytes, -1 on error. */
static ssize_t read_bytes(int file, char *bytes, size_t size, off_t from) {
  size_t done = 0;
  for (ssize_t n = 1; done < size && n != 0; done += (size_t)n) {
    n = pread(file, bytes + done, size - done, from + (off_t)done);
    if (n < 0) return -1;
  }
  return (ssize_t)done;
}

static void check_begin(int file, tc_job_records_content *out) {
  char begin[begin_length] = "";
  const ssize_t bytes = read_bytes(file, begin, sizeof begin, 0);
  out->is_foreign = bytes < begin_length || memcmp(begin, TC_JOB_RECORDS_BEGIN, begin_length) != 0;
  out->is_named = bytes >= name_length && memcmp(begin, TC_JOB_RECORDS_NAME, name_length) == 0;
}

/* Skips the first line of `bytes`. The first line contains the name of the format, or may be incomplete if
 * only the end of a file was read. */
static tc_text skip_line(const char *bytes, size_t size) {
  const char *const end = memchr(bytes, '\n', size);
  return (tc_text){end ? end + 1 : bytes + size, bytes + size};
}

static tc_status load_bytes(const char *path, int file, tc_job_records_content *out) {
  const int64_t size = out->state.bytes;
  out->is_named = size == 0;
  if (size == 0) return TC_OK;
  check_begin(file, out);
  out->is_partial = size > TC_JOB_RECORDS_BYTES_MAX;
  const int64_t from = out->is_partial ? size - TC_JOB_RECORDS_BYTES_MAX : 0;
  TC_TRY(tc_alloc((size_t)(size - from), 1, "forecast records", &out->bytes));
  const ssize_t bytes = read_bytes(file, out->bytes, (size_t)(size - from), (off_t)from);
  if (bytes < 0) return unusable_error(path, strerror(errno));
  out->lines = skip_line(out->bytes, (size_t)bytes);
  return TC_OK;
}

tc_status tc_job_records_content_load(const char *path, tc_job_records_content *out) {
  struct stat info;
  int file;
  *out = (tc_job_records_content){.bytes = NULL};
  TC_TRY(open_own(path, O_RDONLY, &file, &info));
  if (file < 0) return TC_OK;
  out->state = state_of(&info);
  const tc_status status = load_bytes(path, file, out);
  close(file);
  if (status) tc_job_records_content_free(out);
  return status;
}

void tc_job_records_content_free(tc_job_records_content *content) {
  tc_free(content->bytes);
  *content = (tc_job_records_content){.bytes = NULL};
}

/* ---- writing ---- */

/* Formats the text that appends `line` to a file of `bytes` bytes. Adds the name of the format before the
 * line if the file is empty. Adds a newline before the line if the file does not end with a newline. */
static tc_status format_addition(int file, off_t bytes, const char *line, char **out) {
  char last = '\n';
  if (bytes > 0 && pread(file, &last, 1, bytes - 1) != 1) last = '\0';
  return tc_alloc_text("a forecast record", out, "%s%s%s\n", bytes ? "" : TC_JOB_RECORDS_BEGIN,
                       last == '\n' ? "" : "\n", line);
}

/* Writes the text at the end of the file. If writing fails, restores the former size of the file. */
static tc_status write_text(const char *path, int file, off_t bytes, const char *text) {
  const ssize_t length = (ssize_t)strlen(text);
  TC_TRY(tc_file_reserve_space(path, (int64_t)bytes, (int64_t)length));
  errno = 0;
  const ssize_t written = write(file, text, (size_t)length);
  if (written == length && (fsync(file) == 0 || errno == EINVAL)) return TC_OK;
  const int reason = written >= 0 && written < length && errno == 0 ? ENOSPC : errno;
  if (ftruncate(file, bytes)) {} /* If the size cannot be restored, the next job skips the damaged line. */
  return tc_file_write_error(path, reason);
}

static tc_status append_to(const char *path, int file, off_t bytes, const char *line) {
  char *text = NULL;
  TC_TRY(format_addition(file, bytes, line, &text));
  const tc_status status = write_text(path, file, bytes, text);
  tc_free(text);
  return status;
}

tc_status tc_job_records_file_append(const char *path, const char *line) {
  struct stat info;
  int file;
  TC_TRY(open_own(path, O_RDWR | O_APPEND | O_CREAT, &file, &info));
  if (file < 0) return tc_file_write_error(path, ENOENT);
  tc_status status = append_to(path, file, info.st_size, line);
  if (close(file) && !status) status = tc_file_write_error(path, errno);
  return status;
}

/* Returns the last part of `lines`, with the latest TC_JOB_RECORDS_MAX undamaged lines. */
static tc_text find_latest(tc_text lines) {
  tc_job_record record;
  tc_text line, rest = lines;
  for (int n = 0; n < TC_JOB_RECORDS_MAX && tc_job_record_last_line(&rest, &line);)
    n += tc_job_record_parse(line, &record) != TC_JOB_RECORD_DAMAGED;
  return (tc_text){rest.end, lines.end};
}

static void write_undamaged(tc_text lines, FILE *out) {
  while (lines.cursor < lines.end) {
    tc_job_record record;
    const tc_text line = tc_text_remove_part(&lines, '\n');
    if (tc_job_record_parse(line, &record) != TC_JOB_RECORD_DAMAGED)
      fprintf(out, "%.*s\n", (int)(line.end - line.cursor), line.cursor);
  }
}

tc_status tc_job_records_file_trim(const char *path, const tc_job_records_content *content) {
  tc_file file;
  TC_TRY(tc_file_open(path, &file));
  fputs(TC_JOB_RECORDS_BEGIN, file.out);
  write_undamaged(find_latest(content->lines), file.out);
  return tc_file_commit(&file);
}

tc_status tc_job_records_file_set_aside(const char *path) {
  char *bad = NULL;
  TC_TRY(tc_alloc_text("the name of damaged records", &bad, "%s.bad", path));
  const tc_status status = rename(path, bad) ? tc_file_write_error(bad, errno) : TC_OK;
  tc_free(bad);
  return status;
}
