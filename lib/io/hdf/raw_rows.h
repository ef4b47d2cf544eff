/* Reads and writes rows of fields as raw numbers with MPI-IO, without HDF5. Internal to io.
 * Snapshots and checkpoints use it after HDF5 has created the file and closed it. Offsets come from
 * tc_hdf_write_array. Each rank transfers its slab of a row (cell_slab.h). */
#ifndef TC_IO_HDF_RAW_ROWS_H
#define TC_IO_HDF_RAW_ROWS_H

#include <mpi.h>

#include "io/hdf/cell_slab.h"

enum {
  /* Maximum number of values in one transfer (512 MiB), because parts of MPI libraries count bytes in an int.
   */
  TC_RAW_ROWS_TRANSFER_MAX = 1 << 26
};

/* An open file and the slab of this rank. Only the slab differs between ranks. All members are borrowed. Row
 * k of a field begins at byte offset + 8*cells*k. */
typedef struct tc_raw_rows {
  const tc_world *world;
  const char *path;
  MPI_File file;
  int64_t rows;
  tc_gid nodes, cells;
  tc_cell_slab *slab;
  double *slab_value; /* [slab->count] this rank's part of a row */
} tc_raw_rows;

/* Collective. Transfers this rank's part of row k of the field at `offset` to or from slab_value. Errors:
 * TC_OUTPUT. They may differ between ranks, so the caller must call tc_world_agree. */
tc_status tc_raw_rows_read(const tc_raw_rows *rows, int64_t offset, int64_t k);
tc_status tc_raw_rows_write(const tc_raw_rows *rows, int64_t offset, int64_t k);

/* Collective. Writes a constant field of `width` numbers per cell to the array at byte `offset` and syncs the
 * file. Each rank passes in `value` the numbers of its owned rows. The file has the number with index
 * order[k] of each row at index k. Errors (on all ranks): TC_OUTPUT. */
tc_status tc_raw_rows_write_cells(const tc_raw_rows *rows, int64_t offset, int width, const int *order,
                                  const double *value);

/* Not collective. Converts the result of an MPI call on the file at `path` into a status (TC_OUTPUT). */
tc_status tc_raw_rows_check_mpi(int mpi_code, const char *path);

/* Not collective. Writes one value of `type` at byte `at` of the file. Errors: TC_OUTPUT. */
tc_status tc_raw_rows_write_number(MPI_File file, const char *path, MPI_Offset at, const void *value,
                                   MPI_Datatype type);

#endif
