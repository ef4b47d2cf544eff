#include "api/program/program.h"

#include <math.h>

#include "base/core/memory.h"
#include "run/job/job_split.h"
#include "run/methods/method_seconds.h"

tc_status tc_api_program_create_problem(tetracast_world *world, const tc_api_program *program,
                                        tetracast_problem **out) {
  tetracast_problem *p = NULL;
  TC_TRY(TC_WORLD_ALLOC(world->world, p, 1));
  *p = (tetracast_problem){.world = world, .program = *program, .users = 1};
  tc_api_world_retain(world);
  world->is_program = true;
  if (program->log->clock) world->log.clock = program->log->clock;
  *out = p;
  return TC_OK;
}

/* Adds the comparison of methods of time integration to the report. Its forecasts use the counts of the
 * run. */
static tc_status add_methods(tc_api_description *d, tc_report *report) {
  if (d->methods.table.count == 0) return TC_OK;
  report->time_methods = &d->methods.table;
  return tc_method_seconds_compute(report, &d->machine.params, d->results.result, &d->methods);
}

tc_status tc_api_program_result_fill(const tetracast_stepper *s, tc_api_program_result *out) {
  const tc_config *c = s->view.plan->config;
  const tc_run_outputs *o = s->outputs;
  *out = (tc_api_program_result){.config = c,
                                 .prepared = &s->problem->prepared,
                                 .result = s->description->results.result,
                                 .has_snapshots = c->snapshots.file && !o->snapshots.is_skipped,
                                 .has_history = c->history.file && !o->history.is_skipped,
                                 .has_residuals = c->solver.history && !o->residuals.is_skipped};
  tc_api_stepper_report(s, &out->report);
  out->report.extremes = o->history.history ? &o->history.extremes : NULL;
  tc_job_describe(&s->description->job, &s->description->forecasts, &out->job);
  tc_run_progress_report(&o->progress, &out->job);
  tc_job_split_describe(&s->description->job, &out->job);
  out->report.job = &out->job;
  return add_methods(s->description, &out->report);
}

/* Returns the CPU time of the threads of this rank in the steps, divided by the wall time of the steps times
 * the number of threads. The time of writing snapshots is excluded, because it waits for the disk. Returns 1
 * if the steps took no time. */
static double cpu_share(const tetracast_stepper *s, const tc_wall_times *wall) {
  const double available_s = (wall->total_s - wall->snapshots_s) * s->problem->threads;
  return available_s > 0.0 ? fmin(1.0, s->cpu_s / available_s) : 1.0;
}

tc_status tc_api_program_measure_job(const tetracast_stepper *s) {
  tc_measurement own;
  if (!s->description) return TC_OK;
  tc_step_measure(s->loop, &own);
  s->description->job.cpu_share = cpu_share(s, &own.wall);
  return tc_world_min(s->problem->own_world, &s->description->job.cpu_share, 1);
}

void tc_api_program_end_job(const tetracast_stepper *s, int outcome) {
  const tc_api_description *d = s->description;
  tc_measurement own;
  if (!d || !d->job.has_bound) return;
  tc_step_measure(s->loop, &own);
  const double mean_s = own.wall.steps_s / (double)own.wall.steps;
  tc_job_report marks = {.marks = 0};
  if (s->outputs) tc_run_progress_report(&s->outputs->progress, &marks);
  const tc_job_ending ending = {.outcome = outcome,
                                .steps = own.wall.steps,
                                .tail = own.total_s > 0.0 ? mean_s / own.total_s - 1.0 : (double)NAN,
                                .marks = marks.marks,
                                .mark = marks.mark};
  tc_job_end(&d->job, &d->forecasts, &ending);
}
