/* Checkpoints of a run: finds the checkpoint from which a run resumes, and writes checkpoints during the run.
 * Signals and clocks differ between ranks. About every 0.1 s the ranks therefore agree in a reduction whether
 * a checkpoint or the end of the run is due. They agree between steps, and in a solve that can be resumed,
 * between iterations. io/checkpoint defines the file format, and checkpoints_check.c decides if a checkpoint
 * belongs to the run. */
#include "run/outputs/checkpoints.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/program/provenance.h"
#include "comm/world/mpi_world.h"
#include "io/config/config_solution.h"
#include "run/outputs/agreement.h"
#include "run/outputs/checkpoints_check.h"
#include "run/outputs/checkpoints_method.h"

#define TC_PHASE "reading a checkpoint"

/* ---- source of a resumed run ---- */

/* Checks that the step stored in the file equals the step in its name. A renamed file must not be used as the
 * checkpoint of another step. */
static tc_status check_name(const tc_run_checkpoints *c) {
  char text[TC_CHECKPOINT_MARK_SIZE];
  tc_checkpoint_mark_format(c->mark, text);
  if (strcmp(text, c->found.by_index[TC_CHECKPOINT_step]) == 0) return TC_OK;
  return tc_status_create(TC_INPUT,
                          "%s: contains step %s, but its name states another step: correct the step in the "
                          "name",
                          c->resumption.from, c->found.by_index[TC_CHECKPOINT_step]);
}

/* Root only. Verifies checkpoint k of c->paths. If it is complete, sets c->resumption.from to its path and
 * c->found to its attributes. */
static tc_status try_file(tc_run_checkpoints *c, int k) {
  c->mark = c->paths.mark[k];
  TC_TRY(tc_checkpoint_paths_name(&c->paths, c->mark, &c->resumption.from));
  tc_status status = tc_checkpoint_verify(c->resumption.from, &c->found);
  if (!status) status = check_name(c);
  if (!status) return TC_OK;
  tc_checkpoint_attributes_free(&c->found);
  tc_free(c->resumption.from);
  c->resumption.from = NULL;
  return status;
}

static void warn_and_free(const tc_log *log, tc_status *status) {
  if (*status) tc_log_warn(log, "%s", tc_status_text(*status));
  tc_status_free(status);
}

/* Root only. Finds the latest complete checkpoint file. If no file is complete, returns the error of the
 * latest file and logs the errors of the other files as warnings. */
static tc_status find_whole(tc_run_checkpoints *c, const tc_log *log) {
  tc_status first = TC_OK;
  for (int k = 0; k < c->paths.count; k++) {
    tc_status status = try_file(c, k);
    if (!status) {
      c->resumption.source.step = c->mark.step;
      warn_and_free(log, &first);
      return TC_OK;
    }
    if (first)
      warn_and_free(log, &status);
    else
      first = status;
  }
  return first;
}

/* Root only. Finds the checkpoint from which the run resumes. If no checkpoint exists, the run starts with
 * its first step. */
static tc_status find_checkpoint(tc_run_checkpoints *c, const tc_log *log) {
  if (c->paths.count == 0) {
    tc_log_write(log, TC_LOG_NORMAL, "%s: no checkpoint exists: the run starts with its first step",
                 c->paths.path);
    return TC_OK;
  }
  TC_TRY(find_whole(c, log));
  TC_TRY(tc_run_checkpoints_check(c, log));
  c->reads_checkpoint = true;
  return TC_OK;
}

/* Root only. Returns an error if checkpoints of an earlier run exist, because they may be overwritten only
 * with --force. */
static tc_status refuse_earlier(const tc_run_checkpoints *c) {
  char *path = NULL;
  TC_TRY(tc_checkpoint_paths_name(&c->paths, c->paths.mark[0], &path));
  const tc_status status = tc_status_create(TC_OUTPUT,
                                            "%s: is the checkpoint of an earlier run: use --resume to "
                                            "continue that run, or --force to start over",
                                            path);
  tc_free(path);
  return status;
}

/* ---- before the setup ---- */

tc_status tc_run_checkpoints_describe(tc_run_checkpoints *c) {
  const tc_plan *plan = c->plan;
  const tc_config *config = plan->config;
  TC_TRY(tc_config_solution_keys(config, &c->solution));
  snprintf(c->hash, sizeof c->hash, "%016" PRIx64, plan->mesh_hash);
  c->facts.by_index[TC_CHECKPOINT_version] = tc_provenance_version();
  c->facts.by_index[TC_CHECKPOINT_commit] = tc_provenance_commit();
  c->facts.by_index[TC_CHECKPOINT_title] = config->title;
  c->facts.by_index[TC_CHECKPOINT_config] = config->text;
  c->facts.by_index[TC_CHECKPOINT_overrides] = config->overrides;
  c->facts.by_index[TC_CHECKPOINT_solution] = c->solution;
  c->facts.by_index[TC_CHECKPOINT_mesh_file] = config->mesh.file;
  c->facts.by_index[TC_CHECKPOINT_mesh_hash] = c->hash;
  tc_run_checkpoints_format_method(c);
  c->facts.by_index[TC_CHECKPOINT_format] = c->format;
  return TC_OK;
}

/* Root only. Determines the paths of the checkpoints. */
static tc_status init_paths(tc_run_checkpoints *c, tc_file_list *files) {
  TC_TRY(tc_run_checkpoints_describe(c));
  return tc_checkpoint_paths_init(c->plan->config->checkpoint.file, files, &c->paths);
}

/* Root only. For a resumed run, finds and checks the checkpoint. Otherwise returns an error if checkpoints
 * exist. */
static tc_status find_earlier(tc_run_checkpoints *c, const tc_log *log) {
  const tc_run_options *choice = c->plan->options;
  TC_TRY(tc_checkpoint_paths_list(&c->paths));
  if (choice->resume) TC_TRY(find_checkpoint(c, log));
  if (!choice->resume && !choice->force && c->paths.count > 0) return refuse_earlier(c);
  c->paths.is_new_run = !c->reads_checkpoint;
  c->paths.start_mark = c->reads_checkpoint ? c->mark : (tc_checkpoint_mark){0};
  return TC_OK;
}

static tc_status read_restart_list(void *self, const tc_restart_list *keep) {
  const tc_run_checkpoints *c = self;
  const tc_plan *plan = c->plan;
  TC_TRY(tc_checkpoint_read(c->space, c->resumption.from, keep));
  if (c->resumption.from && c->mark.iterations > 0)
    tc_log_write(plan->log, TC_LOG_NORMAL, "resuming from %s: iteration %lld", c->resumption.from,
                 (long long)c->mark.iterations);
  else if (c->resumption.from)
    tc_log_write(plan->log, TC_LOG_NORMAL, "resuming from %s: step %s, t = %s", c->resumption.from,
                 c->found.by_index[TC_CHECKPOINT_step], c->found.by_index[TC_CHECKPOINT_time]);
  return TC_OK;
}

static tc_status read_integer(void *self, const char *name, int64_t *out) {
  const tc_run_checkpoints *c = self;
  const tc_plan *plan = c->plan;
  TC_TRY(TC_ON_ROOT(plan->world, tc_checkpoint_number(c->resumption.from, name, out)));
  return TC_MPI(plan->world, MPI_Bcast(out, 1, MPI_INT64_T, 0, tc_world_comm(plan->world)));
}

tc_status tc_run_checkpoints_share(tc_run_checkpoints *c) {
  const tc_plan *plan = c->plan;
  int64_t numbers[2] = {c->reads_checkpoint, c->resumption.source.step};
  TC_TRY(TC_MPI(plan->world, MPI_Bcast(numbers, 2, MPI_INT64_T, 0, tc_world_comm(plan->world))));
  TC_TRY(TC_MPI(plan->world, MPI_Bcast(&c->resumption.spans, (int)sizeof c->resumption.spans, MPI_BYTE, 0,
                                       tc_world_comm(plan->world))));
  double times[3] = {c->resumption.time, c->resumption.end, c->resumption.is_extended};
  TC_TRY(TC_MPI(plan->world, MPI_Bcast(times, 3, MPI_DOUBLE, 0, tc_world_comm(plan->world))));
  c->resumption.time = times[0];
  c->resumption.end = times[1];
  c->resumption.is_extended = times[2] > 0.0;
  c->reads_checkpoint = numbers[0];
  c->resumption.source =
      (tc_resume_source){.step = numbers[1], .fill = read_restart_list, .number = read_integer, .self = c};
  c->written = c->reads_checkpoint ? numbers[1] : -1;
  return c->reads_checkpoint ? tc_run_checkpoints_share_method(c) : TC_OK;
}

tc_status tc_run_checkpoints_prepare(tc_plan *plan, tc_run_checkpoints *c) {
  const tc_config *config = plan->config;
  if (plan->options->resume && !config->checkpoint.file)
    return tc_status_create(TC_USAGE,
                            "--resume: %s does not set checkpoint.file: set it to the checkpoint of the run, "
                            "or remove the option",
                            config->path);
  if (!config->checkpoint.file) return TC_OK;
  TC_TRY(tc_plan_check_solution(plan, "so no run can resume from it: remove checkpoint.file or use another "
                                      "strategy"));
  c->plan = plan;
  if (plan->options->listen) plan->options->listen();
  return TC_ON_ROOT(plan->world, init_paths(c, &plan->files));
}

tc_status tc_run_checkpoints_find(tc_plan *plan, tc_run_checkpoints *c) {
  if (!c->plan) return TC_OK;
  TC_TRY(TC_ON_ROOT(plan->world, find_earlier(c, plan->log)));
  TC_TRY(tc_run_checkpoints_share(c));
  if (c->reads_checkpoint) plan->resumption = &c->resumption;
  return TC_OK;
}

tc_status tc_run_checkpoints_check_outputs(tc_run_checkpoints *c, const char *allowed) {
  const char *own = c->reads_checkpoint ? c->found.by_index[TC_CHECKPOINT_outputs] : "";
  if (!c->plan) return TC_OK;
  const tc_file_list *files = &c->plan->files;
  if (c->plan->options->resume) TC_TRY(tc_file_list_check_resumable(files, own, allowed));
  return tc_file_list_format_outputs(files, own, &c->facts.pool, &c->facts.by_index[TC_CHECKPOINT_outputs]);
}

/* ---- after the setup ---- */

static tc_status hash_error(const tc_run_checkpoints *c, const char *key, const char *what,
                            const char *advice, int fact) {
  return tc_config_error(c->plan->config, key,
                         "%s: the hash of %s is %s now and was %s then: %s, or start over with --force",
                         c->resumption.from, what, c->facts.by_index[fact], c->found.by_index[fact], advice);
}

/* Root only. For a resumed run, checks that the hashes of the initial field and of the matrix equal the
 * hashes in the checkpoint. */
static tc_status check_start(const tc_run_checkpoints *c) {
  if (!c->reads_checkpoint) return TC_OK;
  if (strcmp(c->facts.by_index[TC_CHECKPOINT_initial], c->found.by_index[TC_CHECKPOINT_initial]) != 0)
    return hash_error(c, "initial", "the initial field", "restore the file that it is read from",
                      TC_CHECKPOINT_initial);
  if (strcmp(c->facts.by_index[TC_CHECKPOINT_matrix], c->found.by_index[TC_CHECKPOINT_matrix]) != 0)
    return hash_error(c, "diffusion",
                      "the matrix or the stages (fibre files, or a stabilisation that depends on the "
                      "number of steps)",
                      "restore the fibre files or the number of steps", TC_CHECKPOINT_matrix);
  return TC_OK;
}

/* Formats the hash of the matrix. For stabilised methods adds the number of stages and the axis ratio. They
 * determine the coefficients of a step, and another version of the program may find other values. */
static void format_matrix(const tc_prepared *p, tc_run_checkpoints *c) {
  const tc_stable_step *stable = &p->choices.stable_step;
  char ratio[TC_TEXT_NUMBER];
  snprintf(c->matrix, sizeof c->matrix, "%016" PRIx64, p->matrix_hash);
  if (stable->stages == 0) return;
  tc_text_format_double(stable->ellipse.axis_ratio, ratio);
  snprintf(c->matrix, sizeof c->matrix, "%016" PRIx64 " with %d stages for axis ratio %s", p->matrix_hash,
           stable->stages, ratio);
  if (stable->most_stages > 0)
    snprintf(c->matrix, sizeof c->matrix, "%016" PRIx64 " with at most %d stages for axis ratio %s",
             p->matrix_hash, stable->most_stages, ratio);
}

static void format_spans(const tc_prepared *p, tc_run_checkpoints *c) {
  if (tc_setup_choices_controls_error(&p->choices))
    tc_run_checkpoints_format_control(p->choices.control.end, p->choices.is_one_go, c->spans,
                                      sizeof c->spans);
  else
    tc_step_spans_format(&p->choices.spans, c->spans, sizeof c->spans);
}

tc_status tc_run_checkpoints_create(tc_prepared *p, tc_run_checkpoints *c) {
  if (!c->plan) return TC_OK;
  c->space = p->problem->space;
  if (!p->matrix_hash) TC_TRY(tc_problem_hash(p->problem, &p->matrix_hash));
  format_matrix(p, c);
  tc_run_checkpoints_format_method(c);
  snprintf(c->cells, sizeof c->cells, "%lld", (long long)p->problem->space->cells);
  snprintf(c->initial, sizeof c->initial, "%016" PRIx64, p->start.hash);
  tc_text_format_double(p->choices.step.dt, c->dt);
  c->facts.by_index[TC_CHECKPOINT_cells] = c->cells;
  c->facts.by_index[TC_CHECKPOINT_initial] = c->initial;
  c->facts.by_index[TC_CHECKPOINT_matrix] = c->matrix;
  c->facts.by_index[TC_CHECKPOINT_dt] = c->dt;
  format_spans(p, c);
  c->facts.by_index[TC_CHECKPOINT_spans] = p->plan->config->time.method->steps ? c->spans : "";
  c->written_s = c->pace.looked_s = tc_run_limit_now(c->progress ? c->progress->limit : NULL);
  return TC_ON_ROOT(p->plan->world, check_start(c));
}

/* ---- during the run ---- */

static bool is_time(const tc_hook *hook, const tc_run_state *now) {
  const tc_run_checkpoints *c = hook->self;
  return now->step >= c->pace.next;
}

/* Adds the item limit.stalled to the restart data that are written. It is not read with the other items, so
 * that a run can also resume from a checkpoint that lacks it. */
static tc_status list_stalled(void *self, tc_restart_list *list) {
  tc_run_checkpoints *c = self;
  return c->is_stalled && !list->is_reading
             ? tc_restart_list_add_integer(list, &c->is_stalled, "limit.stalled")
             : TC_OK;
}

/* Collective. Called before the first step of a resumed run. Ends the run if no step fits into the time
 * limit. */
static tc_status check_first_step(void *self, const tc_run_state *now) {
  return tc_run_agreement_check_first(self, now);
}

/* Collective. Called after a step, and before the first step of a new run. Ends the run if a signal or a time
 * limit requires it. */
static tc_status check_interrupt(void *self, const tc_run_state *now) {
  tc_run_agreement result;
  TC_TRY(tc_run_agreement_make(self, now, now->step, &result));
  return result.ends_run ? tc_run_agreement_error(self, now, &result) : TC_OK;
}

/* True after the last planned step, even if another hook stops the run at this step. */
static bool has_ended(const tc_run_state *now) {
  return now->controlled ? now->time >= now->end : now->step > 0 && now->step == now->steps;
}

static bool is_due(const tc_hook *hook, const tc_run_state *now) {
  const tc_run_checkpoints *c = hook->self;
  const bool periodic = now->step > 0 && hook->every > 0 && now->step % hook->every == 0;
  return now->step != c->written && (periodic || c->due || now->paused || has_ended(now));
}

/* Returns the mark (step and number of iterations, which are part of the file name) of a checkpoint that is
 * written now. A step may have several solves, and now->iteration counts the iterations of the current solve
 * only. The mark counts the iterations of all solves, including those before the run was resumed. */
static tc_checkpoint_mark mark_of(const tc_run_checkpoints *c, const tc_run_state *now) {
  return (tc_checkpoint_mark){now->step, now->iteration > 0 ? c->mark.iterations + c->iterations : 0};
}

tc_status tc_run_checkpoints_write(tc_run_checkpoints *c, tc_checkpoint_mark mark, const tc_run_state *now) {
  tc_restart_list keep = {0};
  tc_checkpoint_mark_format(mark, c->step);
  tc_text_format_double(now->time, c->time);
  c->facts.by_index[TC_CHECKPOINT_step] = c->step;
  c->facts.by_index[TC_CHECKPOINT_time] = c->time;
  tc_status status = now->list_restart(now->run, &keep);
  if (!status) status = tc_checkpoint_write(c->space, &c->paths, mark, &c->facts, &keep);
  tc_restart_list_free(&keep);
  return status;
}

static tc_status write_due_checkpoint(void *self, const tc_run_state *now) {
  tc_run_checkpoints *c = self;
  const tc_plan *plan = c->plan;
  tc_run_limit *limit = c->progress->limit;
  const tc_checkpoint_mark mark = mark_of(c, now);
  const double start_s = tc_run_limit_now(limit);
  TC_TRY(tc_run_checkpoints_write(c, mark, now));
  c->written = now->step;
  c->written_s = tc_run_limit_now(limit);
  c->due = false;
  tc_run_limit_add_checkpoint(limit, c->written_s - start_s);
  tc_run_progress_log_checkpoint(c->progress, now);
  const int most = (int)plan->config->checkpoint.keep;
  return TC_ON_ROOT(plan->world, tc_checkpoint_paths_rotate(&c->paths, mark, most));
}

/* Collective. Called after an iteration of a solve. Writes a checkpoint if one is due, and ends the run if
 * required. The step does not change during a solve, so iterations are counted instead. */
static tc_status checkpoint_between_iterations(void *self, const tc_run_state *now) {
  tc_run_checkpoints *c = self;
  const int64_t every = c->plan->config->checkpoint.every;
  const bool periodic = every > 0 && now->iteration % every == 0;
  tc_run_agreement result;
  if (++c->iterations < c->pace.next && !periodic) return TC_OK;
  TC_TRY(tc_run_agreement_make(c, now, c->iterations, &result));
  if (periodic || c->due || result.ends_run)
    TC_JOB_TRY(now->log, TC_JOB_PHASE_checkpoints, write_due_checkpoint(c, now));
  return result.ends_run ? tc_run_agreement_error(c, now, &result) : TC_OK;
}

void tc_run_checkpoints_observe(tc_run_checkpoints *c, tc_run_observers *out) {
  if (!c->plan) return;
  c->pace.gap = 1;
  out->hook[out->hooks++] = (tc_hook){.self = c,
                                      .is_due = is_time,
                                      .list_restart = list_stalled,
                                      .resume = check_first_step,
                                      .check_pause = check_interrupt};
  out->hook[out->hooks++] = (tc_hook){.self = c,
                                      .every = c->plan->config->checkpoint.every,
                                      .is_due = is_due,
                                      .run = write_due_checkpoint,
                                      .between_iterations = checkpoint_between_iterations,
                                      .job_phase = TC_JOB_PHASE_checkpoints,
                                      .publishes_field = true};
}

void tc_run_checkpoints_free(tc_run_checkpoints *c) {
  if (!c->plan) return;
  tc_checkpoint_paths_free(&c->paths);
  tc_checkpoint_attributes_free(&c->found);
  tc_checkpoint_attributes_free(&c->facts);
  tc_free(c->resumption.from);
  free(c->solution);
  *c = (tc_run_checkpoints){0};
}
