/* Writes rows to an open snapshot file (snapshot_layout.h). All ranks open the file with MPI-IO and write
 * numbers directly. The step number of a row is written last, after its values have been synced. After each
 * part of a row the ranks exchange their status, so that an error on one rank does not leave other ranks
 * waiting. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/timer.h"
#include "base/file/directory.h"
#include "base/numeric/hash.h"
#include "comm/world/mpi_world.h"
#include "io/snapshot/snapshot_internal.h"
#include "io/snapshot/xdmf.h"

#define TC_PHASE "writing a snapshot"

/* Each update rewrites the whole XDMF file. After frames_at_once snapshots, the time between two rewrites is
 * at least xdmf_patience times the duration of a rewrite, so that rewrites take at most 5 % of the time. */
enum { frames_at_once = 100, xdmf_patience = 20 };

/* After an error the file remains open until the program ends, because closing it is collective and some
 * ranks may not have opened it. */
tc_status tc_snapshot_open(tc_snapshot *s) {
  const int mode = MPI_MODE_RDWR;
  const int code = MPI_File_open(tc_world_comm(s->in.world), s->path, mode, MPI_INFO_NULL, &s->in.file);
  const tc_status status = tc_world_agree(s->in.world, tc_raw_rows_check_mpi(code, s->path));
  if (status) s->in.file = MPI_FILE_NULL;
  return status;
}

tc_status tc_snapshot_close_rows(tc_snapshot *s) {
  int code = MPI_SUCCESS;
  if (s->in.world->mpi->is_broken) return TC_OK;
  if (s->in.file != MPI_FILE_NULL) code = MPI_File_sync(s->in.file);
  if (s->in.file != MPI_FILE_NULL && MPI_File_close(&s->in.file) != MPI_SUCCESS && !code) code = MPI_ERR_IO;
  return tc_world_agree(s->in.world, tc_raw_rows_check_mpi(code, s->path));
}

/* The file has the components of a tensor in the order of XDMF's type Tensor6: xx, xy, xz, yy, yz, zz. */
tc_status tc_snapshot_write_axes(tc_snapshot *s) {
  static const int tensor6[6] = {0, 3, 4, 1, 5, 2}, plain[3] = {0, 1, 2};
  if (s->extra.tensor) TC_TRY(tc_raw_rows_write_cells(&s->in, s->at.tensor, 6, tensor6, s->extra.tensor));
  return s->extra.fibre ? tc_raw_rows_write_cells(&s->in, s->at.fibre, 3, plain, s->extra.fibre) : TC_OK;
}

tc_status tc_snapshot_hash(const tc_snapshot *s, int64_t *hash) {
  uint64_t sum = 0;
  for (int32_t i = 0; i < s->slab->count; i++)
    sum += tc_hash_element((uint64_t)(s->slab->first + i), s->in.slab_value[i]);
  TC_TRY(TC_MPI(s->in.world,
                MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, tc_world_comm(s->in.world))));
  memcpy(hash, &sum, sizeof *hash);
  return TC_OK;
}

/* ---- writing ---- */

tc_status tc_snapshot_write_xdmf(tc_snapshot *s, const char *path, const char *h5) {
  const tc_xdmf xdmf = {h5, s->in.nodes, s->in.cells, s->written, s->times, &s->extra};
  double began = tc_now_s();
  TC_TRY(tc_xdmf_write(path, &xdmf));
  s->xdmf_at_s = tc_now_s();
  s->xdmf_took_s = s->xdmf_at_s - began;
  s->named = s->written;
  return TC_OK;
}

/* Root: rewrites the XDMF file after a snapshot. Does nothing after the first hundred snapshots if the last
 * rewrite was too recent. */
static tc_status name_frame(tc_snapshot *s) {
  const bool due = tc_now_s() - s->xdmf_at_s >= xdmf_patience * s->xdmf_took_s;
  if (s->written > frames_at_once && !due) return TC_OK;
  return tc_snapshot_write_xdmf(s, s->paths->work_xdmf, s->path);
}

static tc_status write_hashes(const tc_snapshot *s, int64_t step, double time) {
  for (int f = 0; f < s->fields; f++) {
    const int64_t hash = tc_snapshot_row_hash(s->field[f].hash, s->in.cells, step, time);
    TC_TRY(tc_raw_rows_write_number(s->in.file, s->path, s->field[f].hash_at + 8 * s->written, &hash,
                                    MPI_INT64_T));
  }
  return TC_OK;
}

/* Root: writes hashes, time and step of the next row after its values have been synced. The step is written
 * last, as one aligned number of 8 bytes, so that a killed run leaves each row either complete or marked as
 * not written. */
static tc_status write_step(tc_snapshot *s, int64_t step, double time) {
  MPI_File file = s->in.file;
  const MPI_Offset at = 8 * s->written;
  s->times[s->written] = time;
  TC_TRY(write_hashes(s, step, time));
  TC_TRY(tc_raw_rows_write_number(file, s->path, s->at.time + at, &time, MPI_DOUBLE));
  return tc_raw_rows_write_number(file, s->path, s->at.step + at, &step, MPI_INT64_T);
}

/* Root: reserves disk space for the next row of all fields. */
static tc_status reserve_row(const tc_snapshot *s) {
  const int64_t bytes = s->in.cells * 8;
  for (int f = 0; f < s->fields && s->written < s->in.rows; f++)
    TC_TRY(tc_file_reserve_space(s->path, s->field[f].offset + s->written * bytes, bytes));
  if (s->written < s->in.rows) return TC_OK;
  return tc_status_create(TC_INTERNAL, "%s: more snapshots than the %lld for which the file was created",
                          s->path, (long long)s->in.rows);
}

/* Collective. Writes the next row of a field and stores the hash of its values in field->hash. */
static tc_status write_field(tc_snapshot *s, tc_snapshot_field *field, const double *value) {
  TC_TRY(tc_world_agree(s->in.world, tc_cell_slab_gather(s->slab, value, s->in.slab_value)));
  TC_TRY(tc_snapshot_hash(s, &field->hash));
  return tc_world_agree(s->in.world, tc_raw_rows_write(&s->in, field->offset, s->written));
}

tc_status tc_snapshot_write(tc_snapshot *s, int64_t step, double time, const double *value) {
  const tc_world *world = s->in.world;
  TC_TRY(TC_ON_ROOT(world, reserve_row(s)));
  for (int f = 0; f < s->fields; f++)
    TC_TRY(write_field(s, &s->field[f], f == 0 ? value : s->extra.state[f - 1]));
  TC_TRY(tc_world_agree(world, tc_raw_rows_check_mpi(MPI_File_sync(s->in.file), s->path)));
  TC_TRY(TC_ON_ROOT(world, write_step(s, step, time)));
  s->written++;
  return TC_ON_ROOT(world, name_frame(s));
}

/* Root: writes the next row of the history. The step is written last. */
static tc_status write_history_row(const tc_snapshot *s, int64_t step, const double *row) {
  const int64_t at = 8 * s->noted, *offset = s->at.history;
  if (s->noted >= s->extra.history->rows)
    return tc_status_create(TC_INTERNAL,
                            "%s: more rows of the history than the %lld for which the file was created",
                            s->path, (long long)s->extra.history->rows);
  for (int c = 0; c < s->extra.history->columns; c++)
    TC_TRY(tc_raw_rows_write_number(s->in.file, s->path, offset[1 + c] + at, &row[c], MPI_DOUBLE));
  return tc_raw_rows_write_number(s->in.file, s->path, offset[0] + at, &step, MPI_INT64_T);
}

tc_status tc_snapshot_write_history(tc_snapshot *s, int64_t step, const double *row) {
  TC_TRY(TC_ON_ROOT(s->in.world, write_history_row(s, step, row)));
  s->noted++;
  return TC_OK;
}

tc_status tc_snapshot_flush(tc_snapshot *s) {
  if (s->written == 0 && s->noted == 0) return TC_OK;
  return tc_world_agree(s->in.world, tc_raw_rows_check_mpi(MPI_File_sync(s->in.file), s->path));
}

/* ---- marking rows as not written ---- */

/* Root: overwrites number k of a column with -1 (integers) or NaN (doubles), which marks it as not
 * written. */
static tc_status cut_number(const tc_snapshot *s, int64_t offset, int64_t k, bool is_integer) {
  const int64_t nothing = -1;
  const double nan = NAN;
  return tc_raw_rows_write_number(s->in.file, s->path, offset + 8 * k,
                                  is_integer ? (const void *)&nothing : &nan, MPI_DOUBLE);
}

tc_status tc_snapshot_cut_rows(const tc_snapshot *s, int64_t from, int64_t to) {
  for (int64_t k = to; k-- > from;) {
    TC_TRY(cut_number(s, s->at.step, k, true));
    TC_TRY(cut_number(s, s->at.time, k, false));
    for (int f = 0; f < s->fields; f++) TC_TRY(cut_number(s, s->field[f].hash_at, k, true));
  }
  return TC_OK;
}

tc_status tc_snapshot_cut_history(const tc_snapshot *s, int64_t from, int64_t to) {
  for (int64_t k = to; s->extra.history && k-- > from;)
    for (int c = 0; c <= s->extra.history->columns; c++) TC_TRY(cut_number(s, s->at.history[c], k, c == 0));
  return TC_OK;
}
