/* Rates of reading and writing files (see file_rates.h). All files are written next to the machine file and
 * removed again. */
#include "run/environment/file_rates.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "base/file/file.h"
#include "io/mesh/tetgen.h"
#include "run/environment/rates_mesh.h"

/* ---- writing ---- */

/* Writes a file of `bytes` bytes twice, forces it to the disk and removes it. The seconds are those of the
 * second pass, whose pages are not fresh. */
static tc_status time_file(const char *path, const char *data, int64_t bytes, double *seconds) {
  tc_file file = {0};
  TC_TRY(tc_file_open(path, &file));
  fwrite(data, 1, (size_t)bytes, file.out); /* If fwrite fails, tc_file_sync reports the error. */
  fflush(file.out);
  fseek(file.out, 0, SEEK_SET);
  const double start_s = tc_now_s();
  fwrite(data, 1, (size_t)bytes, file.out);
  const tc_status status = tc_file_sync(&file);
  *seconds = tc_now_s() - start_s;
  tc_file_discard(&file);
  return status;
}

static tc_status time_files(const char *path, const char *data, int64_t bytes, tc_machine *machine) {
  const int64_t little = 64;
  double large_s, small_s;
  TC_TRY(time_file(path, data, little, &small_s));
  TC_TRY(time_file(path, data, bytes, &large_s));
  tc_param_record(&machine->params, TC_PARAM_sync_s, small_s);
  tc_param_record(&machine->params, TC_PARAM_write_file_Bps, (double)bytes / large_s);
  return TC_OK;
}

/* ---- reading ---- */

/* Returns the size of a mesh of text in bytes. */
static double text_bytes(const char *const *files) {
  double bytes = 0.0;
  struct stat info;
  for (; *files; files++)
    if (stat(*files, &info) == 0) bytes += (double)info.st_size;
  return bytes;
}

/* Reads the mesh several times. Uses the fastest reading, whose pages are not fresh and which no other
 * program disturbs. */
static tc_status time_reading(const char *base, double *seconds) {
  enum { passes = 4 };
  *seconds = INFINITY;
  for (int pass = 0; pass < passes; pass++) {
    tc_mesh *mesh = NULL;
    const double start_s = tc_now_s();
    TC_TRY(tc_tetgen_read(base, NULL, &mesh));
    *seconds = fmin(*seconds, tc_now_s() - start_s);
    tc_mesh_destroy(&mesh);
  }
  return TC_OK;
}

static tc_status write_mesh(const char *base, int32_t bricks) {
  tc_mesh *mesh = NULL;
  TC_TRY(tc_rates_mesh_generate(bricks, &mesh));
  const tc_status status = tc_tetgen_write(base, mesh, NULL);
  tc_mesh_destroy(&mesh);
  return status;
}

/* Files of another program with these names are an error and remain. */
static tc_status time_text_in(const char *base, int32_t bricks, tc_pool *pool, tc_machine *machine) {
  const char **files = NULL;
  double seconds;
  TC_TRY(tc_tetgen_list_files(base, pool, &files));
  TC_TRY(tc_tetgen_prepare(base));
  tc_status status = write_mesh(base, bricks);
  if (!status) status = time_reading(base, &seconds);
  if (!status) tc_param_record(&machine->params, TC_PARAM_read_text_Bps, text_bytes(files) / seconds);
  for (; *files; files++) unlink(*files);
  return status;
}

/* Writes the mesh as text, reads it and removes it. */
static tc_status time_text(const char *path, int32_t bricks, tc_machine *machine) {
  tc_pool pool = {0};
  const char *base = NULL;
  tc_status status = tc_pool_printf(&pool, &base, "%s.%ld.mesh", path, (long)getpid());
  if (!status) status = time_text_in(base, bricks, &pool, machine);
  tc_pool_free(&pool);
  return status;
}

tc_status tc_file_rates_measure(const char *path, int64_t bytes, int32_t bricks, tc_machine *machine) {
  char *data = NULL;
  TC_TRY(TC_ALLOC(data, bytes));
  memset(data, 1, (size_t)bytes);
  const tc_status status = time_files(path, data, bytes, machine);
  tc_free(data);
  return status ? status : time_text(path, bricks, machine);
}
