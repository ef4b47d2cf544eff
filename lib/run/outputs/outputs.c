/* Outputs of a run: calls checkpoints, snapshots, history and residuals in the order in which they must
 * prepare, resume and publish their files. Other runs may be writing the same files, so output files are
 * locked (PATH.lock) when they are added to the file list. Reports and checkpoints are locked before any
 * checkpoint is read. Existing files are compared with the list in the checkpoint only while the locks are
 * held. Snapshots have their own lock (io/snapshot/snapshot_paths.h). */
#include "run/outputs/outputs.h"

#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "io/snapshot/snapshot_read.h"
#include "run/outputs/disk_requirements.h"

/* Root only. Acquires the lock file PATH.lock of an output file `name`. The path of the lock file must differ
 * from all other files of the run. */
static tc_status lock_one(tc_run_outputs *o, tc_file_list *files, const char *name) {
  char *path = NULL, *lock = NULL;
  TC_TRY(tc_file_resolve_links(name, &path));
  const size_t size = strlen(path) + sizeof ".lock";
  tc_status status = tc_alloc(size, 1, "the name of a lock", &lock);
  if (!status) snprintf(lock, size, "%s.lock", path);
  if (!status) status = tc_file_list_add_lock(files, "the lock file", name, lock);
  if (!status) status = tc_file_lock_acquire(lock, name, &o->lock[o->locks]);
  if (!status) o->locks++;
  tc_free(lock);
  tc_free(path);
  return status;
}

/* Root only. Locks the files that were added to the list since the last call, except for the snapshot file
 * `snapshots`, which has its own lock. */
static tc_status lock_more(tc_run_outputs *o, tc_file_list *files, const char *snapshots) {
  const int count = files->count;
  for (int k = o->looked; k < count; k++) {
    const char *name = files->file[k].name;
    if (!files->file[k].written || files->file[k].companion || (snapshots && strcmp(name, snapshots) == 0))
      continue;
    TC_TRY(lock_one(o, files, name));
  }
  o->looked = files->count;
  return TC_OK;
}

static tc_status lock_outputs(tc_session *s, tc_run_outputs *o) {
  const char *snapshots = s->config->snapshots.file;
  return tc_world_agree(s->world, s->world->rank == 0 ? lock_more(o, &s->files, snapshots) : TC_OK);
}

static bool all_hold(const tc_run_outputs *o) {
  for (int k = 0; k < o->locks; k++)
    if (!tc_file_lock_is_supported(&o->lock[k])) return false;
  return true;
}

/* Root only. Returns the snapshot file if it may exist; otherwise NULL. It may exist if it belongs to this
 * run, or if it was begun by a run that ended before its first checkpoint. */
static const char *find_allowed(const tc_session *s, const tc_snapshot_paths *place) {
  const bool may_be = place->path && (place->resumes_file || tc_snapshot_is_unfinished(place->path));
  return may_be ? s->config->snapshots.file : NULL;
}

/* Root only. Returns an error if a resumed run cannot continue its snapshot file, because it would then
 * replace the snapshots of earlier steps. */
static tc_status check_snapshots(const tc_session *s, const tc_snapshot_paths *paths) {
  if (!s->resume || s->options->force || !paths->path || paths->resumes_file) return TC_OK;
  if (!tc_snapshot_paths_replaces_existing(paths) || tc_snapshot_is_unfinished(paths->path)) return TC_OK;
  return tc_status_create(TC_OUTPUT,
                          "%s: contains snapshots of steps before the checkpoint, which was written without "
                          "this file: set snapshots.file to a new name",
                          s->config->snapshots.file);
}

/* Root only. Checks that the run replaces no files of other runs. */
static tc_status check_outputs(tc_session *s, tc_run_outputs *o) {
  if (!s->options->resume && !s->options->force)
    TC_TRY(tc_file_list_check_new(&s->files, s->config->checkpoint.file != NULL));
  TC_TRY(tc_run_checkpoints_check_outputs(&o->checkpoints, find_allowed(s, &o->snapshots.paths)));
  TC_TRY(check_snapshots(s, &o->snapshots.paths));
  return all_hold(o) ? tc_run_checkpoints_remove_stale(&o->checkpoints) : TC_OK;
}

/* Checks that the disk has enough free space. `steps` is the number of planned steps, negative if it is not
 * known yet. */
static tc_status check_room(tc_session *s, const tc_run_outputs *o, int64_t steps) {
  const tc_disk_requirements disk = {s->resume,
                                     o->snapshots.paths.resumes_file,
                                     o->snapshots.paths.kept.written,
                                     o->snapshots.paths.work_path,
                                     o->checkpoints.paths.path,
                                     o->checkpoints.paths.count,
                                     steps};
  if (steps < 0) return TC_OK;
  return tc_world_agree(s->world, s->world->rank == 0 ? tc_disk_requirements_check(s, &disk) : TC_OK);
}

tc_status tc_run_outputs_prepare(tc_session *s, tc_run_outputs *o) {
  TC_TRY(tc_run_checkpoints_prepare(s, &o->checkpoints));
  TC_TRY(lock_outputs(s, o));
  TC_TRY(tc_run_checkpoints_find(s, &o->checkpoints));
  o->snapshots.earlier = tc_run_checkpoints_get_snapshot_file(&o->checkpoints);
  TC_TRY(tc_run_snapshots_prepare(s, &o->snapshots));
  tc_run_checkpoints_set_snapshot_file(&o->checkpoints, tc_run_snapshots_name(&o->snapshots));
  TC_TRY(tc_run_history_prepare(s));
  TC_TRY(tc_run_residuals_prepare(s));
  TC_TRY(lock_outputs(s, o));
  TC_TRY(tc_world_agree(s->world, s->world->rank == 0 ? check_outputs(s, o) : TC_OK));
  return check_room(s, o, tc_disk_requirements_planned_steps(s->config));
}

/* Root only. True if `file` is not among the outputs of the run that wrote the checkpoint. */
static bool is_new(const tc_session *s, const tc_run_outputs *o, const char *file) {
  const char *own = o->checkpoints.found.by_index[TC_CHECKPOINT_outputs];
  return file && !(own && tc_file_list_is_own(&s->files, own, file));
}

/* Root only. Marks new files as skipped if no steps remain. Such files would stay empty and no checkpoint
 * would list them, so a later extension of the run would not replace them. */
static void skip_files(tc_session *s, const tc_run_outputs *o) {
  const tc_config *c = s->config;
  const char *const file[] = {o->history.is_skipped ? c->history.file : NULL,
                              o->snapshots.is_skipped ? c->snapshots.file : NULL,
                              o->residuals.is_skipped ? c->solver.history : NULL};
  for (size_t k = 0; k < sizeof file / sizeof *file; k++) {
    if (!file[k]) continue;
    tc_log_write(s->log, TC_LOG_NORMAL, "%s: not written, because the run has made all its steps", file[k]);
    tc_files_skip(&s->files, file[k]);
  }
}

/* Collective. Determines which files of the earlier run a resumed run continues, and which new files it
 * skips. */
static tc_status find_files(tc_session *s, tc_run_outputs *o) {
  const tc_config *c = s->config;
  const tc_resume_source *r = s->resume;
  const bool root = s->world->rank == 0, ends = r && r->step >= s->step.steps,
             adds = !o->snapshots.paths.resumes_file;
  int64_t noted;
  TC_TRY(tc_resume_source_integer(r, "snapshots.noted", &noted));
  double flag[4] = {root && is_new(s, o, c->history.file), root && !adds && noted > 0,
                    root && adds && c->snapshots.file, root && is_new(s, o, c->solver.history)};
  TC_TRY(tc_world_max(s->world, flag, 4));
  o->history.is_new_file = flag[0] > 0.0;
  o->history.in_old_snapshots = flag[1] > 0.0;
  o->history.is_skipped = ends && o->history.is_new_file;
  o->snapshots.is_skipped = ends && flag[2] > 0.0;
  o->residuals.is_skipped = ends && flag[3] > 0.0;
  if (root) skip_files(s, o);
  return TC_OK;
}

tc_status tc_run_outputs_create(tc_session *s, tc_run_outputs *o) {
  if (tc_disk_requirements_planned_steps(s->config) < 0) TC_TRY(check_room(s, o, s->step.steps));
  TC_TRY(tc_run_checkpoints_create(s, &o->checkpoints));
  TC_TRY(find_files(s, o));
  TC_TRY(tc_run_history_create(s, &o->history));
  return tc_run_snapshots_create(s, tc_run_history_in_file(&o->history), &o->snapshots);
}

tc_status tc_run_outputs_begin(tc_session *s, tc_run_outputs *o) {
  return tc_run_residuals_create(s, &o->residuals);
}

int tc_run_outputs_hooks(const tc_session *s, tc_run_outputs *o, tc_hook *hook) {
  int hooks = tc_run_snapshots_hooks(s, &o->snapshots, &o->history, hook);
  hooks += tc_run_residuals_hooks(&o->residuals, hook + hooks);
  return hooks + tc_run_checkpoints_hooks(&o->checkpoints, hook + hooks);
}

tc_status tc_run_outputs_publish(const tc_session *s, tc_run_outputs *o) {
  TC_TRY(tc_run_snapshots_publish(s, &o->snapshots));
  TC_TRY(tc_run_history_publish(s, &o->history));
  return tc_run_residuals_publish(s, &o->residuals);
}

void tc_run_outputs_free(const tc_session *s, tc_run_outputs *o) {
  tc_run_snapshots_free(s, &o->snapshots);
  tc_run_history_free(s, &o->history);
  tc_run_residuals_free(s, &o->residuals);
  tc_run_checkpoints_free(&o->checkpoints);
  for (int k = 0; k < o->locks; k++) tc_file_lock_release(&o->lock[k]);
  o->locks = 0;
}
