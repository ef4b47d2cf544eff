#include "io/hdf/raw_rows.h"

#include <string.h>

#include "base/core/memory.h"

enum {
  incomplete_transfer = -1
}; /* code that functions of this file return in addition to those of MPI, if MPI-IO transferred fewer values
      than requested */

tc_status tc_raw_rows_check_mpi(int mpi_code, const char *path) {
  char text[MPI_MAX_ERROR_STRING] = "input/output error";
  int length;
  if (mpi_code == MPI_SUCCESS) return TC_OK;
  if (mpi_code == incomplete_transfer)
    return tc_status_create(TC_OUTPUT,
                            "%s: fewer bytes were transferred than requested: check the disk and its free "
                            "space",
                            path);
  MPI_Error_string(mpi_code, text, &length);
  /* MPI's message may be "MPI_ERR_NO_SPACE: no space left on device". The text after the colon is the
   * reason. */
  const char *colon = strstr(text, ": ");
  return tc_status_create(TC_OUTPUT, "%s: cannot be written: %s: check the disk and the permissions", path,
                          colon ? colon + 2 : text);
}

/* Returns `code`, the MPI return code of a transfer of `count` values, or incomplete_transfer if fewer values
 * were transferred. */
static int check_transfer_count(int code, const MPI_Status *status, MPI_Datatype type, int count) {
  int transferred = 0;
  if (code != MPI_SUCCESS || count == 0) return code;
  return MPI_Get_count(status, type, &transferred) == MPI_SUCCESS && transferred == count
             ? MPI_SUCCESS
             : incomplete_transfer;
}

tc_status tc_raw_rows_write_number(MPI_File file, const char *path, MPI_Offset at, const void *value,
                                   MPI_Datatype type) {
  MPI_Status status;
  const int code = MPI_File_write_at(file, at, value, 1, type, &status);
  return tc_raw_rows_check_mpi(check_transfer_count(code, &status, type, 1), path);
}

typedef int (*transfer_function)(const tc_raw_rows *s, MPI_Offset at, double *values, int count);

static int read_block(const tc_raw_rows *s, MPI_Offset at, double *values, int count) {
  MPI_Status status;
  const int code = MPI_File_read_at_all(s->file, at, values, count, MPI_DOUBLE, &status);
  return check_transfer_count(code, &status, MPI_DOUBLE, count);
}

static int write_block(const tc_raw_rows *s, MPI_Offset at, double *values, int count) {
  MPI_Status status;
  const int code = MPI_File_write_at_all(s->file, at, values, count, MPI_DOUBLE, &status);
  return check_transfer_count(code, &status, MPI_DOUBLE, count);
}

/* Collective. Transfers this rank's slab of the array [cells][width] at byte `offset` in blocks. `transfer`
 * is collective, so every rank calls it as often as the largest slab needs, also after an error. Returns the
 * first error. */
static tc_status transfer_cells(const tc_raw_rows *s, int64_t offset, int width, double *values,
                                transfer_function transfer) {
  const int64_t values_max = (s->cells / s->world->ranks + 1) * width,
                values_here = (int64_t)s->slab->count * width;
  int code = MPI_SUCCESS;
  for (int64_t from = 0; from < values_max; from += TC_RAW_ROWS_TRANSFER_MAX) {
    int64_t remaining = values_here - from;
    if (remaining > TC_RAW_ROWS_TRANSFER_MAX) remaining = TC_RAW_ROWS_TRANSFER_MAX;
    if (remaining < 0) remaining = 0;
    const int64_t skipped = remaining ? from : 0;
    const int result =
        transfer(s, offset + 8 * (s->slab->first * width + skipped), values + skipped, (int)remaining);
    if (code == MPI_SUCCESS) code = result;
  }
  return tc_raw_rows_check_mpi(code, s->path);
}

tc_status tc_raw_rows_read(const tc_raw_rows *s, int64_t offset, int64_t k) {
  return transfer_cells(s, offset + 8 * k * s->cells, 1, s->slab_value, read_block);
}

tc_status tc_raw_rows_write(const tc_raw_rows *s, int64_t offset, int64_t k) {
  return transfer_cells(s, offset + 8 * k * s->cells, 1, s->slab_value, write_block);
}

/* Collective. Fills `block` with `width` components for each cell of this rank's slab. Gathers one component
 * at a time. `own` is a buffer for one component of the owned rows. */
static tc_status gather_cells(const tc_raw_rows *s, int width, const int *order, const double *value,
                              double *own, double *block) {
  const size_t columns = (size_t)width;
  for (size_t k = 0; k < columns; k++) {
    for (int32_t i = 0; i < s->slab->owned; i++) own[i] = value[columns * (size_t)i + (size_t)order[k]];
    TC_TRY(tc_world_agree(s->world, tc_cell_slab_gather(s->slab, own, s->slab_value)));
    for (int32_t i = 0; i < s->slab->count; i++) block[columns * (size_t)i + k] = s->slab_value[i];
  }
  return TC_OK;
}

tc_status tc_raw_rows_write_cells(const tc_raw_rows *s, int64_t offset, int width, const int *order,
                                  const double *value) {
  double *own = NULL, *block = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_WORLD_ALLOC(s->world, own, s->slab->owned));
  TC_GUARD(status, TC_WORLD_ALLOC(s->world, block, (size_t)s->slab->count * (size_t)width));
  TC_GUARD(status, gather_cells(s, width, order, value, own, block));
  TC_GUARD(status, tc_world_agree(s->world, transfer_cells(s, offset, width, block, write_block)));
  status = tc_world_agree(s->world, tc_raw_rows_check_mpi(MPI_File_sync(s->file), s->path));
cleanup:
  tc_free(own);
  tc_free(block);
  return status;
}
