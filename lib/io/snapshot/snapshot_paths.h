/* File names of a run's snapshots, chosen so that a run destroys neither the files of an earlier run nor
 * those that another run is writing. Not collective: only the root calls it. tc_snapshot_paths_acquire comes
 * first, tc_snapshot_paths_resume follows if the run resumes, and tc_snapshot_close calls
 * tc_snapshot_paths_publish. */
#ifndef TC_IO_SNAPSHOT_SNAPSHOT_PATHS_H
#define TC_IO_SNAPSHOT_SNAPSHOT_PATHS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/file/file_list.h"
#include "base/file/file_lock.h"

/* Numbers of rows of a snapshot file, as recorded in a checkpoint. */
typedef struct tc_snapshot_restart {
  int64_t written; /* number of snapshots in the file */
  int64_t noted;   /* number of rows of the history */
  int64_t hash;    /* hash of /field/v in the last snapshot; 0 if there is none */
} tc_snapshot_restart;

/* File names of the snapshots of a run. Owns all names. Zero-initialise before use. The examples are for
 * snapshots.file out/X.h5. */
typedef struct tc_snapshot_paths {
  char *path, *xdmf;           /* final names: out/X.h5 and out/X.xdmf */
  char *work_path, *work_xdmf; /* names during the run: the final names, or out/X.new.h5 and out/X.new.xdmf
                                * (then .new2, ...) if files of an earlier run have the final names */
  bool resumes_file;           /* true if the file at work_path belongs to this run, which continues it */
  tc_snapshot_restart kept;    /* rows that the file must have if `resumes_file` is true */
  tc_file_lock lock;           /* lock file out/X.xdmf.lock, held until tc_snapshot_paths_release */
} tc_snapshot_paths;

/* Chooses the names, creates missing directories, acquires the lock and adds the names to `files`. Also
 * checks that all files can be written and that existing ones were written by Tetracast. The lock is released
 * when the process ends, at the latest. The caller zeroes `place` and calls tc_snapshot_paths_release also
 * after an error. Errors: TC_USAGE if a name is already in `files`; TC_OUTPUT, also if another run is writing
 * these snapshots. */
tc_status tc_snapshot_paths_acquire(const char *path, tc_file_list *files, tc_snapshot_paths *place);

/* Selects the snapshot file that a resumed run continues. `name` is the file, without directory, that the
 * earlier run was writing ("" if none). If that run later ended successfully, its file is at `path`. If both
 * files exist, the one whose last row has kept->hash is used. If `name` cannot be a name of `place`, it
 * refers to another snapshots.file, and nothing changes. Errors: TC_INPUT if neither file exists. */
tc_status tc_snapshot_paths_resume(tc_snapshot_paths *place, const char *name,
                                   const tc_snapshot_restart *kept);

/* Returns the name of the file at work_path without its directory. */
const char *tc_snapshot_paths_file_name(const tc_snapshot_paths *place);

/* True if the snapshots of an earlier run remain until this run ends successfully. */
bool tc_snapshot_paths_replaces_existing(const tc_snapshot_paths *place);

/* Renames the finished HDF5 file `from`, in the same directory, and the XDMF file at work_xdmf to the final
 * names. This replaces the files of an earlier run. The XDMF file must already refer to the final name. The
 * earlier XDMF file is moved aside first, so that no XDMF file ever refers to data of another run. Errors:
 * TC_OUTPUT. If the HDF5 file cannot be renamed, the files of the earlier run are unchanged. */
tc_status tc_snapshot_paths_publish(const tc_snapshot_paths *place, const char *from);

void tc_snapshot_paths_release(tc_snapshot_paths *place);

#endif
