/* Where a run's snapshots lie, so that no run destroys what an earlier one has left or another one is
 * writing. Not collective: the root's. */
#ifndef TC_IO_SNAPSHOT_SNAPSHOT_PATHS_H
#define TC_IO_SNAPSHOT_SNAPSHOT_PATHS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/file/file_list.h"
#include "base/file/file_lock.h"

/* Rows of a snapshot file that a checkpoint counts. */
typedef struct tc_snapshot_restart {
  int64_t written; /* snapshots */
  int64_t noted;   /* rows of the history */
  int64_t hash;    /* of /field/v in the last snapshot; 0 if there is none */
} tc_snapshot_restart;

/* All names are new strings. For out/X.h5: */
typedef struct tc_snapshot_paths {
  char *path, *xdmf; /* out/X.h5 and out/X.xdmf: where the snapshots of a run that ended well are */
  char *work_path,
      *work_xdmf;    /* where they are until then: the same, or out/X.new.h5 and out/X.new.xdmf (or .new2
                        ..) when there are snapshots of an earlier run under these names */
  bool resumes_file; /* the file at work_path is of this run, which continues it */
  tc_snapshot_restart kept; /* rows that it must have if `resumes_file` */
  tc_file_lock lock;        /* out/X.xdmf.lock, held until the release */
} tc_snapshot_paths;

/* Finds the names, makes missing folders, checks that everything can be written and that what is there is
 * Tetracast's own, and takes the lock, which ends with the process at the latest. files: the names are added.
 * Errors: TC_USAGE when a name is one of the files; TC_OUTPUT, also when another run writes these snapshots.
 * Released in any case, also after an error. place: zeroed. */
tc_status tc_snapshot_paths_acquire(const char *path, tc_file_list *files, tc_snapshot_paths *place);

/* Of a run that goes on: `name`, without folder, is the file that it was writing ("": none), which is gone on
 * with, or the one at `path` when that run has ended well since. Where both are there, one may be of yet
 * another run: the snapshots of the file end with one of the hash kept->hash. A name that does not belong to
 * this place is that of another file of the run, and changes nothing. Errors: TC_INPUT when both are gone. */
tc_status tc_snapshot_paths_resume(tc_snapshot_paths *place, const char *name,
                                   const tc_snapshot_restart *kept);

/* The file at work_path without its folder. */
const char *tc_snapshot_paths_file_name(const tc_snapshot_paths *place);

/* Whether an earlier run's snapshots stay until this run has ended well. */
bool tc_snapshot_paths_replaces_existing(const tc_snapshot_paths *place);

/* The finished HDF5 file `from`, in the same folder, takes its name, and so does the XDMF file at work_xdmf,
 * which already speaks of it under that name; those of an earlier run go. No XDMF file ever speaks of other
 * data: for a moment there is none. Errors: TC_OUTPUT; those of the earlier run are as they were then. */
tc_status tc_snapshot_paths_publish(const tc_snapshot_paths *place, const char *from);

void tc_snapshot_paths_release(tc_snapshot_paths *place);

#endif
