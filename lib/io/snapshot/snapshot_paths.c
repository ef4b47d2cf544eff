/* Chooses the file names of a run's snapshots, acquires a lock, and renames the complete files (see
 * snapshot_paths.h). All runs with the same snapshots.file acquire the same lock file before they choose
 * names. Existing files are replaced only by renaming. The XDMF file of an earlier run is renamed before its
 * HDF5 file is replaced. */
#include "io/snapshot/snapshot_paths.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/directory.h"
#include "base/file/file.h"
#include "base/file/path.h"
#include "io/snapshot/snapshot_read.h"
#include "io/snapshot/xdmf.h"

enum { work_names_max = 1000 };

static tc_status join_name(const char *text, size_t length, const char *middle, const char *end, char **out) {
  return tc_alloc_text("the name of a snapshot file", out, "%.*s%s%s", (int)length, text, middle, end);
}

static bool path_exists(const char *path) {
  struct stat info;
  return lstat(path, &info) == 0;
}

/* Returns the extension of the file name, or ".h5" for a name without extension. Without ".h5", the temporary
 * name would be X.new, and its XDMF file would be X.xdmf, which belongs to X. */
static const char *path_ending(const char *path) {
  const char *end = path + tc_path_stem(path);
  return *end ? end : ".h5";
}

/* Sets the names used during the run: the first name of X.new.h5, X.new2.h5, ... that does not exist, and its
 * XDMF file. Files of killed runs are not overwritten. */
static tc_status choose_free_work_names(tc_snapshot_paths *paths) {
  const size_t stem = tc_path_stem(paths->path);
  for (int attempt = 1; attempt <= work_names_max; attempt++) {
    char middle[16] = ".new";
    if (attempt > 1) snprintf(middle, sizeof middle, ".new%d", attempt);
    TC_TRY(join_name(paths->path, stem, middle, path_ending(paths->path), &paths->work_path));
    TC_TRY(tc_xdmf_path(paths->work_path, &paths->work_xdmf));
    if (!path_exists(paths->work_path) && !path_exists(paths->work_xdmf)) return TC_OK;
    tc_free(paths->work_path);
    tc_free(paths->work_xdmf);
    paths->work_path = paths->work_xdmf = NULL;
  }
  return tc_status_create(TC_OUTPUT,
                          "%s: %d interrupted runs left files in its directory: remove those that will not "
                          "be resumed",
                          paths->path, (int)work_names_max);
}

static tc_status set_work_names(tc_snapshot_paths *paths) {
  if (path_exists(paths->path)) return choose_free_work_names(paths);
  TC_TRY(join_name(paths->path, strlen(paths->path), "", "", &paths->work_path));
  return join_name(paths->xdmf, strlen(paths->xdmf), "", "", &paths->work_xdmf);
}

static tc_status set_final_names(const char *path, tc_file_list *files, tc_snapshot_paths *paths,
                                 char **lock) {
  TC_TRY(tc_file_resolve_links(path, &paths->path));
  TC_TRY(tc_xdmf_path(paths->path, &paths->xdmf));
  TC_TRY(join_name(paths->xdmf, strlen(paths->xdmf), ".lock", "", lock));
  TC_TRY(tc_file_list_add_output(files, "snapshots.file", path));
  TC_TRY(tc_file_list_add_companion(files, "the XDMF file of snapshots.file", path, paths->xdmf));
  return tc_file_list_add_lock(files, "the lock file of snapshots.file", path, *lock);
}

/* True if `name` is X.h5, X.new.h5, X.new2.h5, ..., where X.h5 is the final name `self`. The files of this
 * run have only such names. */
static bool is_work_name(const void *self, const char *name) {
  const char *final_name = self;
  const size_t stem = tc_path_stem(final_name);
  if (strcmp(name, final_name) == 0) return true;
  if (strncmp(name, final_name, stem) != 0 || strncmp(name + stem, ".new", 4) != 0) return false;
  const char *rest = name + stem + 4;
  return strcmp(rest + strspn(rest, "0123456789"), path_ending(final_name)) == 0;
}

/* True if no other run can be using temporary files of the snapshot file `name` in the directory of the path
 * `self`. This run holds the lock of the snapshot file `self`. A file such as X.new.h5 may be the
 * snapshots.file of another run, which then has a lock file. */
static bool is_unlocked(const void *self, const char *name) {
  const char *path = self, *own_name = tc_path_name(path);
  char lock[4096];
  if (!is_work_name(own_name, name)) return false;
  const int length = snprintf(lock, sizeof lock, "%.*s%.*s.xdmf.lock", (int)(own_name - path), path,
                              (int)tc_path_stem(name), name);
  return strcmp(name, own_name) == 0 || (length < (int)sizeof lock && !path_exists(lock));
}

/* Removes temporary files of runs that were killed while creating or compressing a file. This process holds
 * the lock, so no other run uses these files. */
static void remove_stale_files(const char *path) {
  tc_status status = tc_file_remove_temporaries(path, 0.0, is_unlocked, path);
  /* The run does not depend on the removal of these files, so an error is ignored. */
  tc_status_free(&status);
}

static tc_status check_replaceable(const tc_snapshot_paths *paths) {
  TC_TRY(tc_file_check_replaceable(paths->path, tc_snapshot_file_is_own(paths->path),
                                   "a snapshot file of Tetracast that can be read"));
  return tc_file_check_replaceable(paths->xdmf, tc_xdmf_is_own(paths->xdmf), "an XDMF file of Tetracast");
}

/* Creates directories, acquires the lock and chooses the names used during the run. */
static tc_status acquire_paths(const char *path, const char *lock, tc_file_list *files,
                               tc_snapshot_paths *paths) {
  TC_TRY(tc_directory_prepare(path)); /* tc_directory_prepare also returns an error if `path` is empty. */
  TC_TRY(tc_directory_prepare(paths->path));
  TC_TRY(tc_directory_prepare(paths->xdmf));
  TC_TRY(tc_file_lock_acquire(lock, paths->path, &paths->lock));
  TC_TRY(check_replaceable(paths));
  if (tc_file_lock_is_supported(&paths->lock)) {
    remove_stale_files(paths->path);
    remove_stale_files(paths->xdmf);
  }
  /* The names are chosen under the lock, because another run might otherwise publish its files between the
   * choice of the names and their use. */
  TC_TRY(set_work_names(paths));
  if (!tc_snapshot_paths_replaces_existing(paths)) return TC_OK;
  TC_TRY(tc_file_list_add_companion(files, "the temporary file of snapshots.file", path, paths->work_path));
  return tc_file_list_add_companion(files, "the temporary XDMF file of snapshots.file", path,
                                    paths->work_xdmf);
}

tc_status tc_snapshot_paths_acquire(const char *path, tc_file_list *files, tc_snapshot_paths *paths) {
  char *lock = NULL;
  tc_status status = set_final_names(path, files, paths, &lock);
  if (!status) status = acquire_paths(path, lock, files, paths);
  tc_free(lock);
  return status;
}

/* True if the earlier run ended successfully after its checkpoint, so that its snapshots have been renamed to
 * paths->path. `work_path` was the name during the earlier run. `rows` and `last` are the number of rows and
 * the hash of the last row, as recorded in the checkpoint. */
static bool was_published(const tc_snapshot_paths *paths, const char *work_path, int64_t rows, int64_t last) {
  if (!path_exists(work_path)) return true;
  return rows > 0 && strcmp(work_path, paths->path) != 0 && path_exists(paths->path) &&
         !tc_snapshot_row_matches(work_path, rows - 1, last) &&
         tc_snapshot_row_matches(paths->path, rows - 1, last);
}

static tc_status missing_file_error(const char *path) {
  return tc_status_create(TC_INPUT,
                          "%s: the snapshots of the steps so far are missing: restore the file or set "
                          "another snapshots.file",
                          path);
}

tc_status tc_snapshot_paths_resume(tc_snapshot_paths *paths, const char *name,
                                   const tc_snapshot_restart *restart) {
  char *path = NULL, *xdmf = NULL;
  if (!is_work_name(tc_path_name(paths->path), name)) return TC_OK;
  TC_TRY(join_name(paths->path, (size_t)(tc_path_name(paths->path) - paths->path), name, "", &path));
  if (was_published(paths, path, restart->written, restart->hash))
    strcpy(path, paths->path); /* paths->path is not longer than `path`, so the copy fits. */
  const tc_status status = path_exists(path) ? tc_xdmf_path(path, &xdmf) : missing_file_error(path);
  if (status) {
    tc_free(path);
    return status;
  }
  tc_free(paths->work_path);
  tc_free(paths->work_xdmf);
  paths->work_path = path;
  paths->work_xdmf = xdmf;
  paths->resumes_file = true;
  paths->restart = *restart;
  return TC_OK;
}

bool tc_snapshot_paths_replaces_existing(const tc_snapshot_paths *paths) {
  return strcmp(paths->path, paths->work_path) != 0;
}

/* Replaces the files of the earlier run. Its XDMF file is first renamed to the temporary name `old_xdmf`. If
 * the HDF5 file cannot be replaced, the XDMF file is renamed back. */
static tc_status replace_files(const tc_snapshot_paths *paths, const char *from, tc_file *old_xdmf) {
  const bool had_xdmf = rename(paths->xdmf, old_xdmf->temporary) == 0;
  const tc_status status = tc_file_replace(from, paths->path);
  if (status && had_xdmf) {
    rename(old_xdmf->temporary, paths->xdmf);
    tc_free(old_xdmf->temporary);
    old_xdmf->temporary = NULL;
  }
  if (status) return status;
  TC_TRY(tc_file_replace(paths->work_xdmf, paths->xdmf));
  if (strcmp(from, paths->work_path) != 0) unlink(paths->work_path);
  return tc_file_sync_directory(paths->path);
}

tc_status tc_snapshot_paths_publish(const tc_snapshot_paths *paths, const char *from) {
  tc_file old_xdmf;
  if (!tc_snapshot_paths_replaces_existing(paths)) {
    if (strcmp(from, paths->path) != 0) TC_TRY(tc_file_replace(from, paths->path));
    return tc_file_sync_directory(paths->path);
  }
  TC_TRY(
      tc_file_open(paths->path,
                   /* `old_xdmf` becomes the name of a new temporary file in the directory of paths->xdmf. */
                   &old_xdmf));
  const tc_status status = replace_files(paths, from, &old_xdmf);
  tc_file_discard(&old_xdmf);
  return status;
}

void tc_snapshot_paths_release(tc_snapshot_paths *paths) {
  tc_file_lock_release(&paths->lock);
  tc_free(paths->path);
  tc_free(paths->xdmf);
  tc_free(paths->work_path);
  tc_free(paths->work_xdmf);
  *paths = (tc_snapshot_paths){0};
}
