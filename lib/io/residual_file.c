#include "io/residual_file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/memory.h"
#include "io/part.h"

enum { line_most = 128, whole_most = 256, buffer_bytes = 4096 };

struct tc_residual_file {
  const char *path;
  char *part; /* PATH.part */
  FILE *out;
  char line[line_most]; /* the last, which waits for its reason; "": none */
  char buffer[buffer_bytes];
  size_t
      used; /* of the buffer: only whole lines are written, so that a run that is killed leaves whole ones */
  int reason;          /* errno of the first failure */
  int64_t bytes, hash; /* when they were last kept */
  uint64_t written;    /* hash of all lines so far */
};

#define BEGIN "step,iteration,residual,kind,reason"

tc_status tc_residual_file_prepare(const char *path, tc_files *files) {
  static const tc_part_kind kind = {"solver.history", "the unfinished file beside solver.history", BEGIN,
                                    "residuals of Tetracast"};
  return tc_part_prepare(&kind, path, files);
}

static tc_status failed(const char *path, int reason) {
  return tc_status_make(TC_OUTPUT, "%s: cannot be written: %s", path, strerror(reason));
}

static void destroy(tc_residual_file **file) {
  tc_free((*file)->part);
  tc_free(*file);
  *file = NULL;
}

static void note(tc_residual_file *f, bool fine) {
  if (!fine && f->reason == 0) f->reason = errno ? errno : EIO;
}

static void flush(tc_residual_file *f) {
  note(f, fflush(f->out) == 0);
  f->used = 0;
}

/* The line that waited, if any, and its end. */
static void end_line(tc_residual_file *f, const char *reason) {
  char whole[whole_most];
  if (f->line[0] == '\0') return;
  const size_t bytes = (size_t)snprintf(whole, sizeof whole, "%s%s\n", f->line, reason);
  if (f->used + bytes > buffer_bytes) flush(f);
  fwrite(whole, 1, bytes, f->out);
  f->written = tc_hash_bytes(f->written, whole, bytes);
  f->used += bytes;
  f->line[0] = '\0';
}

static void begin(tc_residual_file *f) {
  snprintf(f->line, line_most, "%s", BEGIN);
  end_line(f, "");
}

/* A run that had ended well is to have more steps. */
static tc_status copy(const char *from, const char *to) {
  char piece[buffer_bytes];
  tc_file file;
  FILE *in = fopen(from, "r");
  if (!in)
    return tc_status_make(TC_INPUT,
                          "%s: the residuals of the steps so far are gone: bring them back, or leave "
                          "solver.history out",
                          to);
  tc_status status = tc_file_open(to, &file);
  for (size_t count; !status && (count = fread(piece, 1, sizeof piece, in)) > 0;)
    fwrite(piece, 1, count, file.out);
  fclose(in);
  return status ? status : tc_file_commit(&file);
}

static tc_status open(tc_residual_file *f, bool continues) {
  TC_TRY(tc_part_name(f->path, &f->part));
  if (continues && access(f->part, F_OK)) TC_TRY(copy(f->path, f->part));
  f->out = fopen(f->part, continues ? "r+" : "w");
  if (!f->out) return failed(f->part, errno);
  setvbuf(f->out, f->buffer, _IOFBF, buffer_bytes);
  if (!continues) begin(f);
  return TC_OK;
}

tc_status tc_residual_file_create(const char *path, bool continues, tc_residual_file **out) {
  tc_residual_file *f = NULL;
  TC_TRY(TC_ALLOC_ZERO(f, 1));
  f->path = path;
  const tc_status status = open(f, continues);
  if (status)
    destroy(&f);
  else
    *out = f;
  return status;
}

/* Every solve has ended, so no line waits. */
static tc_status look(tc_residual_file *f) {
  flush(f);
  note(f, fsync(fileno(f->out)) == 0 || errno == EINVAL);
  f->bytes = ftello(f->out);
  memcpy(&f->hash, &f->written, sizeof f->hash);
  return f->reason ? failed(f->part, f->reason) : TC_OK;
}

tc_status tc_residual_file_keep(tc_residual_file *f, tc_keep *keep) {
  if (f && !keep->resumes) TC_TRY(look(f));
  TC_TRY(tc_keep_root(keep, true, f ? &f->bytes : NULL, f ? 1 : 0, "residuals.bytes"));
  return tc_keep_root(keep, true, f ? &f->hash : NULL, f ? 1 : 0, "residuals.hash");
}

/* Whether its lines up to there are those that the run had written: another run may have begun anew. */
static bool is_own(tc_residual_file *f) {
  char whole[whole_most];
  rewind(f->out);
  for (int64_t at = 0; at < f->bytes; at += (int64_t)strlen(whole)) {
    if (!fgets(whole, sizeof whole, f->out)) return false;
    f->written = tc_hash_bytes(f->written, whole, strlen(whole));
  }
  return memcmp(&f->hash, &f->written, sizeof f->hash) == 0;
}

tc_status tc_residual_file_resume(tc_residual_file *f) {
  f->written = 0;
  if (!is_own(f))
    return tc_status_make(TC_INPUT,
                          "%s: does not hold the residuals that the run had written: bring them back, or "
                          "begin "
                          "anew with --force",
                          f->part);
  if (ftruncate(fileno(f->out), f->bytes) || fseeko(f->out, f->bytes, SEEK_SET))
    return failed(f->part, errno);
  if (f->bytes == 0) begin(f);
  return TC_OK;
}

/* Only behind the line before: now it is known that it has no reason. */
void tc_residual_file_add(tc_residual_file *f, int64_t step, int64_t iteration, double residual,
                          bool is_true) {
  const char *kind = is_true ? "true" : "recursive";
  const double size = isnan(residual) ? fabs(residual) : residual; /* the C library gives a NaN a sign */
  end_line(f, "");
  snprintf(f->line, line_most, "%lld,%lld,%.17g,%s,", (long long)step, (long long)iteration, size, kind);
}

void tc_residual_file_end(tc_residual_file *f, tc_reason reason) {
  end_line(f, tc_reason_name(reason));
  flush(f);
}

/* Every byte is on the disk, or it is told why not. */
static void finish(tc_residual_file *f) {
  end_line(f, "");
  flush(f);
  note(f, !ferror(f->out));
  note(f, fsync(fileno(f->out)) == 0 || errno == EINVAL);
  note(f, fclose(f->out) == 0);
}

tc_status tc_residual_file_close(tc_residual_file **file) {
  tc_residual_file *f = *file;
  if (!f) return TC_OK;
  finish(f);
  note(f, f->reason || rename(f->part, f->path) == 0);
  const tc_status status = f->reason ? failed(f->path, f->reason) : TC_OK;
  destroy(file);
  return status;
}

bool tc_residual_file_abandon(tc_residual_file **file) {
  if (!*file) return false;
  finish(*file);
  destroy(file);
  return true;
}
