/* JSON object of a result's solver: method, preconditioner, iterations, reasons, setup times and work. For a
 * run the counts are those of its steps, for a dry run those of its trial step times the number of steps.
 * Unknown values are null. json_result.c calls it. */
#include "report/render/json_solver.h"

#include <math.h>

#include "report/sections/solver_section.h"

/* Writes a count, or null if it is unknown. */
static void write_count(tc_json *json, const char *name, int64_t count, bool is_known) {
  if (is_known)
    tc_json_integer(json, name, count);
  else
    tc_json_text(json, name, NULL);
}

/* Writes a total over all steps. For a run this is of_run. For a dry run it is of_trial, the count of the
 * trial step, times the number of steps. A steady state is one step. */
static void write_total(tc_json *json, const char *name, const tc_report *report, const tc_result *result,
                        int64_t of_run, int64_t of_trial) {
  const int64_t steps = report->dt > 0.0 ? report->steps : 1;
  if (result->dry_run)
    write_count(json, name, steps * of_trial, steps > 0 && tc_solver_step_work(result));
  else
    write_count(json, name, of_run, true);
}

/* Writes the numbers of iterations. In a dry run the trial step is the first step, so the spread over the
 * other steps is unknown. */
static void write_iterations(tc_json *json, const tc_report *report, const tc_result *result) {
  const tc_result_solver *s = result->solver;
  const tc_solve_statistics *r = &s->record;
  const bool solved = !result->dry_run && r->solves > 0;
  tc_json_begin(json, "iterations", '{');
  if (result->dry_run)
    write_count(json, "first", s->trial, s->trial > 0);
  else
    write_count(json, "first", r->first, solved);
  tc_json_number(json, "median", solved ? tc_solve_statistics_median(r) : (double)NAN);
  write_count(json, "most", r->max, solved);
  write_total(json, "total", report, result, r->total, s->trial);
  tc_json_end(json, '}');
  tc_json_begin(json, "expected", '{');
  tc_json_number(json, "trial", s->trial > 0 ? (double)s->trial : NAN);
  tc_json_number(json, "bound", s->bound > 0 ? (double)s->bound : NAN);
  tc_json_end(json, '}');
}

/* Writes the number of solves that ended for each reason, such as convergence or breakdown. */
static void write_reasons(tc_json *json, const tc_solve_statistics *r) {
  tc_json_begin(json, "reasons", '{');
  for (int k = 0; k < TC_REASON_COUNT; k++)
    if (r->reason[k] > 0) tc_json_integer(json, tc_reason_name((tc_reason)k), r->reason[k]);
  tc_json_end(json, '}');
}

typedef double seconds_of(const tc_result *result, int model, int phase);

static double measured_s(const tc_result *result, int model, int phase) {
  (void)model;
  return tc_report_iteration_measured_s(result, phase);
}

static void write_seconds(tc_json *json, const char *name, const tc_result *result, int model,
                          seconds_of *of) {
  tc_json_begin(json, name, '{');
  tc_json_number(json, "total", of(result, model, -1));
  for (int p = 0; p < TC_PHASE_COUNT; p++) tc_json_number(json, tc_phase_name(p), of(result, model, p));
  tc_json_end(json, '}');
}

static void write_per_iteration(tc_json *json, const tc_report *report, const tc_result *result) {
  const double measured = tc_report_iteration_measured_s(result, -1);
  const bool predicted = tc_report_iteration_is_predicted(result, report->model);
  tc_json_begin(json, "per_iteration", '{');
  if (measured > 0.0)
    write_seconds(json, "measured_s", result, 0, measured_s);
  else
    tc_json_text(json, "measured_s", NULL);
  if (predicted)
    write_seconds(json, "predicted_s", result, report->model, tc_report_iteration_predicted_s);
  else
    tc_json_text(json, "predicted_s", NULL);
  tc_json_number(json, "error",
                 predicted && measured > 0.0
                     ? tc_report_iteration_predicted_s(result, report->model, -1) / measured - 1.0
                     : NAN);
  tc_json_end(json, '}');
}

static void write_stages(tc_json *json, const char *name, const tc_setup_times *set_up, bool known) {
  tc_json_begin(json, name, '{');
  for (int k = 0; k < TC_SETUP_COUNT; k++)
    tc_json_number(json, tc_setup_stage_name(k),
                   known && set_up->by_index[k] > 0.0 ? set_up->by_index[k] : NAN);
  tc_json_end(json, '}');
}

/* Writes the setup times, with null for a stage that does not exist or is unknown. */
static void write_setup(tc_json *json, const tc_result *result) {
  write_stages(json, "setup_s", &result->solver->record.set_up, !result->dry_run);
  write_stages(json, "setup_predicted_s", &result->solver->set_up, true);
}

/* True for work that differs between ranks, which is unknown in a dry run because one rank runs the trial
 * step. */
static bool is_of_ranks(int work) { return work == TC_WORK_sweep_messages || work == TC_WORK_sweep_values; }

/* Writes the work of the last step, or of the trial step of a dry run. */
static void write_work(tc_json *json, const tc_result *result) {
  const tc_work *work = tc_solver_step_work(result);
  tc_json_begin(json, "work", '{');
  for (int k = 0; k < TC_WORK_COUNT; k++)
    write_count(json, tc_work_name(k), work ? work->by_index[k] : 0,
                work && !(result->dry_run && is_of_ranks(k)));
  tc_json_end(json, '}');
}

/* Writes the numbers of products and reductions of all steps. */
static void write_totals(tc_json *json, const tc_report *report, const tc_result *result) {
  const tc_solve_statistics *r = &result->solver->record;
  const tc_work *work = tc_solver_step_work(result);
  write_total(json, "products", report, result, r->products, result->solver->products);
  write_total(json, "reductions", report, result, r->reductions, work ? work->reductions : 0);
}

void tc_json_solver(tc_json *json, const tc_report *report, const tc_result *result) {
  const tc_result_solver *s = result->solver;
  if (!s) {
    tc_json_text(json, "solver", NULL);
    return;
  }
  const tc_solve_statistics *r = &s->record;
  const tc_solver_options *c = &s->options.solver;
  const int scope = c->preconditioner_options.scope == TC_SCOPE_RANK;
  tc_json_begin(json, "solver", '{');
  tc_json_text(json, "method", c->method->name);
  tc_json_text(json, "preconditioner", c->preconditioner->name);
  tc_json_text(json, "scope", tc_scopes.name(scope));
  tc_json_integer(json, "colours", r->colours);
  tc_json_number(json, "theta", s->options.theta);
  tc_json_bool(json, "bitwise", r->bitwise);
  tc_json_bool(json, "symmetric", r->symmetric);
  tc_json_number(json, "asymmetry", r->skew);
  tc_json_number(json, "skew", r->skew); /* former name of the key, still written until version 1.0 */
  tc_json_number(json, "tolerance", c->iterations > 0 ? NAN : c->tolerance);
  tc_json_text(json, "relative_to", s->options.relative_to_start ? "start" : "rhs");
  write_count(json, "solves", r->solves, !result->dry_run);
  write_iterations(json, report, result);
  write_reasons(json, r);
  write_count(json, "accepted", r->accepted, !result->dry_run);
  write_count(json, "uncertain", r->uncertain, !result->dry_run);
  tc_json_number(json, "true_residual", r->solves > 0 ? r->worst : NAN);
  tc_json_number(json, "integral_defect", tc_report_integral_defect(report, result));
  tc_json_number(json, "difference", s->field_difference);
  write_setup(json, result);
  write_per_iteration(json, report, result);
  write_totals(json, report, result);
  tc_json_number(json, "flops", tc_solver_flops(report, result));
  write_work(json, result);
  tc_json_end(json, '}');
}
