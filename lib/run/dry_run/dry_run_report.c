#include "run/dry_run/dry_run_report.h"

#include "io/config/config_solver.h"
#include "report/document/advice.h"
#include "run/methods/method_seconds.h"
#include "run/outputs/disk_requirements.h"

/* Copies the step size and the number of steps from the trial step to the report. A solve for the steady
 * state has neither. */
static void add_trial(const tc_dry_run *runs, const tc_config *config, tc_report *report) {
  const tc_dry_run_trial *trial = runs->trial;
  const int64_t steps = tc_dry_run_steps(runs);
  report->steps = steps > 0 ? steps : trial->step.steps;
  report->run.preconditioners = &trial->preconditioners;
  if (!config->time.method->steps) return;
  report->run.stable_step = &trial->stable_step;
  report->run.choice = trial->choice.count > 0 ? &trial->choice : NULL;
  report->run.local = trial->local;
  report->run.control = tc_config_controls_error(config) ? &trial->control : NULL;
  if (report->run.control) return;
  report->dt = trial->step.dt;
  report->time = (double)trial->step.steps * trial->step.dt;
  report->run.shortened_steps = tc_dry_run_shortened_steps(runs);
}

static double expect_disk(const tc_config *config, const tc_dry_run *runs) {
  const tc_mesh_counts mesh = {runs->nodes, runs->cells, 0};
  return tc_disk_requirements_estimate(config, &mesh, tc_dry_run_steps(runs));
}

/* Sets the job of the report to that of the fastest result that has a forecast of the job. */
static void add_job(tc_report *report) {
  const tc_result *best = tc_advice_find_job(report);
  report->job = best ? best->job : NULL;
}

static void add_mesh(const tc_dry_run_facts *f, tc_report *out) {
  const tc_config *config = f->plan->config;
  out->nodes_of_mesh = f->runs->nodes;
  out->topology = &f->runs->topology;
  out->steps = config->time.end > 0.0 ? 0 : config->time.steps;
  out->method = config->time.method->name;
  if (f->runs->trial) add_trial(f->runs, config, out);
  out->disk_B = expect_disk(config, f->runs);
  out->run.mesh_hash = f->runs->mesh_hash;
  tc_report_facts_add_source(&f->runs->input, out);
  add_job(out);
}

void tc_dry_run_report(const tc_dry_run_facts *f, tc_report *out) {
  const tc_config *config = f->plan->config;
  tc_report_facts_fill(f->plan, &f->machine->origin, f->params, f->results, out);
  out->cells = f->runs->cells;
  if (f->system)
    tc_report_facts_set_system(f->system, f->runs->rows.average, out);
  else
    add_mesh(f, out);
  out->ranks = f->is_one_case ? f->results->result->ranks : 0;
  out->threads = config->threads > 0 ? config->threads : 1;
  out->nodes = f->is_one_case ? f->results->result->nodes : 0;
}

tc_status tc_dry_run_report_methods(const tc_dry_run_facts *f, tc_report *out) {
  tc_dry_run_trial *trial = f->runs->trial;
  const tc_result *best = tc_advice_find_fastest(out, 0, out->results);
  if (!trial || trial->methods.table.count == 0) return TC_OK;
  out->time_methods = &trial->methods.table;
  if (!best) return TC_OK;
  const tc_params params = tc_dry_run_cases_params(f->runs, f->machine, best);
  return tc_method_seconds_compute(out, &params, best, &trial->methods);
}
