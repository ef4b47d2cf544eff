/* Chooses, locks and publishes the file names of a run's snapshots (see snapshot_paths.h).
 * All runs that write to one snapshots.file acquire the same lock file before they choose names.
 * Existing files are replaced by renaming only, and the old XDMF file is moved away before its HDF5 file
 * changes. */
#include "io/snapshot/snapshot_paths.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/directory.h"
#include "base/file/file.h"
#include "io/snapshot/snapshot_file.h"
#include "io/snapshot/snapshot_read.h"
#include "io/snapshot/xdmf.h"

enum { names_most = 1000 };

static tc_status copy_with(const char *text, size_t length, const char *middle, const char *end, char **out) {
  const size_t size = length + strlen(middle) + strlen(end) + 1;
  TC_TRY(tc_alloc(size, 1, "the name of a snapshot file", out));
  snprintf(*out, size, "%.*s%s%s", (int)length, text, middle, end);
  return TC_OK;
}

/* Returns the length of the path without the ending of the file name. */
static size_t stem_length(const char *path) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
  return dot && dot > name ? (size_t)(dot - path) : strlen(path);
}

static bool path_exists(const char *path) {
  struct stat about;
  return lstat(path, &about) == 0;
}

/* Returns the ending of the file name, or ".h5" for a name without ending. Without this ending, X.new would
 * have the same XDMF file as X. */
static const char *path_ending(const char *path) {
  const char *end = path + stem_length(path);
  return *end ? end : ".h5";
}

/* Selects the names used during the run: the first free one of X.new.h5, X.new2.h5, ... and its XDMF file.
 * Files left by killed runs remain. */
static tc_status find_work(tc_snapshot_paths *place) {
  const size_t stem = stem_length(place->path);
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

/* Removes temporary files that killed runs left while creating or compressing a file. The lock guarantees
 * that no other run is using them. */
static void remove_rest(const char *of) {
  const char *slash = strrchr(of, '/'), *name = slash ? slash + 1 : of;
  const size_t front = (size_t)(name - of);
  char path[4096];
  snprintf(path, sizeof path, "%.*s", (int)front, of);
  DIR *folder = opendir(front ? path : ".");
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    if (!tc_file_is_temporary(entry->d_name, name)) continue;
    snprintf(path, sizeof path, "%.*s%s", (int)front, of, entry->d_name);
    unlink(path);
  }
  if (folder) closedir(folder);
}

static tc_status check_own(const tc_snapshot_paths *place) {
  TC_TRY(tc_file_check_replaceable(place->path, tc_snapshot_file_is_own(place->path),
                                   "a snapshot file of Tetracast that can be read"));
  return tc_file_check_replaceable(place->xdmf, tc_xdmf_is_own(place->xdmf), "an XDMF file of Tetracast");
}

/* Creates directories, acquires the lock and chooses the names. */
static tc_status acquire_paths(const char *path, const char *lock, tc_file_list *files,
                               tc_snapshot_paths *place) {
  TC_TRY(tc_directory_prepare(path)); /* also rejects an empty path */
  TC_TRY(tc_directory_prepare(place->path));
  TC_TRY(tc_directory_prepare(place->xdmf));
  TC_TRY(tc_file_lock_acquire(lock, place->path, &place->lock));
  TC_TRY(check_own(place));
  if (tc_file_lock_is_supported(&place->lock)) {
    remove_rest(place->path);
    remove_rest(place->xdmf);
  }
  TC_TRY(name_work(place)); /* must follow the lock, because another run may just have published its files */
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

static const char *file_name_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

const char *tc_snapshot_paths_file_name(const tc_snapshot_paths *place) {
  return file_name_of(place->work_path);
}

/* True if the name is X.h5, X.new.h5, X.new2.h5, ..., where X.h5 is the final name. Only such a file can
 * belong to this run. */
static bool is_of(const tc_snapshot_paths *place, const char *name) {
  const char *own = file_name_of(place->path);
  const size_t stem = stem_length(own);
  if (strcmp(name, own) == 0) return true;
  if (strncmp(name, own, stem) != 0 || strncmp(name + stem, ".new", 4) != 0) return false;
  const char *rest = name + stem + 4;
  return strcmp(rest + strspn(rest, "0123456789"), path_ending(own)) == 0;
}

/* True if the snapshots of the run are now at place->path, because the run ended successfully after its
 * checkpoint. `work` is the name during the run. `rows` and `last` are the number of rows and the hash of the
 * last row in the checkpoint. */
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
  if (!is_of(place, name)) return TC_OK;
  TC_TRY(copy_with(place->path, (size_t)(file_name_of(place->path) - place->path), name, "", &path));
  if (has_ended(place, path, kept->written, kept->hash))
    strcpy(path, place->path); /* fits, because place->path is no longer than the name in `path` */
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

static tc_status not_replaced(const char *path, const char *from) {
  return tc_status_create(TC_OUTPUT, "%s: cannot be replaced by %s: %s", path, from, strerror(errno));
}

/* Moves the XDMF file of the earlier run, if it had one (`was_there`), from its temporary name `aside` back
 * to its name. If that fails, the file retains its temporary name. */
static void restore_file(const tc_snapshot_paths *place, bool was_there, const char *aside) {
  if (!was_there)
    unlink(aside);
  else
    rename(aside, place->xdmf);
}

static tc_status replace_file(const tc_snapshot_paths *place, const char *from, const char *aside) {
  const bool was_there = rename(place->xdmf, aside) == 0;
  if (rename(from, place->path)) {
    const tc_status status = not_replaced(place->path, from);
    restore_file(place, was_there, aside);
    return status;
  }
  unlink(aside);
  if (rename(place->work_xdmf, place->xdmf)) return not_replaced(place->xdmf, place->work_xdmf);
  if (strcmp(from, place->work_path) != 0) unlink(place->work_path);
  return tc_file_sync_directory(place->path);
}

tc_status tc_snapshot_paths_publish(const tc_snapshot_paths *place, const char *from) {
  char *aside = NULL;
  int descriptor = -1;
  if (!tc_snapshot_paths_replaces_existing(place)) {
    if (strcmp(from, place->path) != 0 && rename(from, place->path)) return not_replaced(place->path, from);
    return tc_file_sync_directory(place->path);
  }
  TC_TRY(tc_file_create_temporary(place->xdmf, &aside, &descriptor));
  close(descriptor);
  const tc_status status = replace_file(place, from, aside);
  tc_free(aside);
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
