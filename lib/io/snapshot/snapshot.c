/* Creates, closes and publishes the snapshot file of a run (snapshot_layout.h). The root creates the complete
 * HDF5 structure under a temporary name and renames the file. Then all ranks open it with MPI-IO. */
#include "io/snapshot/snapshot.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "comm/world/mpi_world.h"
#include "io/snapshot/snapshot_internal.h"
#include "io/snapshot/xdmf.h"

#define TC_PHASE "creating a snapshot file"

void tc_snapshot_prepare(void) {
  H5dont_atexit();
  H5open();
}

/* Root: creates the file under a temporary name and renames it to paths->work_path when it is complete. */
static tc_status create_file(tc_snapshot *s, const tc_mesh *mesh, const tc_snapshot_metadata *about) {
  tc_file file;
  TC_TRY(tc_file_open(s->paths->work_path, &file));
  tc_status status =
      tc_snapshot_file_create(file.temporary, mesh, about, s->in.rows, &s->extra, s->field, &s->at);
  if (!status) status = tc_file_commit(&file);
  tc_file_discard(&file);
  s->is_created = !status;
  /* An existing XDMF file refers to an HDF5 file of an earlier run that no longer exists. */
  if (s->is_created) unlink(s->paths->work_xdmf);
  return status ? status : tc_file_sync_directory(s->paths->work_path);
}

/* Collective. Broadcasts the sizes of the mesh and the path of the file from the root. */
static tc_status share_sizes(tc_snapshot *s) {
  const tc_world *world = s->in.world;
  int64_t numbers[3] = {s->in.nodes, s->in.cells, s->paths && s->paths->resumes_file};
  TC_TRY(TC_MPI(world, MPI_Bcast(numbers, 3, MPI_INT64_T, 0, tc_world_comm(world))));
  s->in.nodes = (tc_gid)numbers[0];
  s->in.cells = (tc_gid)numbers[1];
  s->resumes_file = numbers[2];
  TC_TRY(tc_world_share_text(world, s->paths ? s->paths->work_path : NULL, &s->path));
  s->in.path = s->path;
  return TC_OK;
}

/* Collective. Broadcasts the byte offsets at which all ranks write from the root. */
static tc_status share_offsets(tc_snapshot *s) {
  const MPI_Comm comm = tc_world_comm(s->in.world);
  TC_TRY(TC_MPI(s->in.world, MPI_Bcast(&s->at.tensor, 1, MPI_INT64_T, 0, comm)));
  TC_TRY(TC_MPI(s->in.world, MPI_Bcast(&s->at.fibre, 1, MPI_INT64_T, 0, comm)));
  for (int f = 0; f < s->fields; f++)
    TC_TRY(TC_MPI(s->in.world, MPI_Bcast(&s->field[f].offset, 1, MPI_INT64_T, 0, comm)));
  return TC_OK;
}

static tc_status check_rows(int64_t rows, int states) {
  const int most = TC_SNAPSHOT_MAX / (1 + states);
  if (rows <= most) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "snapshots.every: the run would write %lld snapshots%s, but the file can hold at "
                          "most %d: increase it",
                          (long long)rows, states ? " with local states" : "", most);
}

/* Collective. Opens a new file and writes the tensors and fibres. Does nothing for an existing file.
 * tc_snapshot_resume opens it later, so that a run that fails during the setup leaves it unchanged. */
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
  tc_snapshot_field_names(&s->extra, s->field);
  TC_GUARD(status, share_sizes(s));
  TC_GUARD(status, tc_cell_slab_create(world, s->in.cells, owned, id, &s->slab));
  s->in.slab = s->slab;
  TC_GUARD(status, tc_world_agree(world, TC_ALLOC(s->in.slab_value, s->slab->count)));
  TC_GUARD(status, TC_ON_ROOT(world, TC_ALLOC(s->times, s->in.rows)));
  TC_GUARD(status, TC_ON_ROOT(world, place->resumes_file ? tc_snapshot_open_existing(s, mesh, about)
                                                         : create_file(s, mesh, about)));
  TC_GUARD(status, share_offsets(s));
  TC_GUARD(status, begin_file(s));
  *out = s;
  return TC_OK;
cleanup:
  tc_snapshot_close_failed(&s);
  return status;
}

int64_t tc_snapshot_count(const tc_snapshot *s) { return s->written; }

static void destroy_snapshot(tc_snapshot **snapshot) {
  tc_snapshot *s = *snapshot;
  tc_file_discard(&s->renewed);
  tc_cell_slab_destroy(&s->slab);
  tc_free(s->in.slab_value);
  tc_free(s->times);
  tc_free(s->at.history);
  tc_free(s->field);
  tc_free(s->path);
  tc_free(s);
  *snapshot = NULL;
}

/* Root: renames the complete HDF5 file `from` and the XDMF file to their final names. */
static tc_status publish_snapshot(tc_snapshot *s, const char *from) {
  const tc_snapshot_paths *place = s->paths;
  if (s->named < s->written || tc_snapshot_paths_replaces_existing(place))
    TC_TRY(tc_snapshot_write_xdmf(s, place->work_xdmf, place->path));
  const tc_status status = tc_snapshot_paths_publish(place, from);
  if (!status || !tc_snapshot_paths_replaces_existing(place)) return status;
  return tc_status_first(status, tc_snapshot_write_xdmf(s, place->work_xdmf, place->work_path));
}

/* Adds to the error `reason` of the compression that the uncompressed file is complete. Frees `reason`. */
static tc_status not_compressed(const tc_snapshot *s, tc_status reason) {
  if (tc_status_code(reason) == TC_STOPPED) return reason;
  return tc_status_replace(reason, tc_status_create(tc_status_code(reason),
                                                    "%s: is complete but cannot be compressed: %s", s->path,
                                                    tc_status_text(reason)));
}

/* Collective. Writes a compressed copy of the file to a temporary file, which is returned in *packed on the
 * root. */
static tc_status pack_file(const tc_snapshot *s, tc_file *packed) {
  const tc_world *world = s->in.world;
  char *path = NULL;
  TC_TRY(TC_ON_ROOT(world, tc_file_open(s->paths->path, packed)));
  TC_TRY(tc_world_share_text(world, packed->temporary, &path));
  tc_status status = tc_snapshot_compress(s, path);
  if (!status) status = TC_ON_ROOT(world, tc_file_sync(packed));
  tc_free(path);
  return status;
}

tc_status tc_snapshot_close(tc_snapshot **snapshot) {
  if (!*snapshot) return TC_OK;
  tc_snapshot *s = *snapshot;
  tc_file packed = {0};
  tc_status status = s->compress && s->written > 0 ? pack_file(s, &packed) : TC_OK;
  if (status) status = not_compressed(s, status);
  status = tc_status_first(status, tc_snapshot_close_rows(s));
  const char *from = packed.temporary ? packed.temporary : s->path;
  if (!status) status = TC_ON_ROOT(s->in.world, publish_snapshot(s, from));
  tc_file_discard(&packed);
  destroy_snapshot(snapshot);
  return status;
}

void tc_snapshot_close_failed(tc_snapshot **snapshot) {
  tc_snapshot *s = *snapshot;
  if (!s) return;
  tc_status status = tc_snapshot_close_rows(s);
  tc_status_free(&status); /* the run has already reported its error */
  if (s->is_created && !s->checkpointed && s->written == 0) unlink(s->paths->work_path);
  if (s->paths && s->begun && s->named < s->written) {
    status = tc_snapshot_write_xdmf(s, s->paths->work_xdmf, s->path);
    tc_status_free(&status);
  }
  destroy_snapshot(snapshot);
}

/* ---- hook ---- */

/* Writes a snapshot. The snapshot of step 0 is written before the timing of the steps begins, and is logged
 * as a setup phase. A steady solve has no time. Its step number is written as the time, because some readers
 * distinguish snapshots by time. */
static tc_status write_due_snapshot(void *self, const tc_run_state *now) {
  const tc_log_phase phase =
      tc_log_begin_phase(now->step == 0 ? now->log : NULL, "writing the first snapshot");
  const double time = now->time > 0.0 ? now->time : (double)now->step;
  TC_TRY(tc_snapshot_write(self, now->step, time, now->value));
  tc_log_end_phase(&phase);
  return TC_OK;
}

static tc_status list_snapshot_restart(void *self, tc_restart_list *list) {
  return tc_snapshot_list_restart(self, list);
}

static tc_status flush_snapshot(void *self) { return tc_snapshot_flush(self); }

static tc_status resume_snapshot(void *self, const tc_run_state *now) {
  (void)now;
  return tc_snapshot_resume(self);
}

tc_hook tc_snapshot_hook(tc_snapshot *snapshot, int64_t every) {
  return (tc_hook){.self = snapshot,
                   .every = every,
                   .is_due = tc_hook_is_periodic,
                   .list_restart = list_snapshot_restart,
                   .flush = flush_snapshot,
                   .resume = resume_snapshot,
                   .run = write_due_snapshot,
                   .publishes_field = true};
}
