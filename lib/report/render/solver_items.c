/* JSON items of a result's solver: method, preconditioner, iterations, reasons why solves ended, setup times
 * and work. The counts of a run are measured in its steps. The counts of a dry run are those of its trial
 * step times the number of steps. */
#include <math.h>

#include "report/render/report_items.h"
#include "report/sections/solver_section.h"

/* Returns an item with the total of a count over all steps. For a run the total is `run_total`. For a dry run
 * it is `trial_count`, the count of the trial step, times the number of steps. A steady state counts as one
 * step. */
static tc_item total_item(const char *key, const tc_report *report, const tc_result *result,
                          int64_t run_total, int64_t trial_count) {
  const int64_t steps = report->dt > 0.0 ? report->steps : 1;
  if (!result->dry_run) return TC_VALUE(key, run_total);
  return tc_item_if(steps > 0 && tc_solver_step_work(result), TC_VALUE(key, steps * trial_count));
}

/* Appends the numbers of iterations. A dry run computes only the first step, as a trial step. Median and
 * maximum over the steps are then null. */
static void add_iterations(tc_section *section, const tc_report *report, const tc_result *result) {
  const tc_result_solver *s = result->solver;
  const tc_solve_statistics *r = &s->record;
  const bool solved = !result->dry_run && r->solves > 0;
  TC_SECTION(section, "iterations",
             result->dry_run ? tc_item_count("first", s->trial)
                             : tc_item_if(solved, TC_VALUE("first", r->first)),
             tc_item_if(solved, TC_VALUE("median", tc_solve_statistics_median(r))),
             tc_item_if(solved, TC_VALUE("most", r->max)),
             total_item("total", report, result, r->total, s->trial));
  TC_SECTION(section, "expected", tc_item_positive("trial", (double)s->trial),
             tc_item_positive("bound", (double)s->bound));
}

/* Appends the number of solves that ended for each reason, such as convergence or breakdown. */
static void add_reasons(tc_section *section, const tc_solve_statistics *r) {
  tc_section *reasons = tc_section_add(section, "reasons");
  for (int k = 0; k < TC_REASON_COUNT; k++)
    if (r->reason[k] > 0) tc_item_add(reasons, TC_VALUE(tc_reason_name((tc_reason)k), r->reason[k]));
}

/* Returns the time of an iteration in s, measured or forecast: the part in phase `phase`, or the whole time
 * if phase < 0. */
static double iteration_s(const tc_report *report, const tc_result *result, bool is_measured, int phase) {
  return is_measured ? tc_report_iteration_measured_s(result, phase)
                     : tc_report_iteration_predicted_s(result, report->model, phase);
}

static void add_seconds(tc_section *section, const char *key, const tc_report *report,
                        const tc_result *result, bool is_known, bool is_measured) {
  if (!is_known) {
    tc_item_add(section, tc_item_null(key));
    return;
  }
  section = TC_SECTION(section, key, TC_VALUE("total", iteration_s(report, result, is_measured, -1)));
  for (int p = 0; p < TC_PHASE_COUNT; p++)
    tc_item_add(section, TC_VALUE(tc_phase_name(p), iteration_s(report, result, is_measured, p)));
}

static void add_per_iteration(tc_section *section, const tc_report *report, const tc_result *result) {
  const double measured = tc_report_iteration_measured_s(result, -1);
  const bool predicted = tc_report_iteration_is_predicted(result, report->model);
  const double forecast = predicted ? iteration_s(report, result, false, -1) : (double)NAN;
  section = tc_section_add(section, "per_iteration");
  add_seconds(section, "measured_s", report, result, measured > 0.0, true);
  add_seconds(section, "predicted_s", report, result, predicted, false);
  tc_item_add(section, tc_item_if(measured > 0.0, TC_VALUE("error", forecast / measured - 1.0)));
}

/* Appends the times of the setup stages of the solver. A stage that does not exist or has no known time is
 * null. */
static void add_setup_times(tc_section *section, const char *key, const tc_setup_times *set_up,
                            bool is_known) {
  section = tc_section_add(section, key);
  for (int k = 0; k < TC_SETUP_COUNT; k++)
    tc_item_add(section, tc_item_if(is_known, tc_item_positive(tc_setup_stage_name(k), set_up->by_index[k])));
}

/* True for a kind of work whose amount differs between ranks. Such amounts are unknown in a dry run, because
 * one process performs the trial step for all ranks. */
static bool differs_by_rank(int work) {
  return work == TC_WORK_sweep_messages || work == TC_WORK_sweep_values || work == TC_WORK_cycle_messages ||
         work == TC_WORK_cycle_values;
}

/* Appends the solver work of the last step, or of the trial step of a dry run. */
static void add_work(tc_section *section, const tc_result *result) {
  const tc_work *work = tc_solver_step_work(result);
  section = tc_section_add(section, "work");
  for (int k = 0; k < TC_WORK_COUNT; k++)
    tc_item_add(section, tc_item_if(work && !(result->dry_run && differs_by_rank(k)),
                                    TC_VALUE(tc_work_name(k), work ? work->by_index[k] : 0)));
}

static void add_multigrid_level(tc_section *levels, const tc_multigrid_level *level) {
  TC_SECTION(levels, NULL, TC_VALUE("rows", level->rows), TC_VALUE("entries", level->entries),
             TC_VALUE("excluded", level->excluded), TC_VALUE("aggregation", level->aggregation),
             TC_VALUE("ranks", level->ranks), TC_VALUE("ghosts", (int64_t)level->ghosts),
             TC_VALUE("peers", level->peers));
}

/* Appends measured and forecast seconds, which are null unless they are positive, and the error of the
 * forecast. Returns the section. */
static tc_section *add_comparison(tc_section *section, const char *key, double measured_s,
                                  double forecast_s) {
  return TC_SECTION(section, key, tc_item_positive("measured_s", measured_s),
                    tc_item_positive("predicted_s", forecast_s),
                    tc_item_if(measured_s > 0.0 && forecast_s > 0.0,
                               TC_VALUE("error", forecast_s / measured_s - 1.0)));
}

/* Appends the seconds of the last setup and of one multigrid cycle, as maxima over the ranks, and the
 * messages of the cycle. */
static void add_multigrid_seconds(tc_section *section, const tc_result *result) {
  const tc_result_solver *s = result->solver;
  const tc_multigrid_figures *f = &s->record.multigrid;
  const bool ran = !result->dry_run;
  add_comparison(section, "setup", ran ? f->aggregates_s + f->coarse_matrices_s : 0.0,
                 s->set_up.aggregates + s->set_up.coarse_matrices);
  section = add_comparison(section, "cycle", tc_report_cycle_measured_s(result), s->cycle_s);
  TC_ADD(section, TC_VALUE("exchanges", s->cycle.exchanges), TC_VALUE("messages", f->cycle.messages),
         TC_VALUE("values", f->cycle.values));
}

/* Appends the levels of the multigrid hierarchy. The number of rebuilds is null for a dry run. */
static void add_multigrid(tc_section *section, const tc_result *result) {
  const tc_solve_statistics *r = &result->solver->record;
  const tc_multigrid_figures *f = &r->multigrid;
  if (f->levels == 0) return;
  section = tc_section_add(section, "multigrid");
  tc_section *levels = tc_list_add(section, "levels");
  for (int l = 0; l < f->levels; l++) add_multigrid_level(levels, &f->level[l]);
  TC_ADD(section, TC_VALUE("complexity", f->complexity),
         TC_VALUE("bytes_per_row", (double)f->bytes / (double)f->level[0].rows),
         TC_VALUE("rounds", f->rounds), tc_item_if(!result->dry_run, TC_VALUE("rebuilds", r->rebuilds)));
  add_multigrid_seconds(section, result);
}

/* Appends the numbers of products and reductions of all steps, and the FLOPs. */
static void add_totals(tc_section *section, const tc_report *report, const tc_result *result) {
  const tc_solve_statistics *r = &result->solver->record;
  const tc_work *work = tc_solver_step_work(result);
  TC_ADD(section, total_item("products", report, result, r->products, result->solver->products),
         total_item("reductions", report, result, r->reductions, work ? work->reductions : 0),
         TC_VALUE("flops", tc_solver_flops(report, result)));
}

/* Appends the traffic of a step between ranks. */
static void add_traffic(tc_section *section, const tc_result *result) {
  const bool is_known = tc_solver_step_work(result);
  const tc_solver_traffic t = tc_solver_traffic_of(result);
  TC_SECTION(section, "traffic", tc_item_if(is_known, TC_VALUE("messages", t.messages)),
             tc_item_if(is_known, TC_VALUE("blocks", t.blocks)),
             tc_item_if(is_known, TC_VALUE("single_reads", t.reads)),
             tc_item_if(is_known, TC_VALUE("bytes", t.bytes)));
}

static void add_options(tc_section *section, const tc_result_solver *s) {
  const tc_solve_statistics *r = &s->record;
  const tc_solver_options *c = &s->options.solver;
  const int scope = c->preconditioner_options.scope == TC_SCOPE_RANK;
  TC_ADD(section, TC_VALUE("method", c->method->name), TC_VALUE("preconditioner", c->preconditioner->name),
         TC_VALUE("scope", tc_scopes.name(scope)), TC_VALUE("colours", r->colours),
         TC_VALUE("theta", s->options.theta), TC_VALUE("bitwise", r->bitwise),
         TC_VALUE("symmetric", r->symmetric), TC_VALUE("asymmetry", r->skew),
         /* former name of the key, still written until version 1.0 */
         TC_VALUE("skew", r->skew), tc_item_if(c->iterations <= 0, TC_VALUE("tolerance", c->tolerance)),
         TC_VALUE("relative_to", s->options.relative_to_start ? "start" : "rhs"));
}

void tc_items_add_solver(tc_section *section, const tc_report *report, const tc_result *result) {
  const tc_result_solver *s = result->solver;
  if (!s) {
    tc_item_add(section, tc_item_null("solver"));
    return;
  }
  const tc_solve_statistics *r = &s->record;
  const bool ran = !result->dry_run;
  section = tc_section_add(section, "solver");
  add_options(section, s);
  tc_item_add(section, tc_item_if(ran, TC_VALUE("solves", r->solves)));
  add_iterations(section, report, result);
  add_reasons(section, r);
  TC_ADD(section, tc_item_if(ran, TC_VALUE("accepted", r->accepted)),
         tc_item_if(ran, TC_VALUE("uncertain", r->uncertain)),
         tc_item_if(r->solves > 0, TC_VALUE("true_residual", r->worst)),
         TC_VALUE("integral_defect", tc_report_integral_defect(report, result)),
         TC_VALUE("difference", s->field_difference));
  add_setup_times(section, "setup_s", &r->set_up, ran);
  add_setup_times(section, "setup_predicted_s", &s->set_up, true);
  add_per_iteration(section, report, result);
  add_totals(section, report, result);
  add_work(section, result);
  add_traffic(section, result);
  add_multigrid(section, result);
}
