#include "report/document/stages_text.h"

#include <math.h>

/* Returns the number of steps that explicit Euler would make to the time `end`; 0 if unknown. The number is
 * rounded as in tc_step_size_compute (solve/stability/step_size.h), so a run with explicit Euler makes
 * exactly this number of steps. */
static int64_t count_euler_steps(const tc_stable_step *stable, double end, double safety) {
  const double rounding = 1e-12, max_steps = 9007199254740992.0;
  const double steps = ceil(end / (safety * stable->euler_bound) * (1.0 - rounding));
  return steps >= 1.0 && steps <= max_steps ? (int64_t)steps : 0;
}

tc_stages_work tc_stages_work_compute(const char *method, const tc_stable_step *stable, int64_t steps,
                                      double end, double safety) {
  if (stable->stages == 0) return (tc_stages_work){.method = method, .stages = 0, .steps = steps};
  return (tc_stages_work){.method = method,
                          .stages = stable->stages,
                          .steps = steps,
                          .products = steps * stable->stages,
                          .euler_products = count_euler_steps(stable, end, safety),
                          .searches = stable->products,
                          .saved = stable->cached_products};
}

void tc_stages_work_add_control(const tc_error_control *control, const tc_error_control_record *controlled,
                                tc_stages_work *work) {
  work->control = control;
  work->controlled = controlled;
  work->steps = controlled->steps;
  work->products = controlled->products;
}

tc_stages_work tc_report_stages_work(const tc_report *report) {
  if (!report->run.stable_step) return (tc_stages_work){.stages = 0};
  tc_stages_work work = tc_stages_work_compute(report->method, report->run.stable_step, report->steps,
                                               report->time, report->safety);
  if (report->run.choice) work.searches += (int)report->run.choice->trials;
  work.control = report->run.control;
  work.powers = report->run.powers;
  work.powers_ratio = report->run.powers_ratio;
  if (report->run.controlled) tc_stages_work_add_control(report->run.control, report->run.controlled, &work);
  return work;
}

/* Appends the largest estimated error of a step. It is written relative to the accepted error if
 * time.absolute is set, because the accepted error may then exceed the tolerance. Otherwise the line contains
 * the error and the tolerance. */
static void add_error(const tc_stages_work *work, tc_line *line) {
  const double tolerance = work->control->tolerance, share = work->controlled->largest_error;
  if (work->steps == 0) return;
  if (work->control->absolute > 0.0)
    tc_line_add(line, "; error per step at most %.2g times the accepted error", share);
  else
    tc_line_add(line, "; error per step at most %.2g of %g", share * tolerance, tolerance);
}

/* Appends how often the ellipse that contains the eigenvalues of the matrix was enlarged after a test during
 * the steps. */
static void add_widened(const tc_error_control_record *record, tc_line *line) {
  if (record->widened > 0)
    tc_line_add(line, "; ellipse of the eigenvalues widened %lld time%s to axis ratio %.3g",
                (long long)record->widened, record->widened == 1 ? "" : "s", record->axis_ratio);
}

/* Appends the number of products of the steps and of the searches before them, and the number of products of
 * explicit Euler. */
static void add_products(const tc_stages_work *work, tc_line *line) {
  tc_line_add(line, ", %lld products", (long long)(work->products + work->searches));
  if (work->searches > 0) tc_line_add(line, " with %d before the first step", work->searches);
  if (work->euler_products > 0) tc_line_add(line, " (Euler: %lld)", (long long)work->euler_products);
}

/* Appends the number of products of the searches. Before a run with error control, the numbers of steps and
 * of their products are unknown. */
static void format_unknown(const tc_stages_work *work, tc_line *line) {
  tc_line_add(line, "%s: steps with error control, whose number is unknown before the run", work->method);
  if (work->stages > 0) tc_line_add(line, "; forecasts are for a step of %d stages", work->stages);
  if (work->searches > 0) tc_line_add(line, "; searches before the first step: %d products", work->searches);
}

/* Formats the work of a finished run with error control. Example: rkl2: 8 steps (1 rejected) of 0.01 to 0.25,
 * 2 to 11 stages, 960 products with 900 before the first step (Euler: 45); error per step at most 0.0005 of
 * 0.001 */
static void format_controlled(const tc_stages_work *work, tc_line *line) {
  const tc_error_control_record *record = work->controlled;
  tc_line_add(line, "%s: %lld step%s (%lld rejected)", work->method, (long long)work->steps,
              work->steps == 1 ? "" : "s", (long long)record->rejected);
  if (work->steps > 0) tc_line_add(line, " of %.3g to %.3g", record->shortest, record->longest);
  if (work->stages > 0 && work->steps > 0)
    tc_line_add(line, ", %d to %d stages", record->fewest_stages, record->most_stages);
  add_products(work, line);
  add_error(work, line);
  add_widened(record, line);
}

/* Formats the work of a run with steps of equal size. Example: rkl2: 64 steps of 27 stages, 2613 products
 * with 885 before the first step (Euler: 13116) */
static void format_equal(const tc_stages_work *work, tc_line *line) {
  tc_line_add(line, "%s: %lld step%s of %d stages", work->method, (long long)work->steps,
              work->steps == 1 ? "" : "s", work->stages);
  add_products(work, line);
}

/* Appends the number of stages that are computed in one pass through the matrix, and their relative time.
 * Appends nothing if this number is 0 or 1. */
static void add_powers(const tc_stages_work *work, tc_line *line) {
  if (work->powers < 2) return;
  tc_line_add(line, "; powers %d", work->powers);
  if (work->powers_ratio > 0.0)
    tc_line_add(line, ": each stage takes %.2f of the time of a stage computed alone", work->powers_ratio);
}

void tc_stages_work_format(const tc_stages_work *work, tc_line *line) {
  if (work->controlled)
    format_controlled(work, line);
  else if (work->control)
    format_unknown(work, line);
  else
    format_equal(work, line);
  add_powers(work, line);
  if (work->saved > 0) tc_line_add(line, "; the cached result of the search saves %d products", work->saved);
}

void tc_local_steps_format(const tc_local_steps *local, tc_line *line) {
  const int steps = tc_local_steps_count(local);
  if (steps == 0) return;
  tc_line_add(line, "source: %s, Heun, %d part%s a %s; %d evaluations a step",
              steps > 1 ? "Strang" : "Godunov", local->parts, local->parts == 1 ? "" : "s",
              steps > 1 ? "half step" : "step", tc_local_steps_evaluations(local));
}
