/* The HDF5 file of a run's snapshots: layout, mesh and attributes. Internal to io. */
#ifndef TC_IO_SNAPSHOT_FILE_H
#define TC_IO_SNAPSHOT_FILE_H

#include "io/hdf.h"
#include "io/snapshot.h"

enum {
  TC_SNAPSHOT_TRANSFER = 1 << 26
}; /* most values in one transfer, 512 MiB: MPI counts bytes with an int in places */

/* path and the numbers up to compress are set by the caller, the same on all ranks; the ids are -1 while
 * closed. */
typedef struct tc_snapshot_file {
  const tc_world *world; /* borrowed */
  char *path;
  int32_t nodes, cells;
  int compress;
  hid_t file, v, time, step; /* the file and the datasets that grow */
  hid_t collective;          /* transfer property list */
} tc_snapshot_file;

/* Collective. Makes the file (an old one is emptied) with everything but the field's values, and leaves it
 * open, also in part when it fails: close it in any case. mesh, about: see tc_snapshot_create. Errors on all
 * ranks. */
tc_status tc_snapshot_file_create(const tc_mesh *mesh, const tc_snapshot_about *about,
                                  tc_snapshot_file *file);

/* Collective. Makes sure that `bytes` more of data, and HDF5's own records, find room. HDF5 must not meet a
 * full disk: a file that it cannot finish may be unreadable as a whole. Errors on all ranks. */
tc_status tc_snapshot_file_reserve(const tc_snapshot_file *file, int64_t bytes);

/* Collective. Errors are the rank's own: agree on them. */
tc_status tc_snapshot_file_close(tc_snapshot_file *file);

#endif
