/* Writes rows to an open snapshot file (snapshot_layout.h). All ranks open the file with MPI-IO and write
 * numbers directly. The step number of a row is written last, after its values have been synced. After each
 * part of a row the ranks exchange their status, so that no rank waits for a rank that has returned an
 * error. */
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

/* Each update rewrites the whole XDMF file. After frames_listed_at_once snapshots, rewrites take at most the
 * fraction 1 / xdmf_pause_factor of the time. */
enum { frames_listed_at_once = 100, xdmf_pause_factor = 20 };

/* After an error the file remains open until the program ends, because closing it is collective and some
 * ranks may not have opened it. */
tc_status tc_snapshot_open(tc_snapshot *s) {
  const int mode = MPI_MODE_RDWR;
  const int code = MPI_File_open(tc_world_comm(s->raw.world), s->path, mode, MPI_INFO_NULL, &s->raw.file);
  const tc_status status = tc_world_agree(s->raw.world, tc_raw_rows_check_mpi(code, s->path));
  if (status) s->raw.file = MPI_FILE_NULL;
  return status;
}

tc_status tc_snapshot_close_rows(tc_snapshot *s) {
  int code = MPI_SUCCESS;
  if (s->raw.world->mpi->is_broken) return TC_OK;
  if (s->raw.file != MPI_FILE_NULL) code = MPI_File_sync(s->raw.file);
  if (s->raw.file != MPI_FILE_NULL && MPI_File_close(&s->raw.file) != MPI_SUCCESS && !code) code = MPI_ERR_IO;
  return tc_world_agree(s->raw.world, tc_raw_rows_check_mpi(code, s->path));
}

/* The order of the tensor components in the file is xx, xy, xz, yy, yz, zz, as XDMF's type Tensor6
 * requires. */
tc_status tc_snapshot_write_axes(tc_snapshot *s) {
  static const int tensor6[6] = {0, 3, 4, 1, 5, 2}, fibre_order[3] = {0, 1, 2};
  if (s->extras.tensor)
    TC_TRY(tc_raw_rows_write_cells(&s->raw, s->offsets.tensor, 6, tensor6, s->extras.tensor));
  return s->extras.fibre ? tc_raw_rows_write_cells(&s->raw, s->offsets.fibre, 3, fibre_order, s->extras.fibre)
                         : TC_OK;
}

tc_status tc_snapshot_hash(const tc_snapshot *s, int64_t *hash) {
  uint64_t sum = 0;
  for (int32_t i = 0; i < s->slab->count; i++)
    sum += tc_hash_element((uint64_t)(s->slab->first + i), s->raw.slab_value[i]);
  TC_TRY(TC_MPI(s->raw.world,
                MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, tc_world_comm(s->raw.world))));
  memcpy(hash, &sum, sizeof *hash);
  return TC_OK;
}

/* ---- writing ---- */

tc_status tc_snapshot_write_xdmf(tc_snapshot *s, const char *path, const char *h5) {
  const tc_xdmf xdmf = {h5, s->raw.nodes, s->raw.cells, s->written, s->times, &s->extras};
  double start_s = tc_now_s();
  TC_TRY(tc_xdmf_write(path, &xdmf));
  s->xdmf_end_s = tc_now_s();
  s->xdmf_duration_s = s->xdmf_end_s - start_s;
  s->xdmf_snapshots = s->written;
  return TC_OK;
}

/* Root: rewrites the XDMF file after a snapshot. Does nothing after the first hundred snapshots if the last
 * rewrite was too recent. */
static tc_status update_xdmf(tc_snapshot *s) {
  const bool is_due = tc_now_s() - s->xdmf_end_s >= xdmf_pause_factor * s->xdmf_duration_s;
  if (s->written > frames_listed_at_once && !is_due) return TC_OK;
  return tc_snapshot_write_xdmf(s, s->paths->work_xdmf, s->path);
}

static tc_status write_hashes(const tc_snapshot *s, int64_t step, double time) {
  for (int f = 0; f < s->fields; f++) {
    const int64_t hash = tc_snapshot_row_hash(s->field[f].hash, s->raw.cells, step, time);
    TC_TRY(tc_raw_rows_write_number(s->raw.file, s->path, s->field[f].hash_offset + 8 * s->written, &hash,
                                    MPI_INT64_T));
  }
  return TC_OK;
}

/* Root: writes hashes, time and step of the next row after its values have been synced. The step is written
 * last, as one aligned number, so that a row with a step is complete. */
static tc_status write_step(tc_snapshot *s, int64_t step, double time) {
  MPI_File file = s->raw.file;
  const MPI_Offset at = 8 * s->written;
  s->times[s->written] = time;
  TC_TRY(write_hashes(s, step, time));
  TC_TRY(tc_raw_rows_write_number(file, s->path, s->offsets.time + at, &time, MPI_DOUBLE));
  return tc_raw_rows_write_number(file, s->path, s->offsets.step + at, &step, MPI_INT64_T);
}

/* Root: reserves disk space for the next row of all fields. */
static tc_status reserve_row(const tc_snapshot *s) {
  const int64_t bytes = s->raw.cells * 8;
  for (int f = 0; f < s->fields && s->written < s->raw.rows; f++)
    TC_TRY(tc_file_reserve_space(s->path, s->field[f].offset + s->written * bytes, bytes));
  if (s->written < s->raw.rows) return TC_OK;
  return tc_status_create(TC_INTERNAL,
                          "%s: the run has more snapshots than the %lld for which the file was created: "
                          "please report this as a bug",
                          s->path, (long long)s->raw.rows);
}

/* Collective. Writes the next row of a field and stores the hash of its values in field->hash. */
static tc_status write_field(tc_snapshot *s, tc_snapshot_field *field, const double *value) {
  TC_TRY(tc_world_agree(s->raw.world, tc_cell_slab_gather(s->slab, value, s->raw.slab_value)));
  TC_TRY(tc_snapshot_hash(s, &field->hash));
  return tc_world_agree(s->raw.world, tc_raw_rows_write(&s->raw, field->offset, s->written));
}

tc_status tc_snapshot_write(tc_snapshot *s, int64_t step, double time, const double *value) {
  const tc_world *world = s->raw.world;
  TC_TRY(TC_ON_ROOT(world, reserve_row(s)));
  for (int f = 0; f < s->fields; f++)
    TC_TRY(write_field(s, &s->field[f], f == 0 ? value : s->extras.state[f - 1]));
  TC_TRY(tc_world_agree(world, tc_raw_rows_check_mpi(MPI_File_sync(s->raw.file), s->path)));
  TC_TRY(TC_ON_ROOT(world, write_step(s, step, time)));
  s->written++;
  return TC_ON_ROOT(world, update_xdmf(s));
}

/* Root: writes the next row of the history. The step is written last. */
static tc_status write_history_row(const tc_snapshot *s, int64_t step, const double *row) {
  const int64_t at = 8 * s->history_written, *offset = s->offsets.history;
  if (s->history_written >= s->extras.history->rows)
    return tc_status_create(TC_INTERNAL,
                            "%s: the history has more rows than the %lld for which the file was created: "
                            "please report this as a bug",
                            s->path, (long long)s->extras.history->rows);
  for (int c = 0; c < s->extras.history->columns; c++)
    TC_TRY(tc_raw_rows_write_number(s->raw.file, s->path, offset[1 + c] + at, &row[c], MPI_DOUBLE));
  return tc_raw_rows_write_number(s->raw.file, s->path, offset[0] + at, &step, MPI_INT64_T);
}

tc_status tc_snapshot_write_history(tc_snapshot *s, int64_t step, const double *row) {
  TC_TRY(TC_ON_ROOT(s->raw.world, write_history_row(s, step, row)));
  s->history_written++;
  return TC_OK;
}

tc_status tc_snapshot_flush(tc_snapshot *s) {
  if (s->written == 0 && s->history_written == 0) return TC_OK;
  return tc_world_agree(s->raw.world, tc_raw_rows_check_mpi(MPI_File_sync(s->raw.file), s->path));
}

/* ---- marking rows as not written ---- */

/* Root: overwrites number k of a column with -1 (integers) or NaN (doubles), which marks it as not
 * written. */
static tc_status mark_unwritten(const tc_snapshot *s, int64_t offset, int64_t k, bool is_integer) {
  const int64_t no_integer = -1;
  const double no_number = NAN;
  return tc_raw_rows_write_number(s->raw.file, s->path, offset + 8 * k,
                                  is_integer ? (const void *)&no_integer : &no_number, MPI_DOUBLE);
}

tc_status tc_snapshot_mark_rows_unwritten(const tc_snapshot *s, int64_t from, int64_t to) {
  for (int64_t k = to; k-- > from;) {
    TC_TRY(mark_unwritten(s, s->offsets.step, k, true));
    TC_TRY(mark_unwritten(s, s->offsets.time, k, false));
    for (int f = 0; f < s->fields; f++) TC_TRY(mark_unwritten(s, s->field[f].hash_offset, k, true));
  }
  return TC_OK;
}

tc_status tc_snapshot_mark_history_unwritten(const tc_snapshot *s, int64_t from, int64_t to) {
  for (int64_t k = to; s->extras.history && k-- > from;)
    for (int c = 0; c <= s->extras.history->columns; c++)
      TC_TRY(mark_unwritten(s, s->offsets.history[c], k, c == 0));
  return TC_OK;
}
