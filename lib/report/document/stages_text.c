#include "report/document/stages_text.h"

#include <math.h>

/* Rounding as in tc_step_size_compute (solve/stability/step_size.h), so that the number is that of a run with
 * explicit Euler. */
static int64_t count_euler_steps(const tc_stable_step *stable, double end, double safety) {
  const double rounding = 1e-12, max_steps = 9007199254740992.0;
  const double steps = ceil(end / (safety * stable->euler_bound) * (1.0 - rounding));
  return steps >= 1.0 && steps <= max_steps ? (int64_t)steps : 0;
}

tc_stages_work tc_stages_work_compute(const char *method, const tc_stable_step *stable, int64_t steps,
                                      double end, double safety) {
  if (stable->stages == 0) return (tc_stages_work){.stages = 0};
  return (tc_stages_work){.method = method,
                          .stages = stable->stages,
                          .steps = steps,
                          .products = steps * stable->stages,
                          .euler_products = count_euler_steps(stable, end, safety),
                          .searches = stable->products};
}

tc_stages_work tc_report_stages_work(const tc_report *report) {
  if (!report->run.stable_step) return (tc_stages_work){.stages = 0};
  return tc_stages_work_compute(report->method, report->run.stable_step, report->steps, report->time,
                                report->safety);
}

void tc_stages_work_format(const tc_stages_work *work, tc_line *line) {
  tc_line_add(line, "%s: %lld step%s of %d stages, %lld products", work->method, (long long)work->steps,
              work->steps == 1 ? "" : "s", work->stages, (long long)work->products);
  if (work->euler_products > 0) tc_line_add(line, " (Euler: %lld)", (long long)work->euler_products);
  if (work->searches > 0) tc_line_add(line, "; searches before the first step: %d products", work->searches);
}
