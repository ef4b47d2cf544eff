/* Reads and writes fields in an HDF5 file directly with MPI-IO. Internal to io. A field is an array of
 * doubles with one row per stored step and one column per cell. Snapshots and checkpoints use these functions
 * after HDF5 has created the file and closed it. tc_hdf_write_array has returned the byte offset of each
 * field. Each rank transfers the columns of its slab (cell_slab.h). */
#ifndef TC_IO_HDF_RAW_ROWS_H
#define TC_IO_HDF_RAW_ROWS_H

#include <mpi.h>

#include "io/hdf/cell_slab.h"

enum {
  /* Maximum number of values in one transfer. The limit is 512 MiB, because some MPI libraries store the
   * number of bytes in an int. */
  TC_RAW_ROWS_TRANSFER_MAX = 1 << 26
};

/* An open file and the slab of this rank. All members except `slab` and `slab_value` are equal on all ranks.
 * All members are borrowed. Row k of a field at byte `offset` begins at byte offset + 8 * cells * k. */
typedef struct tc_raw_rows {
  const tc_world *world;
  const char *path;
  MPI_File file;
  int64_t rows;
  tc_gid nodes, cells;
  tc_cell_slab *slab;
  double *slab_value; /* [slab->count] buffer for this rank's slab of a row */
} tc_raw_rows;

/* Collective. Reads this rank's slab of row k of the field at byte `offset` into rows->slab_value, or writes
 * the contents of rows->slab_value to the file. Errors: TC_OUTPUT, which may occur on some ranks only, so the
 * caller must call tc_world_agree. */
tc_status tc_raw_rows_read(const tc_raw_rows *rows, int64_t offset, int64_t k);
tc_status tc_raw_rows_write(const tc_raw_rows *rows, int64_t offset, int64_t k);

/* Collective. Writes an array of `width` numbers per cell at byte `offset` and syncs the file. `value` has
 * `width` numbers for each cell owned by this rank. order[width] is the order of these numbers in the file:
 * number k of a cell in the file is number order[k] of this cell in `value`. Errors (on all ranks):
 * TC_OUTPUT. */
tc_status tc_raw_rows_write_cells(const tc_raw_rows *rows, int64_t offset, int width, const int *order,
                                  const double *value);

/* Not collective. Converts the return code of an MPI-IO call on the file at `path` into a status. Errors:
 * TC_OUTPUT. */
tc_status tc_raw_rows_check_mpi(int mpi_code, const char *path);

/* Not collective. Writes one value of the type `type` at byte `at` of the file. Errors: TC_OUTPUT. */
tc_status tc_raw_rows_write_number(MPI_File file, const char *path, MPI_Offset at, const void *value,
                                   MPI_Datatype type);

#endif
