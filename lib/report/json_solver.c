#include "report/json_solver.h"

#include <math.h>

#include "model/paraiso.h"
#include "report/solver.h"

static void write_iterations(tc_json *json, const tc_result_solver *s) {
  const tc_solve_record *r = &s->record;
  tc_json_open(json, "iterations", '{');
  tc_json_integer(json, "first", r->first);
  tc_json_number(json, "median", tc_solve_record_median(r));
  tc_json_integer(json, "most", r->most);
  tc_json_integer(json, "total", r->total);
  tc_json_close(json, '}');
  tc_json_open(json, "expected", '{');
  tc_json_number(json, "trial", s->trial > 0 ? (double)s->trial : NAN);
  tc_json_number(json, "bound", s->bound > 0 ? (double)s->bound : NAN);
  tc_json_close(json, '}');
}

/* Those that there were. */
static void write_reasons(tc_json *json, const tc_solve_record *r) {
  tc_json_open(json, "reasons", '{');
  for (int k = 0; k < TC_REASON_COUNT; k++)
    if (r->reason[k] > 0) tc_json_integer(json, tc_reason_name((tc_reason)k), r->reason[k]);
  tc_json_close(json, '}');
}

typedef double seconds_of(const tc_result *result, int model, int phase);

static double measured_s(const tc_result *result, int model, int phase) {
  (void)model;
  return tc_solver_measured_s(result, phase);
}

static void write_seconds(tc_json *json, const char *name, const tc_result *result, int model,
                          seconds_of *of) {
  tc_json_open(json, name, '{');
  tc_json_number(json, "total", of(result, model, -1));
  for (int p = 0; p < TC_PHASE_COUNT; p++) tc_json_number(json, tc_phase_name(p), of(result, model, p));
  tc_json_close(json, '}');
}

static void write_per_iteration(tc_json *json, const tc_report *report, const tc_result *result) {
  const double measured = tc_solver_measured_s(result, -1);
  const bool predicted = tc_solver_is_predicted(result, report->model);
  tc_json_open(json, "per_iteration", '{');
  if (measured > 0.0)
    write_seconds(json, "measured_s", result, 0, measured_s);
  else
    tc_json_text(json, "measured_s", NULL);
  if (predicted)
    write_seconds(json, "predicted_s", result, report->model, tc_solver_predicted_s);
  else
    tc_json_text(json, "predicted_s", NULL);
  tc_json_number(json, "error",
                 predicted && measured > 0.0
                     ? tc_solver_predicted_s(result, report->model, -1) / measured - 1.0
                     : NAN);
  tc_json_close(json, '}');
}

static void write_stages(tc_json *json, const char *name, const tc_set_up *set_up, bool known) {
  tc_json_open(json, name, '{');
  for (int k = 0; k < TC_SET_UP_COUNT; k++)
    tc_json_number(json, tc_set_up_name(k), known && set_up->of[k] > 0.0 ? set_up->of[k] : NAN);
  tc_json_close(json, '}');
}

/* null: it is not made, or not known. */
static void write_set_up(tc_json *json, const tc_result *result) {
  write_stages(json, "setup_s", &result->solver->record.set_up, !result->imagined);
  write_stages(json, "setup_predicted_s", &result->solver->set_up, true);
}

/* Of the last step. */
static void write_work(tc_json *json, const tc_work *work) {
  tc_json_open(json, "work", '{');
  for (int k = 0; k < TC_WORK_COUNT; k++) tc_json_integer(json, tc_work_name(k), work->of[k]);
  tc_json_close(json, '}');
}

/* Of the last step, on all ranks. Nobody counts the entries that fill adds. */
static double flops(const tc_report *report, const tc_result *result) {
  double sum = 0.0;
  if (result->solver->choice.solver.preconditioner->factoring == TC_FACTORING_FILL) return NAN;
  for (int r = 0; !result->imagined && r < result->ranks; r++)
    sum += tc_paraiso_work_flops(result->measured[r].rows, report->width, &result->solver->record.work);
  return sum;
}

void tc_json_solver(tc_json *json, const tc_report *report, const tc_result *result) {
  const tc_result_solver *s = result->solver;
  if (!s) {
    tc_json_text(json, "solver", NULL);
    return;
  }
  const tc_solve_record *r = &s->record;
  const tc_solver_choice *c = &s->choice.solver;
  const int scope = c->preconditioner_choice.scope == TC_SCOPE_RANK;
  tc_json_open(json, "solver", '{');
  tc_json_text(json, "method", c->method->name);
  tc_json_text(json, "preconditioner", c->preconditioner->name);
  tc_json_text(json, "scope", tc_scopes.name(scope));
  tc_json_integer(json, "colours", r->colours);
  tc_json_number(json, "theta", s->choice.theta);
  tc_json_bool(json, "bitwise", r->bitwise);
  tc_json_bool(json, "symmetric", r->symmetric);
  tc_json_number(json, "skew", r->skew);
  tc_json_number(json, "tolerance", c->iterations > 0 ? NAN : c->tolerance);
  tc_json_text(json, "relative_to", s->choice.relative_to_start ? "start" : "rhs");
  tc_json_integer(json, "solves", r->solves);
  write_iterations(json, s);
  write_reasons(json, r);
  tc_json_integer(json, "accepted", r->accepted);
  tc_json_integer(json, "uncertain", r->uncertain);
  tc_json_number(json, "true_residual", r->solves > 0 ? r->worst : NAN);
  tc_json_number(json, "integral_defect", tc_solver_defect(report, result));
  tc_json_number(json, "difference", s->difference);
  write_set_up(json, result);
  write_per_iteration(json, report, result);
  tc_json_integer(json, "products", r->products);
  tc_json_integer(json, "reductions", r->reductions);
  tc_json_number(json, "flops", result->imagined ? NAN : flops(report, result));
  write_work(json, &r->work);
  tc_json_close(json, '}');
}
