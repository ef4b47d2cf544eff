#include "io/snapshot/snapshot_history.h"

#include <math.h>
#include <stdio.h>

#include "io/hdf/raw_rows.h"

enum {
  dataset_bytes = 1 << 10
}; /* upper limit of the bytes that HDF5 needs for a dataset in addition to its numbers */

int64_t tc_snapshot_history_bytes(const tc_snapshot_history *history) {
  return (1 + (int64_t)history->columns) * (8 * history->rows + dataset_bytes);
}

tc_status tc_snapshot_history_create(hid_t file, const char *path, const tc_snapshot_history *history,
                                     int64_t *offset) {
  const hsize_t rows = (hsize_t)history->rows;
  const int64_t no_step = -1;
  const double nothing = NAN;
  const tc_hdf_layout step = {.name = "/history/step", H5T_NATIVE_INT64, 1, {rows}};
  TC_TRY(tc_hdf_write_dataset(file, path, &step, &no_step, offset));
  for (int c = 0; c < history->columns; c++) {
    char name[64];
    snprintf(name, sizeof name, "/history/%s", history->name[c]);
    const tc_hdf_layout column = {.name = name, H5T_NATIVE_DOUBLE, 1, {rows}};
    TC_TRY(tc_hdf_write_dataset(file, path, &column, &nothing, offset + 1 + c));
  }
  return TC_OK;
}

tc_status tc_snapshot_history_write(MPI_File file, const char *path, const tc_snapshot_history *history,
                                    const int64_t *offset, int64_t k, int64_t step, const double *row) {
  for (int c = 0; c < history->columns; c++)
    TC_TRY(tc_snapshot_put(file, path, offset[1 + c] + 8 * k, &row[c], MPI_DOUBLE));
  return tc_snapshot_put(file, path, offset[0] + 8 * k, &step, MPI_INT64_T);
}
