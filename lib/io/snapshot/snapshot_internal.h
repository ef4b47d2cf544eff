/* State of an open snapshot file, shared by the files of io/snapshot. snapshot_rows.c reads and writes rows,
 * snapshot_compress.c compresses the file at the end of a run, snapshot_resume.c prepares the file of an
 * interrupted run, and snapshot.c creates and closes the file. The functions are collective unless their
 * comment begins with "Root". Members whose comment begins with "root" are zero or NULL on other ranks. */
#ifndef TC_IO_SNAPSHOT_SNAPSHOT_INTERNAL_H
#define TC_IO_SNAPSHOT_SNAPSHOT_INTERNAL_H

#include "base/file/file.h"
#include "io/hdf/cell_slab.h"
#include "io/hdf/raw_rows.h"
#include "io/snapshot/snapshot.h"
#include "io/snapshot/snapshot_file.h"

struct tc_snapshot {
  const tc_snapshot_paths *paths; /* root: names of the snapshot files; borrowed */
  char *path;                     /* path of the open file; owned */
  tc_raw_rows raw;                /* open file and slab of this rank, for access to rows of the fields */
  tc_snapshot_offsets offsets;
  int fields;
  tc_snapshot_field *field; /* [fields] v, then the local states */
  tc_cell_slab *slab;
  tc_snapshot_extras extras; /* history, states, tensors and fibres of the file; borrowed */
  int64_t history_written;   /* number of rows of the history that have been written */
  int compress;
  bool is_created;  /* root: true if this process has created the file, false if a resumed run continues an
                       existing file */
  bool is_writable; /* true if rows may be written: the file is new, or tc_snapshot_resume has returned */
  bool is_checkpointed; /* true if a checkpoint may refer to the rows of this file */
  int64_t written;
  double *times;          /* root: [rows] time of each written snapshot */
  int64_t xdmf_snapshots; /* root: number of snapshots listed in the XDMF file */
  double xdmf_end_s,
      /* root, both in seconds: time at which the last rewrite of the XDMF file ended, and duration of this
         rewrite */
      xdmf_duration_s;
  bool resumes_file; /* true if the run was resumed and continues an existing file */
  /* Root: numbers of snapshots and of rows of the history in the existing file of a resumed run. */
  int64_t existing_rows, existing_history_rows;
  /* Root: copy of the existing file with another number of rows or other root attributes, not yet published;
   * zero if no copy is needed. */
  tc_file replacement;
};

/* Opens the file snapshot->path with MPI-IO on all ranks. */
tc_status tc_snapshot_open(tc_snapshot *snapshot);

/* Syncs and closes the file. */
tc_status tc_snapshot_close_rows(tc_snapshot *snapshot);

/* Root: writes the XDMF file `path`, which lists the written snapshots. `h5` is the path of the snapshot
 * file, in the same directory. */
tc_status tc_snapshot_write_xdmf(tc_snapshot *snapshot, const char *path, const char *h5);

/* Computes the hash of one row of a field, summed over all ranks. Each rank has stored its slab of the row in
 * snapshot->raw.slab_value. */
tc_status tc_snapshot_hash(const tc_snapshot *snapshot, int64_t *hash);

/* Writes /mesh/tensor and /mesh/fibres if the config requests them. */
tc_status tc_snapshot_write_axes(tc_snapshot *snapshot);

/* Root: marks the rows `from` .. `to` - 1 of the fields, or of the history, as not written. Begins with the
 * last row, so that written rows always precede rows that are not written. */
tc_status tc_snapshot_mark_rows_unwritten(const tc_snapshot *snapshot, int64_t from, int64_t to);
tc_status tc_snapshot_mark_history_unwritten(const tc_snapshot *snapshot, int64_t from, int64_t to);

/* ---- compression, and preparation of an existing file ---- */

/* Collective. Writes a compressed copy of the open file to the existing file `to`, with the deflate level
 * snapshot->compress (1 to 9), and flushes it. Values in rows that are not written are 0, as in the
 * uncompressed file. Errors (on all ranks): TC_OUTPUT; TC_STOPPED if a signal requests the end of the program
 * (base/core/stop_request.h). After an error `to` is unusable, but the uncompressed file is complete. */
tc_status tc_snapshot_compress(const tc_snapshot *snapshot, const char *to);

/* Root: reads the byte offsets, the number of rows and their times from the existing file work_path of an
 * interrupted run. If the file does not have the required number of rows, or its root attributes differ from
 * `metadata`, writes a copy with the same values to a temporary file, which tc_snapshot_resume later
 * publishes. The existing file is not changed. Errors: TC_INPUT if the file has another mesh or lacks rows
 * that paths->restart describes; TC_OUTPUT if the copy cannot be written. */
tc_status tc_snapshot_open_existing(tc_snapshot *snapshot, const tc_mesh *mesh,
                                    const tc_snapshot_metadata *metadata);

#endif
