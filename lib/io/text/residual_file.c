/* Writes the residuals of all solves as CSV (see residual_file.h). The last line of a solve ends with the
 * reason why the solve ended. Each line is therefore stored until it is known whether it is the last line of
 * its solve. Only complete lines are flushed to the file. When a run resumes, a hash of all lines identifies
 * the file. */
#include "io/text/residual_file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/core/print.h"
#include "base/file/file.h"
#include "base/file/partial_file.h"
#include "base/numeric/hash.h"

enum { line_size = 128, full_line_size = 256, buffer_bytes = 4096 };

struct tc_residual_file {
  const char *path;
  char *partial_path; /* path of the partial file: PATH.part, PATH.part2, ...; owned */
  int64_t number;     /* number of the partial file */
  FILE *out;
  _Alignas(int64_t) char line[line_size]; /* pending line, which is not written yet; "" if there is none */
  char buffer[buffer_bytes];
  /* Number of bytes in `buffer`. Only complete lines are flushed, so that a killed run leaves no partial
   * line. */
  size_t buffered_bytes;
  int write_errno; /* errno of the first write error; 0 if there was none */
  /* Position at the last checkpoint, which is restart data. While a run resumes, the restart list overwrites
   * `checkpoint`, but the file continues with the number `number` instead of checkpoint.part. */
  tc_residual_file_position checkpoint;
  uint64_t lines_hash; /* hash of all written lines */
};

#define BEGIN "step,iteration,residual,kind,reason"

static const tc_partial_file_kind partial_kind = {"solver.history", "the partial file of solver.history",
                                                  BEGIN, "a residual file of Tetracast"};

tc_status tc_residual_file_prepare(const char *path, tc_file_list *files) {
  return tc_partial_file_prepare(&partial_kind, path, files);
}

static void destroy_residual_file(tc_residual_file **file) {
  tc_free((*file)->partial_path);
  tc_free(*file);
  *file = NULL;
}

static void record_result(tc_residual_file *f, bool succeeded) {
  if (!succeeded && f->write_errno == 0) f->write_errno = errno ? errno : EIO;
}

static void flush_lines(tc_residual_file *f) {
  record_result(f, fflush(f->out) == 0);
  f->buffered_bytes = 0;
}

/* Appends `reason`, which may be "", to the pending line and writes the line. Does nothing if there is
 * no pending line. */
static void write_line(tc_residual_file *f, const char *reason) {
  char full_line[full_line_size];
  if (f->line[0] == '\0') return;
  const size_t bytes = (size_t)snprintf(full_line, sizeof full_line, "%s%s\n", f->line, reason);
  if (f->buffered_bytes + bytes > buffer_bytes) flush_lines(f);
  record_result(f, fwrite(full_line, 1, bytes, f->out) == bytes);
  f->lines_hash = tc_hash_bytes(f->lines_hash, full_line, bytes);
  f->buffered_bytes += bytes;
  f->line[0] = '\0';
}

static void write_heading(tc_residual_file *f) {
  snprintf(f->line, line_size, "%s", BEGIN);
  write_line(f, "");
}

static tc_status read_error(const char *path, int reason) {
  return tc_status_create(TC_OUTPUT, "%s: cannot be read: %s: check the disk and resume again", path,
                          strerror(reason ? reason : EIO));
}

/* Computes the hash of the lines in the first `bytes_max` bytes of a file. Returns true if a line ends
 * exactly there and no read error occurred. */
static bool hash_lines(FILE *in, int64_t bytes_max, uint64_t *hash) {
  char full_line[full_line_size];
  int64_t bytes = 0;
  *hash = 0;
  while (bytes < bytes_max && fgets(full_line, sizeof full_line, in)) {
    *hash = tc_hash_bytes(*hash, full_line, strlen(full_line));
    bytes += (int64_t)strlen(full_line);
    /* If the positions differ, the line contains a NUL byte, so that strlen has returned too small a
     * length. */
    if (ftello(in) != bytes) break;
  }
  return bytes == bytes_max && !ferror(in) && ftello(in) == bytes;
}

/* Sets *out to true if the file begins with the lines that the run had written at the checkpoint. The lines
 * differ if another run has replaced the file. */
static tc_status contains_lines(const char *path, const tc_residual_file_position *position, bool *out) {
  uint64_t hash;
  *out = false;
  FILE *in = fopen(path, "r");
  if (!in) return TC_OK;
  errno = 0;
  *out = hash_lines(in, position->bytes, &hash) && memcmp(&hash, &position->hash, sizeof hash) == 0;
  const int reason = errno;
  const bool is_read = !ferror(in);
  fclose(in);
  return is_read ? TC_OK : read_error(path, reason);
}

/* Copies a file. Returns an error if reading fails, so that the caller does not use an incomplete copy. */
static tc_status copy_bytes(const char *from, FILE *in, FILE *out) {
  char block[buffer_bytes];
  errno = 0;
  for (size_t count; (count = fread(block, 1, sizeof block, in)) > 0;) fwrite(block, 1, count, out);
  return ferror(in) ? read_error(from, errno) : TC_OK;
}

/* Copies PATH, which a successful run has written, to a new partial file. The resumed run then appends its
 * lines to the copy. */
static tc_status copy_lines(const char *from, const char *to) {
  tc_file file = {0};
  FILE *in = fopen(from, "r");
  if (!in) return read_error(from, errno);
  tc_status status = tc_file_open(to, &file);
  if (!status) status = copy_bytes(from, in, file.out);
  fclose(in);
  if (!status) return tc_file_commit(&file);
  tc_file_discard(&file);
  return status;
}

static tc_status set_partial_file(tc_residual_file *f, int64_t number) {
  tc_free(f->partial_path);
  f->partial_path = NULL;
  f->number = number;
  return tc_partial_file_name(f->path, number, &f->partial_path);
}

/* Selects a partial file that does not exist yet. */
static tc_status choose_partial_file(tc_residual_file *f) {
  int64_t number;
  TC_TRY(tc_partial_file_find_free(f->path, &number));
  return set_partial_file(f, number);
}

/* Sets f->partial_path to the partial file to continue. If the interrupted run ended successfully after the
 * checkpoint, this is a new copy of PATH. */
static tc_status find_partial_file(tc_residual_file *f, const tc_residual_file_position *position) {
  bool is_found;
  TC_TRY(set_partial_file(f, position->part));
  TC_TRY(contains_lines(f->partial_path, position, &is_found));
  if (is_found) return TC_OK;
  TC_TRY(contains_lines(f->path, position, &is_found));
  if (!is_found)
    return tc_status_create(TC_INPUT,
                            "%s: neither %s nor this file contains the residuals that the run wrote: restore "
                            "one of them, remove solver.history or start over with --force",
                            f->path, f->partial_path);
  TC_TRY(choose_partial_file(f));
  return copy_lines(f->path, f->partial_path);
}

static tc_status open_residual_file(tc_residual_file *f, const tc_residual_file_position *position) {
  const bool continues = position->bytes > 0;
  TC_TRY(continues ? find_partial_file(f, position) : choose_partial_file(f));
  f->out = fopen(f->partial_path, continues ? "r+" : "w");
  if (!f->out) return tc_file_write_error(f->partial_path, errno);
  setvbuf(f->out, f->buffer, _IOFBF, buffer_bytes);
  if (!continues) write_heading(f);
  /* the directory entry must be on the disk before a checkpoint refers to the file */
  return tc_file_sync_directory(f->partial_path);
}

tc_status tc_residual_file_create(const char *path, const tc_residual_file_position *position,
                                  tc_residual_file **out) {
  tc_residual_file *f = NULL;
  TC_TRY(TC_ALLOC_ZERO(f, 1));
  f->path = path;
  const tc_status status = open_residual_file(f, position);
  if (!status) {
    *out = f;
    return TC_OK;
  }
  if (f->out) fclose(f->out);
  destroy_residual_file(&f);
  return status;
}

static tc_status sync_position(tc_residual_file *f) {
  flush_lines(f);
  record_result(f, fsync(fileno(f->out)) == 0 || errno == EINVAL);
  f->checkpoint.part = f->number;
  f->checkpoint.bytes = ftello(f->out);
  memcpy(&f->checkpoint.hash, &f->lines_hash, sizeof f->checkpoint.hash);
  return f->write_errno ? tc_file_write_error(f->partial_path, f->write_errno) : TC_OK;
}

/* This function may be called during a solve, so the pending line is also restart data. */
tc_status tc_residual_file_list_restart(tc_residual_file *f, tc_restart_list *restart_list) {
  const int count = f ? 1 : 0;
  if (f && !restart_list->is_reading) TC_TRY(sync_position(f));
  TC_TRY(
      tc_restart_list_add_root(restart_list, true, f ? &f->checkpoint.part : NULL, count, "residuals.part"));
  TC_TRY(tc_restart_list_add_root(restart_list, true, f ? &f->checkpoint.bytes : NULL, count,
                                  "residuals.bytes"));
  TC_TRY(
      tc_restart_list_add_root(restart_list, true, f ? &f->checkpoint.hash : NULL, count, "residuals.hash"));
  return tc_restart_list_add_root(restart_list, true, f ? f->line : NULL, count * (line_size / 8),
                                  "residuals.line");
}

tc_status tc_residual_file_resume(tc_residual_file *f) {
  memcpy(&f->lines_hash, &f->checkpoint.hash, sizeof f->lines_hash);
  if (fseeko(f->out, 0, SEEK_END)) return tc_file_write_error(f->partial_path, errno);
  /* The file must not be shorter, because ftruncate would then fill it with NUL bytes. */
  if (ftello(f->out) < f->checkpoint.bytes)
    return tc_status_create(TC_OUTPUT, "%s: is shorter than when it was checked: resume again",
                            f->partial_path);
  if (ftruncate(fileno(f->out), f->checkpoint.bytes) || fseeko(f->out, f->checkpoint.bytes, SEEK_SET))
    return tc_file_write_error(f->partial_path, errno);
  f->line[line_size - 1] = '\0';
  if (f->checkpoint.bytes == 0) write_heading(f);
  return TC_OK;
}

/* Writes the pending line, which is not the last line of its solve, and stores the new line as the pending
 * line. */
void tc_residual_file_add(tc_residual_file *f, int64_t step, int64_t iteration, double residual,
                          bool is_true) {
  const char *kind = is_true ? "true" : "recursive";
  /* fabs removes the sign that the C library may give a NaN, so that the file contains nan and not -nan */
  const double value = isnan(residual) ? fabs(residual) : residual;
  write_line(f, "");
  tc_snprintf(f->line, line_size, "%lld,%lld,%.17g,%s,", (long long)step, (long long)iteration, value, kind);
}

void tc_residual_file_end_solve(tc_residual_file *f, tc_reason reason) {
  write_line(f, tc_reason_name(reason));
  flush_lines(f);
}

/* Writes and syncs all lines and records the first error. */
static void sync_and_close(tc_residual_file *f) {
  write_line(f, "");
  flush_lines(f);
  record_result(f, !ferror(f->out));
  record_result(f, fsync(fileno(f->out)) == 0 || errno == EINVAL);
  record_result(f, fclose(f->out) == 0);
}

tc_status tc_residual_file_close(tc_residual_file **file) {
  tc_residual_file *f = *file;
  if (!f) return TC_OK;
  sync_and_close(f);
  tc_status status = f->write_errno ? tc_file_write_error(f->path, f->write_errno)
                                    : tc_file_replace(f->partial_path, f->path);
  if (!status) status = tc_partial_file_remove_all(&partial_kind, f->path, f->number);
  destroy_residual_file(file);
  return status;
}

bool tc_residual_file_close_failed(tc_residual_file **file, tc_line *where) {
  if (!*file) return false;
  sync_and_close(*file);
  tc_line_add(where, "%s", (*file)->partial_path);
  destroy_residual_file(file);
  return true;
}
