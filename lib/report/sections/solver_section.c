/* Section about the linear systems of a run. It computes the times and FLOPs per iteration, formats the names
 * of method and preconditioner, and writes the lines below the table of a result. A run has the statistics of
 * all steps, and a dry run the numbers of the trial step. */
#include "report/sections/solver_section.h"

#include <math.h>

#include "base/text/number_format.h"
#include "model/models/model_paraiso.h"
#include "report/document/report_text.h"

enum { cell_size = 32 };

/* ---- computed numbers ---- */

double tc_report_iteration_measured_s(const tc_result *result, int phase) {
  double largest = 0.0;
  for (int r = 0; !result->dry_run && r < result->ranks; r++) {
    const tc_measurement *m = &result->measured[r];
    largest = fmax(largest, phase < 0 ? m->iteration_s : m->iteration.by_index[phase]);
  }
  return largest;
}

double tc_report_cycle_measured_s(const tc_result *result) {
  tc_work work;
  tc_solver_iteration(&result->solver->options.solver, 1, &work);
  return work.cycles > 0 ? tc_report_iteration_measured_s(result, TC_PHASE_precond) / (double)work.cycles
                         : 0.0;
}

bool tc_report_iteration_is_predicted(const tc_result *result, int model) {
  return result->forecast[model].phase_s && result->solver && result->solver->trial > 0;
}

double tc_report_iteration_predicted_s(const tc_result *result, int model, int phase) {
  return tc_result_predicted_s(result, model, phase) / (double)result->solver->trial;
}

double tc_report_integral_defect(const tc_report *report, const tc_result *result) {
  const bool is_closed =
      report->initial && result->solver->record.conserves && report->outcome && !report->outcome->balance;
  if (!is_closed || result->dry_run) return NAN;
  const double before = report->initial->integral, change = result->field.integral - before,
               spread = report->outcome->spread;
  return change == 0.0 ? 0.0 : fabs(change / (spread > 0.0 ? spread : before));
}

const tc_work *tc_solver_step_work(const tc_result *result) {
  const tc_result_solver *s = result->solver;
  if (!result->dry_run) return &s->record.work;
  return s->trial > 0 ? &result->measured[0].ledger.work : NULL;
}

double tc_solver_flops(const tc_report *report, const tc_result *result) {
  const tc_work *work = tc_solver_step_work(result);
  double sum = 0.0;
  if (!work || work->cycles > 0) return NAN;
  if (result->solver->options.solver.preconditioner->factoring == TC_FACTORING_FILL) return NAN;
  if (report->system)
    return tc_paraiso_work_flops((int32_t)report->system->rows, tc_system_facts_row_entries(report->system),
                                 work);
  for (int r = 0; r < result->ranks; r++)
    sum += tc_paraiso_work_flops(result->measured[r].rows, report->width, work);
  return sum;
}

tc_solver_traffic tc_solver_traffic_of(const tc_result *result) {
  const tc_work *work = tc_solver_step_work(result);
  const int64_t products = result->dry_run && work ? work->products + work->adjoint_products : 1;
  tc_counts all = {{0}};
  tc_solver_traffic out = {0};
  if (!work) return out;
  for (int r = 0; r < result->ranks; r++)
    for (int c = 0; c < TC_COUNT_COUNT; c++)
      all.by_index[c] += products * result->measured[r].ledger.count.by_index[c] +
                         result->measured[r].ledger.sweep_counts.by_index[c];
  out.messages = all.local_messages + all.remote_messages;
  out.blocks = all.local_blocks + all.remote_blocks;
  out.reads = all.local_individual + all.remote_individual;
  out.bytes = (int64_t)sizeof(double) * (all.local_values + all.remote_values + all.local_block_values +
                                         all.remote_block_values + out.reads);
  return out;
}

bool tc_report_trial_iterations(const tc_report *report, int64_t *fewest, int64_t *most) {
  *fewest = INT64_MAX;
  *most = 0;
  for (int i = 0; i < report->results; i++) {
    const tc_result *result = &report->result[i];
    if (!result->dry_run || !result->solver || result->solver->trial == 0) continue;
    if (result->solver->trial < *fewest) *fewest = result->solver->trial;
    if (result->solver->trial > *most) *most = result->solver->trial;
  }
  return *fewest < *most;
}

static int64_t count_solved(const tc_solve_statistics *record) {
  int64_t sum = 0;
  for (int reason = 0; reason < TC_REASON_COUNT; reason++)
    if (tc_reason_is_solved((tc_reason)reason)) sum += record->reason[reason];
  return sum;
}

/* ---- names of methods and preconditioners ---- */

static void add_parameter(tc_line *line, int *parameters, const char *format, double value) {
  tc_line_add(line, (*parameters)++ ? ", " : "(");
  tc_line_add(line, format, value);
}

/* Appends the scope if it is `rank`, which means that the preconditioner of each rank ignores couplings with
 * other ranks. Then appends the number of colours if the rows are coloured. */
static void add_scope(tc_line *line, int *parameters, const tc_result_solver *s) {
  if (s->options.solver.preconditioner_options.scope == TC_SCOPE_RANK)
    tc_line_add(line, (*parameters)++ ? ", rank" : "(rank");
  if (s->record.colours > 0) add_parameter(line, parameters, "%.0f colours", s->record.colours);
}

void tc_report_format_method(const tc_result_solver *s, tc_line *line) {
  const tc_method *method = s->options.solver.method;
  const tc_method_options *c = &s->options.solver.method_options;
  int parameters = 0;
  tc_line_add(line, "%s", method->name);
  if (method->needs & TC_READS_RESTART) add_parameter(line, &parameters, "%.0f", c->restart);
  if (method->needs & TC_READS_METHOD_RELAXATION) add_parameter(line, &parameters, "%g", c->relaxation);
  if (method->needs & TC_READS_METHOD_SCOPE) add_scope(line, &parameters, s);
  if (parameters) tc_line_add(line, ")");
}

void tc_report_format_preconditioner(const tc_result_solver *s, tc_line *line) {
  const tc_preconditioner *p = s->options.solver.preconditioner;
  const tc_preconditioner_options *c = &s->options.solver.preconditioner_options;
  int parameters = 0;
  tc_line_add(line, "%s", p->name);
  if (p->reads & TC_READS_RELAXATION) add_parameter(line, &parameters, "%g", c->relaxation);
  if (p->reads & TC_READS_DEGREE) add_parameter(line, &parameters, "%.0f", c->degree);
  if (p->reads & TC_READS_FILL) add_parameter(line, &parameters, "%.0f", c->fill);
  if (p->reads & TC_READS_DROP) add_parameter(line, &parameters, "%g", c->drop);
  if (p->reads & TC_READS_MULTIGRID) add_parameter(line, &parameters, "%.0f", c->multigrid.smoothing);
  if (p->reads & TC_READS_SCOPE) add_scope(line, &parameters, s);
  if (parameters) tc_line_add(line, ")");
}

/* ---- lines of the table ---- */

/* Writes the line that describes method and residual. Example: implicit, theta 1, dt 0.1 (100 x the largest
 * stable explicit step); cg + ssor(1, 5 colours); residual: volume-weighted 2-norm of b - A x */
static void write_head(const tc_report *report, const tc_result_solver *s, tc_section *out) {
  tc_line method = {0}, preconditioner = {0};
  tc_report_format_method(s, &method);
  if (s->options.solver.preconditioner->create) {
    tc_line_add(&preconditioner, " + ");
    tc_report_format_preconditioner(s, &preconditioner);
  }
  tc_section_print(out, "  %s", report->system ? "linear system" : report->method ? report->method : "");
  if (report->dt > 0.0) tc_section_append(out, ", theta %g, dt %.4g", s->options.theta, report->dt);
  if (report->dt > 0.0 && report->run.stable_step && report->run.stable_step->spectrum.largest > 0.0)
    tc_section_append(out, " (%.3g x the largest stable explicit step)",
                      report->dt / tc_spectrum_step_bound(&report->run.stable_step->spectrum));
  tc_section_append(out, "; %s%s; residual: %s2-norm of b - A x", method.text, preconditioner.text,
                    report->system && !report->system->has_volumes ? "" : "volume-weighted ");
}

/* Returns the trial from which the iterations of a step are forecast. */
static const char *trial_of(const tc_report *report) {
  return report->system ? "a trial solve" : report->run.control ? "the mean step of a trial" : "a trial step";
}

static void add_trial(const tc_report *report, const tc_result_solver *s, tc_section *out) {
  int64_t fewest, most;
  const char *separator = s->record.solves > 0 ? ";" : "", *trial = trial_of(report);
  if (s->trial == 0) return;
  if (tc_report_trial_iterations(report, &fewest, &most))
    tc_section_append(out, "%s forecast %lld to %lld (from %s with each number of ranks)", separator,
                      (long long)fewest, (long long)most, trial);
  else
    tc_section_append(out, "%s forecast %lld (from %s)", separator, (long long)s->trial, trial);
}

/* Writes the numbers of iterations. Several solves of a steady state are iterative refinement, in which each
 * solve after the first computes a correction from the residual. */
static void write_iterations(const tc_report *report, const tc_result_solver *s, tc_section *out) {
  const tc_solve_statistics *r = &s->record;
  if (r->solves == 0 && s->trial == 0 && s->bound == 0) return;
  if (r->solves == 1)
    tc_section_print(out, "  iterations          %lld", (long long)r->first);
  else if (r->solves > 0 && !(report->dt > 0.0))
    tc_section_print(out, "  iterations          %lld in %lld solves", (long long)r->total,
                     (long long)r->solves);
  else if (r->solves > 0)
    tc_section_print(out, "  iterations a step   %lld (first) %.0f (median) %lld (most)", (long long)r->first,
                     tc_solve_statistics_median(r), (long long)r->max);
  else
    tc_section_print(out, "  iterations %s", report->dt > 0.0 ? "a step  " : "        ");
  add_trial(report, s, out);
  if (s->bound > 0) tc_section_append(out, "; at most %lld", (long long)s->bound);
}

static void add_count(tc_section *out, const char *comma, int64_t count, const char *what) {
  if (count > 0)
    tc_section_append(out, "%s%lld %s%s", comma, (long long)count, what, tc_plural_suffix((int)count));
}

/* Writes the label of a line, a measured time, a forecast time and the error of the forecast. A time that is
 * not positive is unknown and is written as "-". */
static void write_comparison(const char *label, double measured_s, double forecast_s, tc_section *out) {
  char measured[cell_size] = "-  ", forecast[cell_size] = "-  ", error[cell_size] = "-  ";
  if (measured_s > 0.0) tc_number_format_seconds(measured_s, measured, sizeof measured);
  if (forecast_s > 0.0) {
    tc_number_format_seconds(forecast_s, forecast, sizeof forecast);
    tc_number_format_error(forecast_s, measured_s, measured_s, error, sizeof error);
  }
  tc_section_print(out, "  %-20smeasured %s  forecast %s %s  ", label, measured, forecast, error);
}

/* Example of the line: one cycle measured 136 ms forecast 130 ms -4 % 24 exchanges, 0 reductions */
static void write_cycle(const tc_result *result, tc_section *out) {
  const tc_result_solver *s = result->solver;
  if (s->record.multigrid.levels == 0) return;
  write_comparison("one cycle", tc_report_cycle_measured_s(result), s->cycle_s, out);
  tc_section_append(out, "%d exchange%s, 0 reductions", s->cycle.exchanges,
                    tc_plural_suffix(s->cycle.exchanges));
}

/* Example of the line: one iteration measured 488 us forecast 1.25 ms +156 % * 1 product, 2 reductions, 1
 * preconditioning */
void tc_report_text_solver_cost(const tc_report *report, const tc_result *result, tc_section *out) {
  const double forecast_s = tc_report_iteration_is_predicted(result, report->model)
                                ? tc_report_iteration_predicted_s(result, report->model, -1)
                                : 0.0;
  tc_work work;
  write_comparison("one iteration", tc_report_iteration_measured_s(result, -1), forecast_s, out);
  tc_solver_iteration(&result->solver->options.solver, 1, &work);
  add_count(out, "", work.products, "product");
  add_count(out, ", ", work.adjoint_products, "adjoint product");
  add_count(out, ", ", work.reductions, "reduction");
  add_count(out, ", ", work.preconditionings, "preconditioning");
  write_cycle(result, out);
}

/* Appends the number of floating-point operations. Example: ; 0.9405 MFLOP, 0.0188 an iteration; 0.015
 * GFLOP/s by the forecast */
static void add_flops(const tc_report *report, const tc_result *result, tc_section *out) {
  const double flops = tc_solver_flops(report, result);
  if (!(flops > 0.0)) return;
  tc_section_append(out, "; %.4g MFLOP, %.3g an iteration", 1e-6 * flops,
                    1e-6 * flops / (double)result->solver->trial);
  if (tc_report_iteration_is_predicted(result, report->model))
    tc_section_append(out, "; %.3g GFLOP/s by the forecast",
                      1e-9 * flops / result->forecast[report->model].total_s);
}

/* Writes the line about the traffic. Example: traffic a solve 1380 messages; 0.221 MB moved */
static void write_traffic(const tc_report *report, const tc_result *result, tc_section *out) {
  const tc_solver_traffic t = tc_solver_traffic_of(result);
  const bool has_messages = t.messages > 0, has_blocks = t.blocks > 0;
  if (t.messages + t.blocks + t.reads == 0) return;
  tc_section_print(out, "  traffic a %-10s", tc_report_step_noun(report));
  add_count(out, "", t.messages, "message");
  add_count(out, has_messages ? ", " : "", t.blocks, "block");
  add_count(out, has_messages || has_blocks ? ", " : "", t.reads, "single read");
  tc_section_append(out, "; %.4g MB moved", 1e-6 * (double)t.bytes);
}

/* True if the forecast contains no reductions, as those of the models of Lagraviere et al. 2019. */
static bool omits_reductions(const tc_report *report, const tc_result *result, const tc_work *work) {
  const bool any = result->ranks > 1 && work->reductions > 0;
  return any && tc_report_iteration_is_predicted(result, report->model) &&
         !(tc_result_predicted_s(result, report->model, TC_PHASE_reduce) > 0.0);
}

static void write_work(const tc_report *report, const tc_result *result, tc_section *out) {
  const tc_work *work = tc_solver_step_work(result);
  if (!result->dry_run || !work) return;
  tc_section_print(out, "  work a %-13s", tc_report_step_noun(report));
  add_count(out, "", work->products, "product");
  add_count(out, ", ", work->adjoint_products, "adjoint product");
  add_count(out, ", ", work->reductions, "reduction");
  if (omits_reductions(report, result, work))
    tc_section_append(out, " (no cost in model %s)", tc_model_at(report->model)->name);
  add_flops(report, result, out);
  write_traffic(report, result, out);
}

static void add_seconds(const char *before, double seconds, const char *after, tc_section *out) {
  char cell[cell_size];
  if (seconds > 0.0)
    tc_section_append(out, "%s%s%s", before, tc_number_format_time(seconds, cell, sizeof cell), after);
}

double tc_report_setup_s(const tc_setup_times *times) {
  double sum = 0.0;
  for (int k = 0; k < TC_SETUP_COUNT; k++)
    if (k != TC_SETUP_transpose) sum += times->by_index[k];
  return sum;
}

static void add_stage(const tc_result *result, int stage, tc_section *out) {
  const double expected = result->solver->set_up.by_index[stage];
  if (result->dry_run)
    add_seconds("forecast ", expected, "", out);
  else {
    add_seconds("", result->solver->record.set_up.by_index[stage], "", out);
    add_seconds(" (forecast ", expected, ")", out);
  }
}

/* The transpose has its own line, because it does not depend on the solver and is not part of the setup.
 * Example: setup factors 1.00 ms (forecast 2.00 ms), aggregates 2.50 s; 2 rebuilds of the levels */
void tc_report_text_solver_setup(const tc_result *result, tc_section *out) {
  const tc_solve_statistics *record = &result->solver->record;
  const tc_setup_times *shown = result->dry_run ? &result->solver->set_up : &record->set_up;
  bool has_begun = false;
  for (int k = 0; k < TC_SETUP_COUNT; k++) {
    if (k == TC_SETUP_transpose || !(shown->by_index[k] > 0.0)) continue;
    if (!has_begun) tc_section_print(out, "  setup               ");
    tc_section_append(out, "%s%s ", has_begun ? ", " : "", tc_setup_stage_name(k));
    add_stage(result, k, out);
    has_begun = true;
  }
  if (has_begun && !result->dry_run && record->rebuilds > 0)
    tc_section_append(out, "; %lld rebuild%s of the levels", (long long)record->rebuilds,
                      tc_plural_suffix((int)record->rebuilds));
  if (!(shown->transpose > 0.0)) return;
  tc_section_print(out, "  transpose           ");
  add_stage(result, TC_SETUP_transpose, out);
  tc_section_append(out, ", to check symmetry before the setup");
}

/* Writes a line that compares an implicit step with the explicit steps of the largest stable size that cover
 * the same time: their number, their forecast time and the ratio to that of the implicit step. An explicit
 * step is assumed to cost as much as the mean matrix-vector product of the implicit step. */
static void write_explicit(const tc_report *report, const tc_result *result, tc_section *out) {
  const double default_safety = 0.9 /* default of time.safety */, equal_ratio = 1.05;
  const tc_stable_step *safe = report->run.stable_step;
  double products_s = 0.0;
  if (!tc_report_iteration_is_predicted(result, report->model) || !(report->dt > 0.0) || !safe) return;
  if (!(safe->spectrum.largest > 0.0) || result->solver->products == 0) return;
  const tc_seconds *part = &result->forecast[report->model].phase_s[tc_result_slowest(result, report->model)];
  for (int p = 0; p < TC_PHASE_COUNT; p++)
    if (tc_phase_in_product(p)) products_s += part->by_index[p];
  const double steps = ceil(report->dt / (default_safety * tc_spectrum_step_bound(&safe->spectrum))),
               explicit_s = steps * products_s / (double)result->solver->products,
               step_s = result->forecast[report->model].total_s;
  char cell[cell_size];
  tc_number_format_seconds(explicit_s, cell, sizeof cell);
  const double ratio = explicit_s < step_s ? step_s / explicit_s : explicit_s / step_s;
  tc_section_print(out,
                   "  explicit steps      %.0f would replace one such step and take %s by the forecast: ",
                   steps, cell);
  if (ratio < equal_ratio)
    tc_section_append(out, "about as long");
  else
    tc_section_append(out, "%.2g times %s", ratio, explicit_s < step_s ? "faster" : "slower");
}

/* Writes the line about the residuals. Example: residual 1e-08 requested, 0.25 true in the worst step; 9 of 9
 * steps converged, 1 by solver.absolute 0.5 */
static void write_residual(const tc_report *report, const tc_result *result, tc_section *out) {
  const tc_result_solver *s = result->solver;
  const tc_solve_statistics *r = &s->record;
  const double defect = tc_report_integral_defect(report, result);
  if (r->solves == 0) return;
  const bool is_requested = s->options.solver.iterations == 0;
  tc_section_print(out, "  residual            ");
  if (is_requested) tc_section_append(out, "%.3g requested, ", r->requested_tolerance);
  if (is_requested && r->requested_tolerance < r->tolerance)
    tc_section_append(out, "below rounding, so by iterative refinement with solves to %.3g each; ",
                      r->tolerance);
  const char *solve = tc_report_step_noun(report);
  tc_section_append(out, "%.2g true%s%s", r->worst, r->solves > 1 ? " in the worst " : "",
                    r->solves > 1 ? solve : "");
  if (is_requested)
    tc_section_append(out, "; %lld of %lld %s%s converged", (long long)count_solved(r), (long long)r->solves,
                      solve, tc_plural_suffix((int)r->solves));
  else
    tc_section_append(out, "; no tolerance requested (solver.iterations)");
  if (r->reason[TC_REASON_converged_absolute] > 0)
    tc_section_append(out, ", %lld by solver.absolute %.3g",
                      (long long)r->reason[TC_REASON_converged_absolute], s->options.solver.absolute);
  if (r->accepted > 0) tc_section_append(out, ", %lld accepted without convergence", (long long)r->accepted);
  if (!isnan(defect)) tc_section_append(out, "; integral conserved to %.1g", defect);
}

void tc_report_text_solver(const tc_report *report, const tc_result *result, tc_section *out) {
  const tc_result_solver *s = result->solver;
  if (!s) return;
  write_head(report, s, out);
  write_iterations(report, s, out);
  tc_report_text_solver_cost(report, result, out);
  write_work(report, result, out);
  write_explicit(report, result, out);
  tc_report_text_solver_setup(result, out);
  write_residual(report, result, out);
  tc_section_print(out, "  results equal bit by bit on any number of ranks: %s",
                   s->record.bitwise ? "yes"
                                     : "no, only on the same number of ranks: the preconditioner depends on "
                                       "the distribution");
}
