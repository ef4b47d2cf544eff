/* What a snapshot file that is open is made of. Internal to io/snapshot/snapshot and
 * io/snapshot/snapshot_resume. */
#ifndef TC_IO_SNAPSHOT_SNAPSHOT_INTERNAL_H
#define TC_IO_SNAPSHOT_SNAPSHOT_INTERNAL_H

#include "io/hdf/cell_slab.h"
#include "io/hdf/raw_rows.h"
#include "io/snapshot/snapshot_file.h"

struct tc_snapshot {
  const tc_snapshot_paths *paths; /* root: borrowed */
  char *path;                     /* of the file that is open */
  tc_raw_rows in;                 /* its rows */
  tc_snapshot_offsets at;
  int fields;
  tc_snapshot_field *field; /* [fields] v, then the states */
  tc_cell_slab *slab;
  tc_snapshot_extras extra; /* borrowed */
  int64_t noted;            /* its rows so far */
  int compress;
  bool is_created;   /* root: the file is there */
  bool begun;        /* rows may be written: the file is new, or the run has resumed */
  bool checkpointed; /* a checkpoint may tell of it */
  int64_t written;
  double *times;                 /* [rows] root: the times written so far */
  int64_t named;                 /* root: frames that the XDMF file names */
  double xdmf_at_s, xdmf_took_s; /* root: when it was last written, and for how long */
  bool resumes_file;             /* with rows of an earlier run: */
  int64_t found, found_noted;    /* root: so many are in the file, and of the history */
  char *renewed; /* root: copy of that file with other room or record; owned. NULL: none is needed */
};

/* Root: names the snapshots that are written in the XDMF file at `path`, which lies beside the file h5. */
tc_status tc_snapshot_write_xdmf(tc_snapshot *snapshot, const char *path, const char *h5);

/* Collective: of the row in slab_value. */
tc_status tc_snapshot_hash(const tc_snapshot *snapshot, int64_t *hash);

/* Root: finds the places in the file at work_path, the rows that are there, and their times. If the file has
 * another number of rows than are required, or the record of another run, a copy with the same values is
 * written to a temporary file, which replaces it when the run resumes. Until then the file is not changed.
 * Errors: TC_INPUT, another mesh, or fewer or other rows than place->checkpointed; TC_OUTPUT. */
tc_status tc_snapshot_open_existing(tc_snapshot *snapshot, const tc_mesh *mesh,
                                    const tc_snapshot_metadata *about);

/* Collective. Opens the file at `path` on all ranks. */
tc_status tc_snapshot_open(tc_snapshot *snapshot);

/* Collective. Writes tensors and fibres, if the run has them in its snapshots. */
tc_status tc_snapshot_write_axes(tc_snapshot *snapshot);

#endif
