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
static tc_status create_file(tc_snapshot *s, const tc_mesh *mesh, const tc_snapshot_metadata *metadata) {
  tc_file file;
  TC_TRY(tc_file_open(s->paths->work_path, &file));
  tc_status status =
      tc_snapshot_file_create(file.temporary, mesh, metadata, s->raw.rows, &s->extras, s->field, &s->offsets);
  if (!status) status = tc_file_commit(&file);
  tc_file_discard(&file);
  s->is_created = !status;
  /* An XDMF file that exists under this name refers to the HDF5 file of an earlier run, which no longer
   * exists. */
  if (s->is_created) unlink(s->paths->work_xdmf);
  return status ? status : tc_file_sync_directory(s->paths->work_path);
}

/* Collective. Broadcasts from the root the sizes of the mesh and the path of the file. */
static tc_status broadcast_sizes(tc_snapshot *s) {
  const tc_world *world = s->raw.world;
  int64_t numbers[3] = {s->raw.nodes, s->raw.cells, s->paths && s->paths->resumes_file};
  TC_TRY(TC_MPI(world, MPI_Bcast(numbers, 3, MPI_INT64_T, 0, tc_world_comm(world))));
  s->raw.nodes = (tc_gid)numbers[0];
  s->raw.cells = (tc_gid)numbers[1];
  s->resumes_file = numbers[2];
  TC_TRY(tc_world_broadcast_text(world, s->paths ? s->paths->work_path : NULL, &s->path));
  s->raw.path = s->path;
  return TC_OK;
}

/* Collective. Broadcasts from the root the byte offsets at which all ranks write. */
static tc_status broadcast_offsets(tc_snapshot *s) {
  const MPI_Comm comm = tc_world_comm(s->raw.world);
  TC_TRY(TC_MPI(s->raw.world, MPI_Bcast(&s->offsets.tensor, 1, MPI_INT64_T, 0, comm)));
  TC_TRY(TC_MPI(s->raw.world, MPI_Bcast(&s->offsets.fibre, 1, MPI_INT64_T, 0, comm)));
  for (int f = 0; f < s->fields; f++)
    TC_TRY(TC_MPI(s->raw.world, MPI_Bcast(&s->field[f].offset, 1, MPI_INT64_T, 0, comm)));
  return TC_OK;
}

static tc_status check_rows(int64_t rows, int states) {
  const int rows_max = TC_SNAPSHOT_MAX / (1 + states);
  if (rows <= rows_max) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "snapshots: the run would write %lld snapshots%s, but the file can hold at most "
                          "%d: increase snapshots.every or snapshots.interval, or shorten snapshots.times",
                          (long long)rows, states ? " with local states" : "", rows_max);
}

/* Collective. Opens a new file and writes the tensors and fibres. An existing file is opened later, by
 * tc_snapshot_resume, so that a run that fails during its setup does not change the file. */
static tc_status open_new_file(tc_snapshot *s) {
  if (s->resumes_file) return TC_OK;
  s->is_writable = true;
  TC_TRY(tc_snapshot_open(s));
  return tc_snapshot_write_axes(s);
}

tc_status tc_snapshot_create(const tc_world *world, const tc_snapshot_paths *paths, int64_t rows,
                             int compress, const tc_mesh *mesh, int32_t owned, const tc_gid *id,
                             const tc_snapshot_metadata *metadata, const tc_snapshot_extras *extras,
                             tc_snapshot **out) {
  tc_snapshot *s = NULL;
  tc_status status = TC_OK;
  TC_TRY(check_rows(rows, extras ? extras->states : 0));
  TC_TRY(TC_WORLD_ALLOC(world, s, 1));
  *s = (tc_snapshot){.paths = world->rank ? NULL : paths,
                     .compress = compress,
                     .extras = extras ? *extras : (tc_snapshot_extras){0}};
  s->raw = (tc_raw_rows){.world = world,
                         .file = MPI_FILE_NULL,
                         .rows = rows,
                         .nodes = mesh ? mesh->nodes : 0,
                         .cells = mesh ? mesh->cells : 0};
  s->fields = 1 + s->extras.states;
  TC_GUARD(status, TC_WORLD_ALLOC(world, s->field, s->fields));
  tc_snapshot_format_field_names(&s->extras, s->field);
  TC_GUARD(status, broadcast_sizes(s));
  TC_GUARD(status, tc_cell_slab_create(world, s->raw.cells, owned, id, &s->slab));
  s->raw.slab = s->slab;
  TC_GUARD(status, tc_world_agree(world, TC_ALLOC(s->raw.slab_value, s->slab->count)));
  TC_GUARD(status, TC_ON_ROOT(world, TC_ALLOC(s->times, s->raw.rows)));
  TC_GUARD(status, TC_ON_ROOT(world, paths->resumes_file ? tc_snapshot_open_existing(s, mesh, metadata)
                                                         : create_file(s, mesh, metadata)));
  TC_GUARD(status, broadcast_offsets(s));
  TC_GUARD(status, open_new_file(s));
  *out = s;
  return TC_OK;
cleanup:
  tc_snapshot_close_failed(&s);
  return status;
}

int64_t tc_snapshot_count(const tc_snapshot *s) { return s->written; }

static void destroy_snapshot(tc_snapshot **snapshot) {
  tc_snapshot *s = *snapshot;
  tc_file_discard(&s->replacement);
  tc_cell_slab_destroy(&s->slab);
  tc_free(s->raw.slab_value);
  tc_free(s->times);
  tc_free(s->offsets.history);
  tc_free(s->field);
  tc_free(s->path);
  tc_free(s);
  *snapshot = NULL;
}

/* Root: renames the complete HDF5 file `from` and the XDMF file to their final names. */
static tc_status publish_snapshot(tc_snapshot *s, const char *from) {
  const tc_snapshot_paths *paths = s->paths;
  if (s->xdmf_snapshots < s->written || tc_snapshot_paths_replaces_existing(paths))
    TC_TRY(tc_snapshot_write_xdmf(s, paths->work_xdmf, paths->path));
  const tc_status status = tc_snapshot_paths_publish(paths, from);
  if (!status || !tc_snapshot_paths_replaces_existing(paths)) return status;
  return tc_status_first(status, tc_snapshot_write_xdmf(s, paths->work_xdmf, paths->work_path));
}

/* Returns the error `reason` of the compression with a note that the uncompressed file is complete. Returns
 * TC_STOPPED without a note. Frees `reason` if the result is another error. */
static tc_status compression_error(const tc_snapshot *s, tc_status reason) {
  if (tc_status_code(reason) == TC_STOPPED) return reason;
  return tc_status_replace(reason, tc_status_create(tc_status_code(reason),
                                                    "%s: is complete but cannot be compressed: %s", s->path,
                                                    tc_status_text(reason)));
}

/* Collective. Writes a compressed copy of the file to a temporary file, which is returned in *compressed on
 * the root. */
static tc_status compress_file(const tc_snapshot *s, tc_file *compressed) {
  const tc_world *world = s->raw.world;
  char *path = NULL;
  TC_TRY(TC_ON_ROOT(world, tc_file_open(s->paths->path, compressed)));
  TC_TRY(tc_world_broadcast_text(world, compressed->temporary, &path));
  tc_status status = tc_snapshot_compress(s, path);
  if (!status) status = TC_ON_ROOT(world, tc_file_sync(compressed));
  tc_free(path);
  return status;
}

tc_status tc_snapshot_close(tc_snapshot **snapshot) {
  if (!*snapshot) return TC_OK;
  tc_snapshot *s = *snapshot;
  tc_file compressed = {0};
  tc_status status = s->compress && s->written > 0 ? compress_file(s, &compressed) : TC_OK;
  if (status) status = compression_error(s, status);
  status = tc_status_first(status, tc_snapshot_close_rows(s));
  const char *from = compressed.temporary ? compressed.temporary : s->path;
  if (!status) status = TC_ON_ROOT(s->raw.world, publish_snapshot(s, from));
  tc_file_discard(&compressed);
  destroy_snapshot(snapshot);
  return status;
}

void tc_snapshot_close_failed(tc_snapshot **snapshot) {
  tc_snapshot *s = *snapshot;
  if (!s) return;
  tc_status status = tc_snapshot_close_rows(s);
  tc_status_free(&status); /* The error is ignored, because the run has already reported an earlier error. */
  if (s->is_created && !s->is_checkpointed && s->written == 0) unlink(s->paths->work_path);
  if (s->paths && s->is_writable && s->xdmf_snapshots < s->written) {
    status = tc_snapshot_write_xdmf(s, s->paths->work_xdmf, s->path);
    tc_status_free(&status);
  }
  destroy_snapshot(snapshot);
}

/* ---- hook ---- */

/* A snapshot is due at the steps of a periodic hook, and at each step that ends at a requested time. */
static bool is_snapshot_due(const tc_hook *hook, const tc_run_state *now) {
  return now->requested > 0.0 || tc_hook_is_periodic(hook, now);
}

/* Writes a snapshot. The snapshot of step 0 is logged as a setup phase. The time in the file is the requested
 * time, without the rounding errors of the steps. In a steady solve the time is the step number, because some
 * readers distinguish snapshots by their time. */
static tc_status write_due_snapshot(void *self, const tc_run_state *now) {
  const tc_log_phase phase = tc_log_begin_phase(now->step == 0 ? now->log : NULL, TC_JOB_PHASE_first_output,
                                                "writing the first snapshot");
  const double time = now->requested > 0.0 ? now->requested : now->time > 0.0 ? now->time : (double)now->step;
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
                   .is_due = is_snapshot_due,
                   .list_restart = list_snapshot_restart,
                   .flush = flush_snapshot,
                   .resume = resume_snapshot,
                   .run = write_due_snapshot,
                   .job_phase = TC_JOB_PHASE_snapshots,
                   .publishes_field = true};
}
