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

enum { names_most = 1000 };

static tc_status copy_with(const char *text, size_t length, const char *middle, const char *end, char **out) {
  return tc_alloc_text("the name of a snapshot file", out, "%.*s%s%s", (int)length, text, middle, end);
}

static bool path_exists(const char *path) {
  struct stat about;
  return lstat(path, &about) == 0;
}

/* Returns the extension of the file name, or ".h5" for a name without extension. Without ".h5", the temporary
 * name would be X.new, and its XDMF file would be X.xdmf, which belongs to X. */
static const char *path_ending(const char *path) {
  const char *end = path + tc_path_stem(path);
  return *end ? end : ".h5";
}

/* Sets the names used during the run: the first name of X.new.h5, X.new2.h5, ... that does not exist, and its
 * XDMF file. Files of killed runs are not overwritten. */
static tc_status find_work(tc_snapshot_paths *place) {
  const size_t stem = tc_path_stem(place->path);
  for (int attempt = 1; attempt <= names_most; attempt++) {
    char middle[16] = ".new";
    if (attempt > 1) snprintf(middle, sizeof middle, ".new%d", attempt);
    TC_TRY(copy_with(place->path, stem, middle, path_ending(place->path), &place->work_path));
    TC_TRY(tc_xdmf_path(place->work_path, &place->work_xdmf));
    if (!path_exists(place->work_path) && !path_exists(place->work_xdmf)) return TC_OK;
    tc_free(place->work_path);
    tc_free(place->work_xdmf);
    place->work_path = place->work_xdmf = NULL;
  }
  return tc_status_create(TC_OUTPUT,
                          "%s: %d interrupted runs left files in its directory: remove those that will not "
                          "be resumed",
                          place->path, (int)names_most);
}

static tc_status name_work(tc_snapshot_paths *place) {
  if (path_exists(place->path)) return find_work(place);
  TC_TRY(copy_with(place->path, strlen(place->path), "", "", &place->work_path));
  return copy_with(place->xdmf, strlen(place->xdmf), "", "", &place->work_xdmf);
}

static tc_status name_files(const char *path, tc_file_list *files, tc_snapshot_paths *place, char **lock) {
  TC_TRY(tc_file_resolve_links(path, &place->path));
  TC_TRY(tc_xdmf_path(place->path, &place->xdmf));
  TC_TRY(copy_with(place->xdmf, strlen(place->xdmf), ".lock", "", lock));
  TC_TRY(tc_file_list_add_output(files, "snapshots.file", path));
  TC_TRY(tc_file_list_add_companion(files, "the XDMF file of snapshots.file", path, place->xdmf));
  return tc_file_list_add_lock(files, "the lock file of snapshots.file", path, *lock);
}

/* True if `name` is X.h5, X.new.h5, X.new2.h5, ..., where X.h5 is the final name `self`. The files of this
 * run have only such names. */
static bool is_of(const void *self, const char *name) {
  const char *own = self;
  const size_t stem = tc_path_stem(own);
  if (strcmp(name, own) == 0) return true;
  if (strncmp(name, own, stem) != 0 || strncmp(name + stem, ".new", 4) != 0) return false;
  const char *rest = name + stem + 4;
  return strcmp(rest + strspn(rest, "0123456789"), path_ending(own)) == 0;
}

/* True if no other run can be using temporary files of the snapshot file `name`, which is in the directory of
 * the path `self`. This run holds the lock of its own snapshot file. X.new.h5 may be the snapshots.file of
 * another run, which has its own lock file while it runs. */
static bool is_unlocked(const void *self, const char *name) {
  const char *of = self, *own = tc_path_name(of);
  char lock[4096];
  if (!is_of(own, name)) return false;
  const int length =
      snprintf(lock, sizeof lock, "%.*s%.*s.xdmf.lock", (int)(own - of), of, (int)tc_path_stem(name), name);
  return strcmp(name, own) == 0 || (length < (int)sizeof lock && !path_exists(lock));
}

/* Removes temporary files of runs that were killed while creating or compressing a file. This process holds
 * the lock, so no other run uses these files. */
static void remove_rest(const char *of) {
  tc_status status = tc_file_remove_temporaries(of, is_unlocked, of);
  tc_status_free(&status); /* an error is ignored, because the run does not need the files removed */
}

static tc_status check_own(const tc_snapshot_paths *place) {
  TC_TRY(tc_file_check_replaceable(place->path, tc_snapshot_file_is_own(place->path),
                                   "a snapshot file of Tetracast that can be read"));
  return tc_file_check_replaceable(place->xdmf, tc_xdmf_is_own(place->xdmf), "an XDMF file of Tetracast");
}

/* Creates directories, acquires the lock and chooses the names used during the run. */
static tc_status acquire_paths(const char *path, const char *lock, tc_file_list *files,
                               tc_snapshot_paths *place) {
  TC_TRY(tc_directory_prepare(path)); /* also returns an error if `path` is empty */
  TC_TRY(tc_directory_prepare(place->path));
  TC_TRY(tc_directory_prepare(place->xdmf));
  TC_TRY(tc_file_lock_acquire(lock, place->path, &place->lock));
  TC_TRY(check_own(place));
  if (tc_file_lock_is_supported(&place->lock)) {
    remove_rest(place->path);
    remove_rest(place->xdmf);
  }
  TC_TRY(name_work(place)); /* the lock must be held, because another run might otherwise publish its files at
                               the same time */
  if (!tc_snapshot_paths_replaces_existing(place)) return TC_OK;
  TC_TRY(tc_file_list_add_companion(files, "the temporary file of snapshots.file", path, place->work_path));
  return tc_file_list_add_companion(files, "the temporary XDMF file of snapshots.file", path,
                                    place->work_xdmf);
}

tc_status tc_snapshot_paths_acquire(const char *path, tc_file_list *files, tc_snapshot_paths *place) {
  char *lock = NULL;
  tc_status status = name_files(path, files, place, &lock);
  if (!status) status = acquire_paths(path, lock, files, place);
  tc_free(lock);
  return status;
}

/* True if the earlier run ended successfully after its checkpoint, so that its snapshots have been renamed to
 * place->path. `work` was the name during the earlier run. `rows` and `last` are the number of rows and the
 * hash of the last row, as recorded in the checkpoint. */
static bool has_ended(const tc_snapshot_paths *place, const char *work, int64_t rows, int64_t last) {
  if (!path_exists(work)) return true;
  return rows > 0 && strcmp(work, place->path) != 0 && path_exists(place->path) &&
         !tc_snapshot_row_matches(work, rows - 1, last) &&
         tc_snapshot_row_matches(place->path, rows - 1, last);
}

static tc_status missing_file_error(const char *path) {
  return tc_status_create(TC_INPUT,
                          "%s: the snapshots of the steps so far are missing: restore the file or set "
                          "another snapshots.file",
                          path);
}

tc_status tc_snapshot_paths_resume(tc_snapshot_paths *place, const char *name,
                                   const tc_snapshot_restart *kept) {
  char *path = NULL, *xdmf = NULL;
  if (!is_of(tc_path_name(place->path), name)) return TC_OK;
  TC_TRY(copy_with(place->path, (size_t)(tc_path_name(place->path) - place->path), name, "", &path));
  if (has_ended(place, path, kept->written, kept->hash))
    strcpy(path, place->path); /* there is enough memory, because place->path is at most as long as `path` */
  const tc_status status = path_exists(path) ? tc_xdmf_path(path, &xdmf) : missing_file_error(path);
  if (status) {
    tc_free(path);
    return status;
  }
  tc_free(place->work_path);
  tc_free(place->work_xdmf);
  place->work_path = path;
  place->work_xdmf = xdmf;
  place->resumes_file = true;
  place->kept = *kept;
  return TC_OK;
}

bool tc_snapshot_paths_replaces_existing(const tc_snapshot_paths *place) {
  return strcmp(place->path, place->work_path) != 0;
}

/* Replaces the files of the earlier run. Its XDMF file is first renamed to the temporary name `aside`. If the
 * HDF5 file cannot be replaced, the XDMF file is renamed back. */
static tc_status replace_files(const tc_snapshot_paths *place, const char *from, tc_file *aside) {
  const bool was_there = rename(place->xdmf, aside->temporary) == 0;
  const tc_status status = tc_file_replace(from, place->path);
  if (status && was_there) {
    rename(aside->temporary, place->xdmf);
    tc_free(aside->temporary);
    aside->temporary = NULL;
  }
  if (status) return status;
  TC_TRY(tc_file_replace(place->work_xdmf, place->xdmf));
  if (strcmp(from, place->work_path) != 0) unlink(place->work_path);
  return tc_file_sync_directory(place->path);
}

tc_status tc_snapshot_paths_publish(const tc_snapshot_paths *place, const char *from) {
  tc_file aside;
  if (!tc_snapshot_paths_replaces_existing(place)) {
    if (strcmp(from, place->path) != 0) TC_TRY(tc_file_replace(from, place->path));
    return tc_file_sync_directory(place->path);
  }
  TC_TRY(
      tc_file_open(place->path, &aside)); /* creates a temporary file in the same directory as place->xdmf */
  const tc_status status = replace_files(place, from, &aside);
  tc_file_discard(&aside);
  return status;
}

void tc_snapshot_paths_release(tc_snapshot_paths *place) {
  tc_file_lock_release(&place->lock);
  tc_free(place->path);
  tc_free(place->xdmf);
  tc_free(place->work_path);
  tc_free(place->work_xdmf);
  *place = (tc_snapshot_paths){0};
}
