/* Rows of a snapshot file as raw numbers, without HDF5. Internal to io. */
#ifndef TC_IO_HDF_RAW_ROWS_H
#define TC_IO_HDF_RAW_ROWS_H

#include <mpi.h>

#include "io/hdf/cell_slab.h"

enum {
  TC_RAW_ROWS_TRANSFER_MAX =
      1 << 26 /* most values in one transfer, 512 MiB: MPI counts bytes with an int in places */
};

/* The rows of an open file, the same on all ranks but for the slab; all borrowed. Row k of a field is 8*cells
 * bytes from its offset + 8*cells*k on. */
typedef struct tc_raw_rows {
  const tc_world *world;
  const char *path;
  MPI_File file;
  int64_t rows;
  tc_gid nodes, cells;
  tc_cell_slab *slab;
  double *slab_value; /* [slab->count] this rank's part of a row */
} tc_raw_rows;

/* Collective: this rank's part of row k of the field at `offset`. Errors, TC_OUTPUT, are the rank's own:
 * agree on them. */
tc_status tc_raw_rows_read(const tc_raw_rows *rows, int64_t offset, int64_t k);
tc_status tc_raw_rows_write(const tc_raw_rows *rows, int64_t offset, int64_t k);

/* Collective. Writes value[owned][width] of all ranks to the array [cells][width] at `offset`, component
 * order[k] as the k-th, and waits for the disk. Errors on all ranks, TC_OUTPUT. */
tc_status tc_raw_rows_write_cells(const tc_raw_rows *rows, int64_t offset, int width, const int *order,
                                  const double *value);

/* The result of an MPI call on the file at path as a status. */
tc_status tc_raw_rows_check_mpi(int mpi_code, const char *path);

/* Not collective. Writes one value of `type` at a byte of the file. Errors: TC_OUTPUT. */
tc_status tc_snapshot_put(MPI_File file, const char *path, MPI_Offset at, const void *value,
                          MPI_Datatype type);

#endif
