/* Snapshots of a session: acquires the paths on the root, collects the additional data of the file (states,
 * tensors, fibres, history), and creates the file before the steps. If a file of an earlier run exists, this
 * run writes another file and replaces the existing one at the end, unless it resumes that earlier run.
 * tc_snapshot_hook of io/snapshot/snapshot.h writes the snapshots. */
#include "run/outputs/snapshots.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/program/provenance.h"
#include "io/config/config_check.h"
#include "io/snapshot/snapshot.h"
#include "run/outputs/checkpoints_check.h"

/* Root only. Acquires the paths of the snapshot files. `kept` is the state of the snapshot file as recorded
 * in the checkpoint of a resumed run. */
static tc_status acquire_paths(tc_plan *plan, tc_run_snapshots *out, const tc_snapshot_restart *kept) {
  TC_TRY(tc_snapshot_paths_acquire(plan->config->snapshots.file, &plan->files, &out->paths));
  return out->earlier ? tc_snapshot_paths_resume(&out->paths, out->earlier, kept) : TC_OK;
}

tc_status tc_run_snapshots_prepare(tc_plan *plan, tc_run_snapshots *out) {
  const char *file = plan->config->snapshots.file;
  tc_snapshot_restart kept;
  if (!file) return TC_OK;
  TC_TRY(tc_plan_check_solution(plan, "so no snapshots can be written: remove snapshots.file (-s "
                                      "snapshots=null) or use another strategy"));
  TC_TRY(tc_resume_source_integer(tc_plan_resume_source(plan), "snapshots.written", &kept.written));
  TC_TRY(tc_resume_source_integer(tc_plan_resume_source(plan), "snapshots.noted", &kept.history_written));
  TC_TRY(tc_resume_source_integer(tc_plan_resume_source(plan), "snapshots.hash", &kept.hash));
  TC_TRY(TC_ON_ROOT(plan->world, acquire_paths(plan, out, &kept)));
  if (plan->world->rank == 0 && !tc_file_lock_is_supported(&out->paths.lock))
    tc_log_warn(plan->log,
                "%s: the file system has no locks, so two runs may write the file at the same time: check "
                "that no other run uses it",
                file);
  return TC_OK;
}

/* Not collective. Lists the names and arrays of the local states for the snapshot file. */
static tc_status list_states(const tc_prepared *p, tc_run_snapshots *out) {
  const int states = p->source ? tc_source_states(p->source) : 0;
  TC_TRY(TC_ALLOC(out->state_name, states));
  TC_TRY(TC_ALLOC(out->state, states));
  for (int i = 0; i < states; i++) {
    out->state_name[i] = tc_source_state_name(p->source, i);
    out->state[i] = tc_source_state(p->source, i);
  }
  out->extras.states = states;
  out->extras.state_name = out->state_name;
  out->extras.state = out->state;
  return TC_OK;
}

/* Not collective. Copies the diffusion tensors of the owned cells for the snapshot file. */
static tc_status copy_tensors(const tc_prepared *p, tc_run_snapshots *out) {
  const int32_t owned = p->problem->space->owned;
  TC_TRY(TC_ALLOC(out->tensor, 6 * (size_t)owned));
  for (int32_t i = 0; i < owned; i++)
    memcpy(out->tensor + 6 * (size_t)i, tc_physics_tensor(p->problem->physics, i), 6 * sizeof(double));
  out->extras.tensor = out->tensor;
  return TC_OK;
}

/* Collective. Copies the fibre axes of the owned cells for the snapshot file. */
static tc_status copy_fibres(tc_plan *plan, const tc_prepared *p, tc_run_snapshots *out) {
  const int32_t owned = p->problem->space->owned;
  tc_material material;
  tc_axes *axes = NULL;
  TC_TRY(tc_plan_material(plan, &material));
  TC_TRY(tc_material_axes(p->problem->space, &material.fibres, &axes));
  const tc_status status = tc_world_agree(p->plan->world, TC_ALLOC(out->fibre, 3 * (size_t)owned));
  for (int32_t i = 0; i < owned && !status; i++) {
    tc_axes_drop_sheet(&axes[i]);
    memcpy(out->fibre + 3 * (size_t)i, axes[i].fibre, sizeof axes[i].fibre);
  }
  out->extras.fibre = out->fibre;
  tc_free(axes);
  return status;
}

static tc_status gather_extras(tc_plan *plan, const tc_prepared *p, const tc_run_history *history,
                               tc_run_snapshots *out) {
  const tc_config *c = p->plan->config;
  if (history && history->history) out->extras.history = &history->in_file;
  TC_TRY(tc_world_agree(p->plan->world, list_states(p, out)));
  if (c->snapshots.tensor) TC_TRY(tc_world_agree(p->plan->world, copy_tensors(p, out)));
  return c->snapshots.fibres ? copy_fibres(plan, p, out) : TC_OK;
}

/* Counts the snapshots that this run will write: those of the remaining steps, and of step 0 of a new run. */
static int64_t count_planned(const tc_prepared *p, const tc_resume_source *r) {
  const int64_t every = p->plan->config->snapshots.every, steps = tc_setup_choices_planned_steps(&p->choices);
  if (tc_config_has_output_times(p->plan->config))
    return tc_output_plan_count(&p->choices.output, p->choices.step.dt) + (r == NULL);
  return r ? tc_hook_count_after(every, r->step, steps) : tc_hook_count(every, steps);
}

/* Logs how many requested times before the start of a resumed run have no snapshot. `written` is the number
 * of snapshots in the file that the run continues, the initial field included. */
static void log_missing(const tc_prepared *p, int64_t written) {
  const tc_output_plan *plan = &p->choices.output;
  if (!tc_config_has_output_times(p->plan->config)) return;
  const int64_t passed =
                    tc_output_times_count(&plan->times, 0.0) - tc_output_plan_count(plan, p->choices.step.dt),
                missing = passed - (written > 0 ? written - 1 : 0);
  if (missing > 0)
    tc_log_write(p->plan->log, TC_LOG_NORMAL,
                 "%" PRId64
                 " requested time%s of snapshots up to t = %.9g, from which the run resumes, %s no "
                 "snapshot",
                 missing, missing == 1 ? "" : "s", plan->time, missing == 1 ? "has" : "have");
}

/* Collective. Counts the snapshots of the file: the snapshots in an existing file that a resumed run
 * continues, and the snapshots of the planned steps. */
static tc_status count_rows(const tc_prepared *p, const tc_run_snapshots *out, int64_t *rows) {
  const tc_resume_source *r = tc_plan_resume_source(p->plan);
  int64_t continues = out->paths.resumes_file, written;
  TC_TRY(tc_world_sum_int64(p->plan->world, &continues, 1));
  TC_TRY(tc_resume_source_integer(r, "snapshots.written", &written));
  *rows = count_planned(p, r);
  if (continues) *rows += written;
  if (r) log_missing(p, continues ? written : 0);
  if (*rows == 0) *rows = 1; /* The file must have at least one row. */
  return TC_OK;
}

static void log_replacement(const tc_prepared *p, const tc_snapshot_paths *place) {
  if (place->path && tc_snapshot_paths_replaces_existing(place) && !place->resumes_file)
    tc_log_write(p->plan->log, TC_LOG_NORMAL, "%s exists: this run writes %s, which replaces it at the end",
                 p->plan->config->snapshots.file, place->work_path);
}

/* Returns the root attributes of the file, which borrows `step_sizes`. */
static tc_snapshot_metadata describe_run(const tc_prepared *p, const char *step_sizes) {
  const tc_config *c = p->plan->config;
  const tc_mesh_origin *origin = p->plan->input.origin;
  return (tc_snapshot_metadata){.title = c->title,
                                .version = tc_provenance_version(),
                                .commit = tc_provenance_commit(),
                                .config = c->text,
                                .overrides = c->solution_overrides,
                                .mesh_file = c->mesh.file,
                                .method = c->time.is_auto ? c->time.method->name : NULL,
                                .preconditioner = c->solver.preconditioner.is_auto
                                                      ? c->solver.preconditioner.name->name
                                                      : NULL,
                                .step_sizes = p->choices.is_one_go ? NULL : step_sizes,
                                .mesh_source = origin ? origin->source : NULL,
                                .mesh_source_hash = origin ? origin->source_hash : 0,
                                .mesh_hash = p->plan->mesh_hash};
}

tc_status tc_run_snapshots_create(tc_plan *plan, const tc_prepared *p, const tc_run_history *history,
                                  tc_run_snapshots *out) {
  const tc_config *c = p->plan->config;
  if (!c->snapshots.file || out->is_skipped) return TC_OK;
  log_replacement(p, &out->paths);
  TC_TRY(gather_extras(plan, p, history, out));
  int64_t rows;
  char step_sizes[TC_STEP_SPANS_TEXT];
  TC_TRY(count_rows(p, out, &rows));
  if (tc_setup_choices_controls_error(&p->choices))
    tc_run_checkpoints_format_control(p->choices.control.end, p->choices.is_one_go, step_sizes,
                                      sizeof step_sizes);
  else
    tc_step_spans_format(&p->choices.spans, step_sizes, sizeof step_sizes);
  const tc_snapshot_metadata about = describe_run(p, step_sizes);
  const tc_log_phase phase =
      tc_log_begin_phase(p->plan->log, TC_JOB_PHASE_first_output, "writing the mesh to the snapshot file");
  TC_TRY(tc_snapshot_create(p->plan->world, &out->paths, rows, c->snapshots.compress, p->plan->mesh,
                            p->problem->space->owned, p->problem->space->id, &about, &out->extras,
                            &out->snapshot));
  tc_log_end_phase(&phase);
  return TC_OK;
}

void tc_run_snapshots_observe(const tc_prepared *p, tc_run_snapshots *snapshots, tc_run_history *history,
                              tc_run_observers *out) {
  if (snapshots->snapshot)
    out->hook[out->hooks++] = tc_snapshot_hook(snapshots->snapshot, p->plan->config->snapshots.every);
  if (history->history) out->hook[out->hooks++] = tc_run_history_hook(history, p, snapshots->snapshot);
}

tc_status tc_run_snapshots_publish(const tc_plan *plan, tc_run_snapshots *snapshots) {
  if (!snapshots->snapshot) return TC_OK;
  const tc_log_phase phase =
      tc_log_begin_phase(plan->log, TC_JOB_PHASE_close, "completing the snapshot file");
  TC_TRY(tc_snapshot_close(&snapshots->snapshot));
  tc_log_end_phase(&phase);
  return TC_OK;
}

/* True if the run has failed and its snapshots are in a file with a temporary name, because a file of an
 * earlier run existed. */
static bool is_unfinished(const tc_snapshot_paths *place) {
  return place->work_path && tc_snapshot_paths_replaces_existing(place) &&
         access(place->work_path, F_OK) == 0;
}

void tc_run_snapshots_free(const tc_plan *plan, tc_run_snapshots *snapshots) {
  tc_snapshot_close_failed(&snapshots->snapshot);
  if (is_unfinished(&snapshots->paths))
    tc_log_write(plan->log, TC_LOG_QUIET,
                 "the run was not completed: the earlier file %s was not replaced, and the new snapshots are "
                 "in %s",
                 snapshots->paths.path, snapshots->paths.work_path);
  tc_snapshot_paths_release(&snapshots->paths);
  tc_free(snapshots->state_name);
  tc_free(snapshots->state);
  tc_free(snapshots->tensor);
  tc_free(snapshots->fibre);
}
