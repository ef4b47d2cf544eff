/* Outputs of a run: calls the functions of checkpoints, snapshots, history and residuals in the required
 * order. A lock file PATH.lock is acquired for each output file, because other runs may be writing the same
 * files. The locks of reports and checkpoints are acquired before a checkpoint is read. The existing files
 * are compared with the list in the checkpoint while all locks are held. Snapshots have their own lock
 * (io/snapshot/snapshot_paths.h). */
#include "run/outputs/outputs.h"

#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "base/file/path.h"
#include "io/snapshot/snapshot_read.h"
#include "run/outputs/disk_requirements.h"

/* Root only. Acquires the lock file PATH.lock of an output file `name`. The path of the lock file must differ
 * from all other files of the run. */
static tc_status lock_one(tc_run_outputs *o, tc_file_list *files, const char *name) {
  char *path = NULL, *lock = NULL;
  TC_TRY(tc_file_resolve_links(name, &path));
  tc_status status = tc_alloc_text("the name of a lock", &lock, "%s.lock", path);
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
    if (!files->file[k].is_output || files->file[k].is_companion ||
        (snapshots && strcmp(name, snapshots) == 0))
      continue;
    TC_TRY(lock_one(o, files, name));
  }
  o->looked = files->count;
  return TC_OK;
}

static tc_status lock_outputs(tc_plan *plan, tc_run_outputs *o) {
  const char *snapshots = plan->config->snapshots.file;
  return TC_ON_ROOT(plan->world, lock_more(o, &plan->files, snapshots));
}

static bool all_hold(const tc_run_outputs *o) {
  for (int k = 0; k < o->locks; k++)
    if (!tc_file_lock_is_supported(&o->lock[k])) return false;
  return true;
}

/* Root only. Returns the path of the snapshot file if an existing file is allowed, otherwise NULL. An
 * existing file is allowed if this run continues it, or if it was written by a run that ended before its
 * first checkpoint. */
static const char *find_allowed(const tc_plan *plan, const tc_snapshot_paths *place) {
  const bool may_be = place->path && (place->resumes_file || tc_snapshot_is_unfinished(place->path));
  return may_be ? plan->config->snapshots.file : NULL;
}

/* Root only. Returns an error if a resumed run does not continue the existing snapshot file, because it would
 * then replace the snapshots of earlier steps. */
static tc_status check_snapshots(const tc_plan *plan, const tc_snapshot_paths *paths) {
  if (!plan->resumption || plan->options->force || !paths->path || paths->resumes_file) return TC_OK;
  if (!tc_snapshot_paths_replaces_existing(paths) || tc_snapshot_is_unfinished(paths->path)) return TC_OK;
  return tc_status_create(TC_OUTPUT,
                          "%s: contains snapshots of steps before the checkpoint, which was written without "
                          "this file: set snapshots.file to a new name",
                          plan->config->snapshots.file);
}

/* Root only. Returns an error if an output of the run exists. For a rerun, the message also states the
 * overrides that switch off all outputs. */
static tc_status check_new_outputs(const tc_plan *plan) {
  const tc_status status = tc_file_list_check_new(&plan->files, plan->config->checkpoint.file);
  if (!status || !plan->options->again) return status;
  return tc_status_replace(status, tc_status_create(tc_status_code(status),
                                                    "%s, or write no files with -s snapshots=null -s "
                                                    "history=null -s checkpoint=null -s report=null",
                                                    tc_status_text(status)));
}

/* Root only. Checks that the run replaces no files of other runs. */
static tc_status check_outputs(tc_plan *plan, tc_run_outputs *o) {
  if (!plan->options->resume && !plan->options->force) TC_TRY(check_new_outputs(plan));
  TC_TRY(tc_run_checkpoints_check_outputs(&o->checkpoints, find_allowed(plan, &o->snapshots.paths)));
  TC_TRY(check_snapshots(plan, &o->snapshots.paths));
  return all_hold(o) && o->checkpoints.plan ? tc_checkpoint_paths_remove_stale(&o->checkpoints.paths) : TC_OK;
}

/* Checks that the disk has enough free space. `steps` is the number of planned steps. If it is negative, the
 * setup has not determined the number yet, and nothing is checked. */
static tc_status check_room(const tc_plan *plan, tc_run_outputs *o, int64_t steps) {
  const tc_disk_requirements disk = {tc_plan_resume_source(plan),
                                     o->snapshots.paths.resumes_file,
                                     o->snapshots.paths.restart.written,
                                     o->snapshots.paths.work_path,
                                     o->checkpoints.paths.path,
                                     o->checkpoints.paths.count,
                                     steps};
  if (steps < 0) return TC_OK;
  return TC_ON_ROOT(plan->world, tc_disk_requirements_check(plan, &disk, &o->disk_B));
}

static tc_status prepare_outputs(tc_plan *plan, tc_run_outputs *o) {
  TC_TRY(tc_run_limit_init(plan, &o->limit));
  tc_run_progress_init(&o->limit, &o->progress);
  o->checkpoints.progress = &o->progress;
  o->history.remaining = plan->config->history.remaining ? &o->progress.remaining : NULL;
  TC_TRY(tc_run_checkpoints_prepare(plan, &o->checkpoints));
  TC_TRY(lock_outputs(plan, o));
  TC_TRY(tc_run_checkpoints_find(plan, &o->checkpoints));
  o->snapshots.earlier = o->checkpoints.found.by_index[TC_CHECKPOINT_snapshots];
  TC_TRY(tc_run_snapshots_prepare(plan, &o->snapshots));
  if (o->snapshots.paths.work_path)
    o->checkpoints.facts.by_index[TC_CHECKPOINT_snapshots] = tc_path_name(o->snapshots.paths.work_path);
  TC_TRY(tc_run_history_prepare(plan));
  TC_TRY(tc_run_residuals_prepare(plan));
  TC_TRY(lock_outputs(plan, o));
  TC_TRY(TC_ON_ROOT(plan->world, check_outputs(plan, o)));
  return check_room(plan, o, tc_disk_requirements_planned_steps(plan->config));
}

tc_status tc_run_outputs_prepare(tc_plan *plan, tc_run_outputs *o) {
  TC_JOB_TRY(plan->log, TC_JOB_PHASE_first_output, prepare_outputs(plan, o));
  return TC_OK;
}

/* Root only. True if `file` is not NULL and is not in the list of output files in the checkpoint. */
static bool is_new(const tc_plan *plan, const tc_run_outputs *o, const char *file) {
  const char *own = o->checkpoints.found.by_index[TC_CHECKPOINT_outputs];
  return file && !(own && tc_file_list_is_own(&plan->files, own, file));
}

/* Root only. Marks new files as skipped if no steps remain. Such files would remain empty, and no checkpoint
 * would list them, so that a later extension of the run could not replace them. */
static void skip_files(tc_plan *plan, const tc_run_outputs *o) {
  const tc_config *c = plan->config;
  const char *const file[] = {o->history.is_skipped ? c->history.file : NULL,
                              o->snapshots.is_skipped ? c->snapshots.file : NULL,
                              o->residuals.is_skipped ? c->solver.history : NULL};
  for (size_t k = 0; k < sizeof file / sizeof *file; k++) {
    if (!file[k]) continue;
    tc_log_write(plan->log, TC_LOG_NORMAL, "%s: not written, because no steps remain after the checkpoint",
                 file[k]);
    tc_files_skip(&plan->files, file[k]);
  }
}

/* True if a resumed run has no steps left. */
static bool has_ended(const tc_prepared *p) {
  const tc_resumption *r = p->plan->resumption;
  return tc_setup_choices_controls_error(&p->choices) ? r->time >= p->choices.control.end
                                                      : r->source.step >= p->choices.step.steps;
}

/* Collective. Determines which existing files a resumed run continues, and which new files are not
 * written. */
static tc_status find_files(tc_plan *plan, const tc_prepared *p, tc_run_outputs *o) {
  const tc_config *c = p->plan->config;
  const tc_resume_source *r = tc_plan_resume_source(p->plan);
  const bool root = p->plan->world->rank == 0, ends = r && has_ended(p),
             adds = !o->snapshots.paths.resumes_file;
  int64_t noted;
  TC_TRY(tc_resume_source_integer(r, "snapshots.noted", &noted));
  double flag[4] = {root && is_new(p->plan, o, c->history.file), root && !adds && noted > 0,
                    root && adds && c->snapshots.file, root && is_new(p->plan, o, c->solver.history)};
  TC_TRY(tc_world_max(p->plan->world, flag, 4));
  o->history.is_new_file = flag[0] > 0.0;
  o->history.in_old_snapshots = flag[1] > 0.0;
  o->history.is_skipped = ends && o->history.is_new_file;
  o->snapshots.is_skipped = ends && flag[2] > 0.0;
  o->residuals.is_skipped = ends && flag[3] > 0.0;
  if (root) skip_files(plan, o);
  return TC_OK;
}

static tc_status create_outputs(tc_plan *plan, tc_prepared *p, tc_run_outputs *o) {
  if (tc_disk_requirements_planned_steps(p->plan->config) < 0)
    TC_TRY(check_room(p->plan, o, tc_setup_choices_planned_steps(&p->choices)));
  TC_TRY(tc_run_checkpoints_create(p, &o->checkpoints));
  TC_TRY(find_files(plan, p, o));
  TC_TRY(tc_run_history_create(p, &o->history));
  return tc_run_snapshots_create(plan, p, &o->history, &o->snapshots);
}

tc_status tc_run_outputs_create(tc_plan *plan, tc_prepared *p, tc_run_outputs *o) {
  TC_JOB_TRY(plan->log, TC_JOB_PHASE_first_output, create_outputs(plan, p, o));
  return TC_OK;
}

void tc_run_outputs_set_forecast(tc_run_outputs *o, const tc_job_rest *rest) {
  /* Without time steps the run is one solve, which may end between any two iterations. The limit then needs
   * no forecast of a step. */
  const bool steps = o->limit.plan->config->time.method->steps;
  const double step_s = rest->question.step_s;
  o->progress.forecast = rest->question;
  o->progress.closing_s = rest->closing_s;
  o->limit.step_s = steps && step_s > 0.0 ? step_s : 0.0;
  o->limit.checkpoint_s = rest->checkpoint_bound_s;
  o->limit.closing_s = rest->closing_bound_s;
  o->limit.closing_own_s = rest->closing_own_bound_s;
}

tc_status tc_run_outputs_begin(const tc_prepared *p, tc_run_outputs *o, tc_run_observers *out) {
  TC_JOB_TRY(p->plan->log, TC_JOB_PHASE_first_output, tc_run_residuals_create(p->plan, &o->residuals));
  tc_run_snapshots_observe(p, &o->snapshots, &o->history, out);
  tc_run_residuals_observe(&o->residuals, out);
  tc_run_progress_observe(&o->progress, out);
  tc_run_checkpoints_observe(&o->checkpoints, out);
  return TC_OK;
}

tc_status tc_run_outputs_publish(const tc_plan *plan, tc_run_outputs *o) {
  TC_TRY(tc_run_snapshots_publish(plan, &o->snapshots));
  TC_TRY(tc_world_agree(plan->world, tc_history_file_close(&o->history.file)));
  return tc_world_agree(plan->world, tc_residual_file_close(&o->residuals.file));
}

void tc_run_outputs_free(const tc_plan *plan, tc_run_outputs *o) {
  tc_run_snapshots_free(plan, &o->snapshots);
  tc_run_history_free(plan, &o->history);
  tc_run_residuals_free(plan, &o->residuals);
  tc_run_checkpoints_free(&o->checkpoints);
  for (int k = 0; k < o->locks; k++) tc_file_lock_release(&o->lock[k]);
  o->locks = 0;
}
