/* State of an open snapshot file. Internal to the files that share it, in the order in which they may use
 * each other: snapshot_rows.c (rows of the open file, collective unless stated), snapshot_compress.c and
 * snapshot_resume.c (end of a run, and continuation of an earlier one), snapshot.c (creates, closes and
 * publishes). On ranks other than the root, members marked "root" are zero or NULL. */
#ifndef TC_IO_SNAPSHOT_SNAPSHOT_INTERNAL_H
#define TC_IO_SNAPSHOT_SNAPSHOT_INTERNAL_H

#include "base/file/file.h"
#include "io/hdf/cell_slab.h"
#include "io/hdf/raw_rows.h"
#include "io/snapshot/snapshot.h"
#include "io/snapshot/snapshot_file.h"

struct tc_snapshot {
  const tc_snapshot_paths *paths; /* file names, borrowed; on the root only */
  char *path;                     /* path of the open file, owned */
  tc_raw_rows in;                 /* rows of the open file */
  tc_snapshot_offsets at;
  int fields;
  tc_snapshot_field *field; /* [fields] v first, then the states */
  tc_cell_slab *slab;
  tc_snapshot_extras extra; /* borrowed */
  int64_t noted;            /* number of rows of the history written so far */
  int compress;
  bool is_created;   /* root: true if the file exists */
  bool begun;        /* true if rows may be written, because the file is new or the run has resumed */
  bool checkpointed; /* true if a checkpoint may refer to the rows */
  int64_t written;
  double *times;                 /* [rows] root: times of the rows written so far */
  int64_t named;                 /* root: number of frames listed in the XDMF file */
  double xdmf_at_s, xdmf_took_s; /* root: end and duration of the last rewrite of the XDMF file */
  bool resumes_file;             /* true if the file contains rows of an earlier run */
  int64_t found,
      found_noted; /* root: number of snapshots of the earlier run, and number of its rows of the history */
  tc_file renewed; /* root: copy with room for another number of rows or another run record, not yet
                      published; zero if none is needed */
};

/* Opens the file at `path` on all ranks. */
tc_status tc_snapshot_open(tc_snapshot *snapshot);

/* Syncs and closes the file. */
tc_status tc_snapshot_close_rows(tc_snapshot *snapshot);

/* Root: lists the written snapshots in the XDMF file `path`. `h5` is the snapshot file next to it. */
tc_status tc_snapshot_write_xdmf(tc_snapshot *snapshot, const char *path, const char *h5);

/* Computes the hash of a row whose values the ranks hold in in.slab_value, each those of one slab. */
tc_status tc_snapshot_hash(const tc_snapshot *snapshot, int64_t *hash);

/* Writes tensors and fibres if they were requested. */
tc_status tc_snapshot_write_axes(tc_snapshot *snapshot);

/* Root: marks the rows `from` .. `to` - 1 of the fields, or of the history, as not written. Starts with the
 * last row. */
tc_status tc_snapshot_cut_rows(const tc_snapshot *snapshot, int64_t from, int64_t to);
tc_status tc_snapshot_cut_history(const tc_snapshot *snapshot, int64_t from, int64_t to);

/* ---- compression and continuation ---- */

/* Collective. Writes the snapshots of the open file to the existing file `to` with the deflate level
 * snapshot->compress (1 to 9) and flushes it. The remaining rows are 0, as in the uncompressed file. Errors
 * (on all ranks): TC_OUTPUT; TC_STOPPED if a signal requests the end of the program
 * (base/program/stop_signals.h). After an error `to` is unusable, and the uncompressed file is complete. */
tc_status tc_snapshot_compress(const tc_snapshot *snapshot, const char *to);

/* Root: reads the offsets, the number of rows and their times from the file at work_path. If the file does
 * not have the required number of rows, or has the run record of another run, the function writes a copy with
 * the same values to a temporary file, which tc_snapshot_resume later publishes. The file itself does not
 * change before that. Errors: TC_INPUT if the mesh differs or the rows are not those in paths->kept;
 * TC_OUTPUT. */
tc_status tc_snapshot_open_existing(tc_snapshot *snapshot, const tc_mesh *mesh,
                                    const tc_snapshot_metadata *about);

#endif
