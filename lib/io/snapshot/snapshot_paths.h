/* File names of a run's snapshots. A run replaces the files of an earlier run only when it ends successfully,
 * and never the files that another run is writing. Not collective: only the root calls these functions. The
 * run calls tc_snapshot_paths_acquire, then tc_snapshot_paths_resume if it resumes from a checkpoint. At the
 * end tc_snapshot_close calls tc_snapshot_paths_publish. */
#ifndef TC_IO_SNAPSHOT_SNAPSHOT_PATHS_H
#define TC_IO_SNAPSHOT_SNAPSHOT_PATHS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/file/file_list.h"
#include "base/file/file_lock.h"

/* State of a snapshot file at the time of a checkpoint, as recorded in the checkpoint. */
typedef struct tc_snapshot_restart {
  int64_t written;         /* number of snapshots in the file */
  int64_t history_written; /* number of rows of the history */
  int64_t hash;            /* hash of /field/v in the last snapshot; 0 if the file has no snapshot */
} tc_snapshot_restart;

/* File names of the snapshots of a run. Owns all strings. Zero-initialise before use. The examples in the
 * comments are for snapshots.file: out/X.h5. */
typedef struct tc_snapshot_paths {
  char *path, *xdmf; /* final names: out/X.h5 and out/X.xdmf */
  /* Names during the run. They are the final names, or out/X.new.h5 and out/X.new.xdmf (then .new2, ...) if
   * files of an earlier run have the final names. */
  char *work_path, *work_xdmf;
  bool resumes_file;           /* true if the run was resumed and continues the existing file work_path */
  tc_snapshot_restart restart; /* rows that the existing file must have if `resumes_file` is true */
  tc_file_lock lock;           /* lock file out/X.xdmf.lock, locked until tc_snapshot_paths_release */
} tc_snapshot_paths;

/* Chooses the names for snapshots.file = `path`, creates missing directories, acquires the lock and adds the
 * names to `files`, the list of the command's files. Also checks that all files can be written and that
 * existing files were written by Tetracast. The system releases the lock if the process is killed. The caller
 * calls tc_snapshot_paths_release, also after an error. Errors: TC_USAGE if a name is already in `files`;
 * TC_OUTPUT if a file cannot be written or another run is writing these snapshots. */
tc_status tc_snapshot_paths_acquire(const char *path, tc_file_list *files, tc_snapshot_paths *paths);

/* Selects the snapshot file that a resumed run continues. `name` is the name, without directory, of the file
 * that the earlier run was writing at its checkpoint; "" if it wrote no snapshots. If the earlier run
 * continued after the checkpoint and ended successfully, its file has been renamed to paths->path. If both
 * files exist, the file whose last row has the hash restart->hash is selected. Does nothing if `name` is not
 * one of the names of a run with the final name paths->path, because the earlier run then had another value
 * of snapshots.file. Errors: TC_INPUT if neither file exists. */
tc_status tc_snapshot_paths_resume(tc_snapshot_paths *paths, const char *name,
                                   const tc_snapshot_restart *restart);

/* True if snapshots of an earlier run exist under the final names. They are replaced when this run ends
 * successfully. */
bool tc_snapshot_paths_replaces_existing(const tc_snapshot_paths *paths);

/* Renames the complete HDF5 file `from`, in the same directory, and the XDMF file work_xdmf to the final
 * names. This replaces the files of an earlier run. The XDMF file must already contain the final name of the
 * HDF5 file. The XDMF file of the earlier run is renamed first, so that no XDMF file ever refers to data of
 * another run. Errors: TC_OUTPUT. If the HDF5 file cannot be renamed, the files of the earlier run are
 * unchanged. */
tc_status tc_snapshot_paths_publish(const tc_snapshot_paths *paths, const char *from);

void tc_snapshot_paths_release(tc_snapshot_paths *paths);

#endif
