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

enum { line_most = 128, whole_most = 256, buffer_bytes = 4096 };

struct tc_residual_file {
  const char *path;
  char *part;     /* path of the partial file: PATH.part, PATH.part2, ...; owned */
  int64_t number; /* number of the partial file */
  FILE *out;
  _Alignas(int64_t) char line[line_most]; /* pending line, which is not written yet; "" if there is none */
  char buffer[buffer_bytes];
  /* Number of bytes in `buffer`. Only complete lines are flushed, so that a killed run leaves no partial
   * line. */
  size_t used;
  int reason; /* errno of the first write error; 0 if there was none */
  /* Position at the last checkpoint, which is restart data. While a run resumes, the restart list overwrites
   * `at`, but the file continues with the number `number` instead of at.part. */
  tc_residual_file_position at;
  uint64_t written; /* hash of all written lines */
};

#define BEGIN "step,iteration,residual,kind,reason"

static const tc_partial_file_kind part_kind = {"solver.history", "the partial file of solver.history", BEGIN,
                                               "a residual file of Tetracast"};

tc_status tc_residual_file_prepare(const char *path, tc_file_list *files) {
  return tc_partial_file_prepare(&part_kind, path, files);
}

static void destroy_residual_file(tc_residual_file **file) {
  tc_free((*file)->part);
  tc_free(*file);
  *file = NULL;
}

static void record_result(tc_residual_file *f, bool fine) {
  if (!fine && f->reason == 0) f->reason = errno ? errno : EIO;
}

static void flush_lines(tc_residual_file *f) {
  record_result(f, fflush(f->out) == 0);
  f->used = 0;
}

/* Appends `reason`, which may be "", to the pending line and writes the line. Does nothing if there is no
 * pending line. */
static void end_line(tc_residual_file *f, const char *reason) {
  char whole[whole_most];
  if (f->line[0] == '\0') return;
  const size_t bytes = (size_t)snprintf(whole, sizeof whole, "%s%s\n", f->line, reason);
  if (f->used + bytes > buffer_bytes) flush_lines(f);
  record_result(f, fwrite(whole, 1, bytes, f->out) == bytes);
  f->written = tc_hash_bytes(f->written, whole, bytes);
  f->used += bytes;
  f->line[0] = '\0';
}

static void write_heading(tc_residual_file *f) {
  snprintf(f->line, line_most, "%s", BEGIN);
  end_line(f, "");
}

static tc_status read_error(const char *path, int reason) {
  return tc_status_create(TC_OUTPUT, "%s: cannot be read: %s: check the disk and resume again", path,
                          strerror(reason ? reason : EIO));
}

/* Computes the hash of the lines in the first `most` bytes of a file. Returns true if a line ends exactly
 * there and no read error occurred. */
static bool hash_lines(FILE *in, int64_t most, uint64_t *hash) {
  char whole[whole_most];
  int64_t at = 0;
  *hash = 0;
  while (at < most && fgets(whole, sizeof whole, in)) {
    *hash = tc_hash_bytes(*hash, whole, strlen(whole));
    at += (int64_t)strlen(whole);
    if (ftello(in) != at) break; /* the line contains a NUL byte, so strlen is too small */
  }
  return at == most && !ferror(in) && ftello(in) == at;
}

/* Sets *out to true if the file begins with the lines that the run had written at the checkpoint. The lines
 * differ if another run has replaced the file. */
static tc_status contains_lines(const char *path, const tc_residual_file_position *kept, bool *out) {
  uint64_t hash;
  *out = false;
  FILE *in = fopen(path, "r");
  if (!in) return TC_OK;
  errno = 0;
  *out = hash_lines(in, kept->bytes, &hash) && memcmp(&hash, &kept->hash, sizeof hash) == 0;
  const int reason = errno;
  const bool read = !ferror(in);
  fclose(in);
  return read ? TC_OK : read_error(path, reason);
}

/* Copies a file. Returns an error if reading fails, so that the caller does not use an incomplete copy. */
static tc_status copy_bytes(const char *from, FILE *in, FILE *out) {
  char piece[buffer_bytes];
  errno = 0;
  for (size_t count; (count = fread(piece, 1, sizeof piece, in)) > 0;) fwrite(piece, 1, count, out);
  return ferror(in) ? read_error(from, errno) : TC_OK;
}

/* Copies the complete file of a run that is now extended to a new partial file. */
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

static tc_status name_part(tc_residual_file *f, int64_t number) {
  tc_free(f->part);
  f->part = NULL;
  f->number = number;
  return tc_partial_file_name(f->path, number, &f->part);
}

/* Selects a partial file that does not exist yet. */
static tc_status choose_partial_file(tc_residual_file *f) {
  int64_t number;
  TC_TRY(tc_partial_file_find_free(f->path, &number));
  return name_part(f, number);
}

/* Finds the file with the lines of the interrupted run and sets f->part to the partial file to continue. The
 * lines are in the run's partial file, or in PATH if the run ended successfully after the checkpoint. PATH is
 * then copied to a new partial file. */
static tc_status find_lines(tc_residual_file *f, const tc_residual_file_position *kept) {
  bool found;
  TC_TRY(name_part(f, kept->part));
  TC_TRY(contains_lines(f->part, kept, &found));
  if (found) return TC_OK;
  TC_TRY(contains_lines(f->path, kept, &found));
  if (!found)
    return tc_status_create(TC_INPUT,
                            "%s: neither %s nor this file contains the residuals that the run wrote: restore "
                            "one of them, remove solver.history or start over with --force",
                            f->path, f->part);
  TC_TRY(choose_partial_file(f));
  return copy_lines(f->path, f->part);
}

static tc_status open_residual_file(tc_residual_file *f, const tc_residual_file_position *kept) {
  const bool continues = kept->bytes > 0;
  TC_TRY(continues ? find_lines(f, kept) : choose_partial_file(f));
  f->out = fopen(f->part, continues ? "r+" : "w");
  if (!f->out) return tc_file_write_error(f->part, errno);
  setvbuf(f->out, f->buffer, _IOFBF, buffer_bytes);
  if (!continues) write_heading(f);
  return tc_file_sync_directory(
      f->part); /* a checkpoint may refer to the file, so its directory entry must be on the disk */
}

tc_status tc_residual_file_create(const char *path, const tc_residual_file_position *kept,
                                  tc_residual_file **out) {
  tc_residual_file *f = NULL;
  TC_TRY(TC_ALLOC_ZERO(f, 1));
  f->path = path;
  const tc_status status = open_residual_file(f, kept);
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
  f->at.part = f->number;
  f->at.bytes = ftello(f->out);
  memcpy(&f->at.hash, &f->written, sizeof f->at.hash);
  return f->reason ? tc_file_write_error(f->part, f->reason) : TC_OK;
}

/* May be called during a solve, because the pending line is also restart data. */
tc_status tc_residual_file_list_restart(tc_residual_file *f, tc_restart_list *keep) {
  const int count = f ? 1 : 0;
  if (f && !keep->is_reading) TC_TRY(sync_position(f));
  TC_TRY(tc_restart_list_add_root(keep, true, f ? &f->at.part : NULL, count, "residuals.part"));
  TC_TRY(tc_restart_list_add_root(keep, true, f ? &f->at.bytes : NULL, count, "residuals.bytes"));
  TC_TRY(tc_restart_list_add_root(keep, true, f ? &f->at.hash : NULL, count, "residuals.hash"));
  return tc_restart_list_add_root(keep, true, f ? f->line : NULL, count * (line_most / 8), "residuals.line");
}

tc_status tc_residual_file_resume(tc_residual_file *f) {
  memcpy(&f->written, &f->at.hash, sizeof f->written);
  if (fseeko(f->out, 0, SEEK_END)) return tc_file_write_error(f->part, errno);
  if (ftello(f->out) < f->at.bytes) /* ftruncate would fill the file with NUL bytes */
    return tc_status_create(TC_OUTPUT, "%s: is shorter than when it was checked: resume again", f->part);
  if (ftruncate(fileno(f->out), f->at.bytes) || fseeko(f->out, f->at.bytes, SEEK_SET))
    return tc_file_write_error(f->part, errno);
  f->line[line_most - 1] = '\0';
  if (f->at.bytes == 0) write_heading(f);
  return TC_OK;
}

/* Writes the pending line, which is not the last line of its solve, and stores the new line as the pending
 * line. */
void tc_residual_file_add(tc_residual_file *f, int64_t step, int64_t iteration, double residual,
                          bool is_true) {
  const char *kind = is_true ? "true" : "recursive";
  const double size =
      isnan(residual) ? fabs(residual) : residual; /* removes the sign that the C library gives a NaN */
  end_line(f, "");
  tc_snprintf(f->line, line_most, "%lld,%lld,%.17g,%s,", (long long)step, (long long)iteration, size, kind);
}

void tc_residual_file_end_solve(tc_residual_file *f, tc_reason reason) {
  end_line(f, tc_reason_name(reason));
  flush_lines(f);
}

/* Writes and syncs all lines and records the first error. */
static void finish_file(tc_residual_file *f) {
  end_line(f, "");
  flush_lines(f);
  record_result(f, !ferror(f->out));
  record_result(f, fsync(fileno(f->out)) == 0 || errno == EINVAL);
  record_result(f, fclose(f->out) == 0);
}

tc_status tc_residual_file_close(tc_residual_file **file) {
  tc_residual_file *f = *file;
  if (!f) return TC_OK;
  finish_file(f);
  tc_status status = f->reason ? tc_file_write_error(f->path, f->reason) : tc_file_replace(f->part, f->path);
  if (!status) status = tc_partial_file_remove_all(&part_kind, f->path, f->number);
  destroy_residual_file(file);
  return status;
}

bool tc_residual_file_close_failed(tc_residual_file **file, tc_line *where) {
  if (!*file) return false;
  finish_file(*file);
  tc_line_add(where, "%s", (*file)->part);
  destroy_residual_file(file);
  return true;
}
