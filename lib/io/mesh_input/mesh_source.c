/* Finds the files that belong to a source file, and computes their total size, latest modification time and
 * hash (see import.h). */
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file/file.h"
#include "base/file/file_hash.h"
#include "io/mesh_input/import.h"

/* Adds the size of one file to that of the source, and updates the latest modification time of the source.
 * tc_file_hash reports a missing file. */
static void add_file(const char *path, tc_mesh_source *source) {
  struct stat info = {0};
  if (stat(path, &info)) return;
  source->bytes += (int64_t)info.st_size;
  source->time = fmax(source->time, (double)info.st_mtim.tv_sec + 1e-9 * (double)info.st_mtim.tv_nsec);
}

static tc_status list_files(tc_mesh_source *source) {
  if (source->importer->list_files)
    TC_TRY(source->importer->list_files(source->path, &source->memory, &source->file));
  if (!source->file) {
    const char **single;
    TC_TRY(tc_pool_alloc(&source->memory, 2 * sizeof *single, &single));
    single[0] = source->path;
    source->file = single;
  }
  while (source->file[source->files]) source->files++;
  return TC_OK;
}

/* True if both paths lead to the same existing file. */
static bool is_same_file(const char *first, const char *second) {
  struct stat a, b;
  return stat(first, &a) == 0 && stat(second, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

static tc_status check_member(const tc_mesh_source *source, const char *path) {
  for (int f = 0; f < source->files; f++)
    if (is_same_file(source->file[f], path)) return TC_OK;
  return tc_status_create(TC_USAGE, "%s: does not belong to the source file %s: import one source file only",
                          path, source->path);
}

/* Checks that the files that the user has named in options exist. */
static tc_status check_named(int paths, const char *const *path) {
  for (int k = 0; k < paths; k++)
    if (access(path[k], F_OK))
      return tc_status_create(TC_INPUT, "%s: the file does not exist%s: correct its name", path[k],
                              tc_file_home_advice(path[k]));
  return TC_OK;
}

/* Checks that all files that belong to the source file exist. */
static tc_status check_existence(const tc_mesh_source *source) {
  for (int f = 0; f < source->files; f++)
    if (access(source->file[f], F_OK))
      return tc_status_create(TC_INPUT,
                              "%s: the file does not exist, but the mesh of %s needs it: add the file",
                              source->file[f], source->path);
  return TC_OK;
}

tc_status tc_mesh_source_open(int paths, const char *const *path, const char *format, tc_mesh_source *out) {
  TC_TRY(check_named(paths, path));
  TC_TRY(tc_pool_printf(&out->memory, &out->path, "%s", path[0]));
  TC_TRY(tc_importer_select(out->path, format, &out->importer));
  TC_TRY(list_files(out));
  for (int k = 1; k < paths; k++) TC_TRY(check_member(out, path[k]));
  TC_TRY(check_existence(out));
  for (int f = 0; f < out->files; f++) add_file(out->file[f], out);
  return tc_file_hash(out->file, &out->hash);
}

tc_status tc_mesh_source_check_unchanged(const tc_mesh_source *source) {
  tc_mesh_source now = {0};
  uint64_t hash;
  for (int f = 0; f < source->files; f++) add_file(source->file[f], &now);
  if (now.bytes == source->bytes && now.time == source->time) return TC_OK;
  TC_TRY(tc_file_hash(source->file, &hash));
  if (hash == source->hash) return TC_OK;
  return tc_status_create(TC_INPUT, "%s: the file changed while it was read: rerun when it is complete",
                          source->path);
}

void tc_mesh_source_free(tc_mesh_source *source) {
  tc_pool_free(&source->memory);
  *source = (tc_mesh_source){0};
}
