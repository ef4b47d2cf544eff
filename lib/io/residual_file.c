#include "io/residual_file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "io/part.h"

struct tc_residual_file {
  const char *path;
  char *part; /* PATH.part, of which the last line waits for its end */
  FILE *out;
  int reason; /* errno of the first failure */
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

static tc_status open(tc_residual_file *f) {
  TC_TRY(tc_part_name(f->path, &f->part));
  f->out = fopen(f->part, "w");
  if (!f->out) return failed(f->part, errno);
  fputs(BEGIN, f->out);
  return TC_OK;
}

tc_status tc_residual_file_create(const char *path, tc_residual_file **out) {
  tc_residual_file *f = NULL;
  TC_TRY(TC_ALLOC_ZERO(f, 1));
  f->path = path;
  const tc_status status = open(f);
  if (status)
    destroy(&f);
  else
    *out = f;
  return status;
}

static void note(tc_residual_file *f, bool fine) {
  if (!fine && f->reason == 0) f->reason = errno ? errno : EIO;
}

/* Behind the end of the line before: only now it is known that there was no reason to add. */
void tc_residual_file_add(tc_residual_file *f, int64_t step, int64_t iteration, double residual,
                          bool is_true) {
  const char *kind = is_true ? "true" : "recursive";
  const double size = isnan(residual) ? fabs(residual) : residual; /* the C library gives a NaN a sign */
  fprintf(f->out, "\n%lld,%lld,%.17g,%s,", (long long)step, (long long)iteration, size, kind);
}

void tc_residual_file_end(tc_residual_file *f, tc_reason reason) {
  fprintf(f->out, "%s", tc_reason_name(reason));
  note(f, fflush(f->out) == 0);
}

/* Every byte is on the disk, or it is told why not. */
static void finish(tc_residual_file *f) {
  fputc('\n', f->out);
  note(f, fflush(f->out) == 0 && !ferror(f->out));
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
