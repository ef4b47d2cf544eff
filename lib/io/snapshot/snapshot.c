/* Creates, writes and closes the snapshot file of a run (layout in snapshot.h).
 * The root creates the complete HDF5 structure under a temporary name and renames it; afterwards all ranks
 * open the file with MPI-IO and write raw numbers. The step of a row is written last, after its values are
 * synced. Errors are agreed on by all ranks after each part of a row, so that no rank waits for another. */
#include "io/snapshot/snapshot.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "base/file/directory.h"
#include "base/file/file.h"
#include "comm/world/mpi_world.h"
#include "io/snapshot/snapshot_compress.h"
#include "io/snapshot/snapshot_history.h"
#include "io/snapshot/snapshot_internal.h"
#include "io/snapshot/xdmf.h"

#define TC_PHASE "writing a snapshot"

/* Every update rewrites the whole XDMF file. After frames_at_once frames the next rewrite therefore waits for
 * xdmf_patience times the duration of the last one, which limits the cost to 5 %. */
enum { frames_at_once = 100, xdmf_patience = 20 };

void tc_snapshot_prepare(void) {
  H5dont_atexit();
  H5open();
}

/* Root: creates the file under a temporary name and renames it to work_path when it is complete. */
static tc_status create_file(tc_snapshot *s, const tc_mesh *mesh, const tc_snapshot_metadata *about) {
  char *temporary = NULL;
  int descriptor = -1;
  TC_TRY(tc_file_create_temporary(s->paths->path, &temporary, &descriptor));
  tc_status status = tc_snapshot_file_create(temporary, mesh, about, s->in.rows, &s->extra, s->field, &s->at);
  if (!status && (fsync(descriptor) || rename(temporary, s->paths->work_path)))
    status = tc_status_create(TC_OUTPUT, "%s: cannot be written: %s", s->paths->work_path, strerror(errno));
  if (status) unlink(temporary);
  s->is_created = !status;
  /* An XDMF file of this name belongs to an HDF5 file that no longer exists. */
  if (s->is_created) unlink(s->paths->work_xdmf);
  if (!status) status = tc_file_sync_directory(s->paths->work_path);
  close(descriptor);
  tc_free(temporary);
  return status;
}

/* Root: inspects the existing file of a resumed run, or creates a new file. */
static tc_status open_or_make(tc_snapshot *s, const tc_mesh *mesh, const tc_snapshot_metadata *about) {
  return s->paths->resumes_file ? tc_snapshot_open_existing(s, mesh, about) : create_file(s, mesh, about);
}

/* Broadcasts the sizes, the offsets and the path of the file, which only the root has. */
static tc_status share_layout(tc_snapshot *s) {
  int64_t numbers[8] = {s->in.nodes, s->in.cells, s->at.tensor, s->at.time, s->at.step, 0, s->at.fibre, 0};
  if (s->paths) numbers[5] = (int64_t)strlen(s->paths->work_path) + 1;
  if (s->paths) numbers[7] = s->paths->resumes_file;
  TC_TRY(TC_MPI(MPI_Bcast(numbers, 8, MPI_INT64_T, 0, tc_world_comm(s->in.world))));
  for (int f = 0; f < s->fields; f++)
    TC_TRY(TC_MPI(MPI_Bcast(&s->field[f].offset, 1, MPI_INT64_T, 0, tc_world_comm(s->in.world))));
  s->in.nodes = numbers[0];
  s->in.cells = numbers[1];
  s->at.tensor = numbers[2];
  s->at.time = numbers[3];
  s->at.step = numbers[4];
  s->at.fibre = numbers[6];
  s->resumes_file = numbers[7];
  tc_free(s->path);
  s->path = NULL;
  TC_TRY(tc_world_agree(s->in.world, TC_ALLOC(s->path, numbers[5])));
  if (s->paths) strcpy(s->path, s->paths->work_path);
  s->in.path = s->path;
  return TC_MPI(MPI_Bcast(s->path, (int)numbers[5], MPI_CHAR, 0, tc_world_comm(s->in.world)));
}

/* On an error the file remains open until the program ends, because closing it is collective and some ranks
 * may not have opened it. */
tc_status tc_snapshot_open(tc_snapshot *s) {
  const int mode = MPI_MODE_RDWR;
  const int code = MPI_File_open(tc_world_comm(s->in.world), s->path, mode, MPI_INFO_NULL, &s->in.file);
  const tc_status status = tc_world_agree(s->in.world, tc_raw_rows_check_mpi(code, s->path));
  if (status) s->in.file = MPI_FILE_NULL;
  return status;
}

static tc_status check_rows(int64_t rows, int states) {
  const int most = TC_SNAPSHOT_MAX / (1 + states);
  if (rows <= most) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "snapshots.every: the run would write %lld snapshots%s, but the file can hold at "
                          "most %d: increase it",
                          (long long)rows, states ? " with local states" : "", most);
}

/* Writes the components of tensors in the order of XDMF's Tensor6: xx, xy, xz, yy, yz, zz. */
tc_status tc_snapshot_write_axes(tc_snapshot *s) {
  static const int tensor6[6] = {0, 3, 4, 1, 5, 2}, plain[3] = {0, 1, 2};
  if (s->extra.tensor) TC_TRY(tc_raw_rows_write_cells(&s->in, s->at.tensor, 6, tensor6, s->extra.tensor));
  return s->extra.fibre ? tc_raw_rows_write_cells(&s->in, s->at.fibre, 3, plain, s->extra.fibre) : TC_OK;
}

/* Collective. Opens a new file and writes the tensors and fibres. Does nothing if the run resumes: only
 * tc_snapshot_resume opens an existing file, so that a rejected run changes nothing. */
static tc_status begin_file(tc_snapshot *s) {
  if (s->resumes_file) return TC_OK;
  s->begun = true;
  TC_TRY(tc_snapshot_open(s));
  return tc_snapshot_write_axes(s);
}

tc_status tc_snapshot_create(const tc_world *world, const tc_snapshot_paths *place, int64_t rows,
                             int compress, const tc_mesh *mesh, int32_t owned, const tc_gid *id,
                             const tc_snapshot_metadata *about, const tc_snapshot_extras *extras,
                             tc_snapshot **out) {
  tc_snapshot *s = NULL;
  tc_status status = TC_OK;
  TC_TRY(check_rows(rows, extras ? extras->states : 0));
  TC_TRY(TC_WORLD_ALLOC(world, s, 1));
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  *s = (tc_snapshot){.paths = world->rank ? NULL : place,
                     .compress = compress,
                     .extra = extras ? *extras : (tc_snapshot_extras){0}};
  s->in = (tc_raw_rows){.world = world,
                        .file = MPI_FILE_NULL,
                        .rows = rows,
                        .nodes = mesh ? mesh->nodes : 0,
                        .cells = mesh ? mesh->cells : 0};
  s->fields = 1 + s->extra.states;
  TC_GUARD(status, TC_WORLD_ALLOC(world, s->field, s->fields));
  tc_snapshot_field_names(extras, s->field);
  TC_GUARD(status, share_layout(s));
  TC_GUARD(status, tc_cell_slab_create(world, s->in.cells, owned, id, &s->slab));
  s->in.slab = s->slab;
  TC_GUARD(status, tc_world_agree(world, TC_ALLOC(s->in.slab_value, s->slab->count)));
  TC_GUARD(status, tc_world_agree(world, s->paths ? TC_ALLOC(s->times, s->in.rows) : TC_OK));
  TC_GUARD(status, tc_world_agree(world, s->paths ? open_or_make(s, mesh, about) : TC_OK));
  TC_GUARD(status, share_layout(s));
  TC_GUARD(status, begin_file(s));
  *out = s;
  return TC_OK;
cleanup:
  tc_snapshot_close_failed(&s);
  return status;
}

tc_status tc_snapshot_write_xdmf(tc_snapshot *s, const char *path, const char *h5) {
  const tc_xdmf xdmf = {h5, s->in.nodes, s->in.cells, s->written, s->times, &s->extra};
  double began = tc_now_s();
  TC_TRY(tc_xdmf_write(path, &xdmf));
  s->xdmf_at_s = tc_now_s();
  s->xdmf_took_s = s->xdmf_at_s - began;
  s->named = s->written;
  return TC_OK;
}

/* Root: rewrites the XDMF file after a snapshot. After the first hundred snapshots it does nothing if the
 * last rewrite was too recent. */
static tc_status name_frame(tc_snapshot *s) {
  const bool due = tc_now_s() - s->xdmf_at_s >= xdmf_patience * s->xdmf_took_s;
  if (s->written > frames_at_once && !due) return TC_OK;
  return tc_snapshot_write_xdmf(s, s->paths->work_xdmf, s->path);
}

static tc_status write_hashes(const tc_snapshot *s, int64_t step, double time) {
  for (int f = 0; f < s->fields; f++) {
    const int64_t hash = tc_snapshot_row_hash(s->field[f].hash, s->in.cells, step, time);
    TC_TRY(tc_snapshot_put(s->in.file, s->path, s->field[f].hash_at + 8 * s->written, &hash, MPI_INT64_T));
  }
  return TC_OK;
}

/* Root: writes hashes, time and step of the next row, after its values have been synced. The step is written
 * last. This is one aligned write of 8 bytes, so a row is either complete or absent. */
static tc_status write_step(tc_snapshot *s, int64_t step, double time) {
  MPI_File file = s->in.file;
  const MPI_Offset at = 8 * s->written;
  s->times[s->written] = time;
  TC_TRY(write_hashes(s, step, time));
  TC_TRY(tc_snapshot_put(file, s->path, s->at.time + at, &time, MPI_DOUBLE));
  return tc_snapshot_put(file, s->path, s->at.step + at, &step, MPI_INT64_T);
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

/* Collective. Writes the next row of a field and stores its hash in *field. */
static tc_status write_field(tc_snapshot *s, tc_snapshot_field *field, const double *value) {
  TC_TRY(tc_world_agree(s->in.world, tc_cell_slab_gather(s->slab, value, s->in.slab_value)));
  TC_TRY(tc_snapshot_hash(s, &field->hash));
  return tc_world_agree(s->in.world, tc_raw_rows_write(&s->in, field->offset, s->written));
}

tc_status tc_snapshot_write(tc_snapshot *s, int64_t step, double time, const double *value) {
  const tc_world *world = s->in.world;
  TC_TRY(tc_world_agree(world, s->paths ? reserve_row(s) : TC_OK));
  for (int f = 0; f < s->fields; f++)
    TC_TRY(write_field(s, &s->field[f], f == 0 ? value : s->extra.state[f - 1]));
  TC_TRY(tc_world_agree(world, tc_raw_rows_check_mpi(MPI_File_sync(s->in.file), s->path)));
  TC_TRY(tc_world_agree(world, s->paths ? write_step(s, step, time) : TC_OK));
  s->written++;
  return tc_world_agree(world, s->paths ? name_frame(s) : TC_OK);
}

/* Root: writes a row of the history. */
static tc_status write_history_row(const tc_snapshot *s, int64_t step, const double *row) {
  if (s->noted < s->extra.history->rows)
    return tc_snapshot_history_write(s->in.file, s->path, s->extra.history, s->at.history, s->noted, step,
                                     row);
  return tc_status_create(TC_INTERNAL,
                          "%s: more rows of the history than the %lld for which the file was created",
                          s->path, (long long)s->extra.history->rows);
}

tc_status tc_snapshot_write_history(tc_snapshot *s, int64_t step, const double *row) {
  TC_TRY(tc_world_agree(s->in.world, s->paths ? write_history_row(s, step, row) : TC_OK));
  s->noted++;
  return TC_OK;
}

int64_t tc_snapshot_count(const tc_snapshot *s) { return s->written; }

/* Collective. Syncs and closes the file. */
static tc_status close_file(tc_snapshot *s) {
  int code = MPI_SUCCESS;
  if (s->in.file != MPI_FILE_NULL) code = MPI_File_sync(s->in.file);
  if (s->in.file != MPI_FILE_NULL && MPI_File_close(&s->in.file) != MPI_SUCCESS && !code) code = MPI_ERR_IO;
  return tc_world_agree(s->in.world, tc_raw_rows_check_mpi(code, s->path));
}

static void destroy_snapshot(tc_snapshot **snapshot) {
  tc_snapshot *s = *snapshot;
  if (s->renewed) unlink(s->renewed);
  tc_free(s->renewed);
  tc_cell_slab_destroy(&s->slab);
  tc_free(s->in.slab_value);
  tc_free(s->times);
  tc_free(s->at.history);
  tc_free(s->field);
  tc_free(s->path);
  tc_free(s);
  *snapshot = NULL;
}

/* Root: publishes the finished HDF5 file and the XDMF file. */
static tc_status publish_snapshot(tc_snapshot *s, const char *from) {
  const tc_snapshot_paths *place = s->paths;
  if (s->named < s->written || tc_snapshot_paths_replaces_existing(place))
    TC_TRY(tc_snapshot_write_xdmf(s, place->work_xdmf, place->path));
  const tc_status status = tc_snapshot_paths_publish(place, from);
  if (!status || !tc_snapshot_paths_replaces_existing(place)) return status;
  tc_status again = tc_snapshot_write_xdmf(s, place->work_xdmf, place->work_path);
  tc_status_free(&again); /* the first error is reported */
  return status;
}

/* Collective. Creates a temporary file for the compressed copy and returns its name on every rank. */
static tc_status name_packed(const tc_snapshot *s, char **out) {
  const size_t room = strlen(s->path) + 32; /* work_path is at least as long as the final name, and a
                                               temporary name is at most 31 characters longer */
  char *name = NULL;
  int descriptor = -1;
  tc_status status = s->paths ? tc_file_create_temporary(s->paths->path, &name, &descriptor) : TC_OK;
  if (descriptor >= 0) close(descriptor);
  if (!status) status = tc_alloc(room, 1, "the name of the compressed file", out);
  if (!status && name) strcpy(*out, name);
  if (status && name) unlink(name);
  tc_free(name);
  TC_TRY(tc_world_agree(s->in.world, status));
  return TC_MPI(MPI_Bcast(*out, (int)room, MPI_CHAR, 0, tc_world_comm(s->in.world)));
}

/* Returns the error `reason` of the compression with the addition that the uncompressed snapshots are
 * complete. Frees `reason`. */
static tc_status not_compressed(const tc_snapshot *s, tc_status reason) {
  if (tc_status_code(reason) == TC_STOPPED) return reason;
  tc_status status = tc_status_create(tc_status_code(reason), "%s: is complete but cannot be compressed: %s",
                                      s->path, tc_status_text(reason));
  tc_status_free(&reason);
  return status;
}

tc_status tc_snapshot_close(tc_snapshot **snapshot) {
  if (!*snapshot) return TC_OK;
  tc_snapshot *s = *snapshot;
  char *packed = NULL;
  tc_status status = TC_OK;
  if (s->compress && s->written > 0) {
    status = name_packed(s, &packed);
    if (!status) status = tc_snapshot_compress(&s->in, s->written, s->fields, s->field, s->compress, packed);
    if (status) status = not_compressed(s, status);
  }
  tc_status closing = close_file(s);
  if (status)
    tc_status_free(&closing);
  else
    status = closing;
  if (!status)
    status = tc_world_agree(s->in.world, s->paths ? publish_snapshot(s, packed ? packed : s->path) : TC_OK);
  if (status && packed && s->paths) unlink(packed);
  tc_free(packed);
  destroy_snapshot(snapshot);
  return status;
}

void tc_snapshot_close_failed(tc_snapshot **snapshot) {
  tc_snapshot *s = *snapshot;
  if (!s) return;
  tc_status status = close_file(s);
  tc_status_free(&status); /* the run has already reported its error */
  if (s->is_created && !s->checkpointed && s->written == 0) unlink(s->paths->work_path);
  if (s->paths && s->begun && s->named < s->written) {
    status = tc_snapshot_write_xdmf(s, s->paths->work_xdmf, s->path);
    tc_status_free(&status);
  }
  destroy_snapshot(snapshot);
}
