#include "solve/step/solve_statistics.h"

#include <math.h>

double tc_solve_statistics_median(const tc_solve_statistics *r) {
  return tc_timing_series_median(&r->iterations);
}

void tc_solve_statistics_add(tc_solve_statistics *r, const tc_solve_result *solution, double relative,
                             const tc_work *work) {
  const int64_t iterations = solution->iterations;
  if (r->solves++ == 0) r->first = iterations;
  r->max = iterations > r->max ? iterations : r->max;
  r->total += iterations;
  tc_timing_series_add(&r->iterations, (double)iterations);
  r->reason[solution->reason]++;
  r->accepted += !tc_reason_is_solved(solution->reason);
  r->worst = fmax(r->worst, relative);
  r->last = *solution;
  r->work = *work;
  r->products += work->products + work->adjoint_products;
  r->reductions += work->reductions;
}

void tc_solve_statistics_log(const tc_solve_statistics *r, const tc_log *log) {
  if (r && r->multigrid.levels > 0) tc_multigrid_figures_log(&r->multigrid, NULL, log);
}

void tc_solve_statistics_log_rebuilds(const tc_solve_statistics *r, const tc_log *log) {
  if (r->multigrid.levels == 0 || r->rebuilds == 0) return;
  tc_log_write(log, TC_LOG_NORMAL, "multigrid: levels rebuilt %lld time%s because the step length changed",
               (long long)r->rebuilds, r->rebuilds == 1 ? "" : "s");
}

tc_status tc_solve_statistics_list_restart(tc_solve_statistics *r, tc_restart_list *keep) {
  TC_TRY(tc_restart_list_add_integer(keep, &r->solves, "solves.made"));
  TC_TRY(tc_restart_list_add_integer(keep, &r->first, "solves.first"));
  TC_TRY(tc_restart_list_add_integer(keep, &r->max, "solves.most"));
  TC_TRY(tc_restart_list_add_integer(keep, &r->total, "solves.total"));
  TC_TRY(tc_restart_list_add_integer(keep, &r->accepted, "solves.accepted"));
  TC_TRY(tc_restart_list_add_integer(keep, &r->uncertain, "solves.uncertain"));
  TC_TRY(tc_restart_list_add_common(keep, &r->worst, 1, "solves.worst"));
  TC_TRY(tc_restart_list_add_integers(keep, r->reason, TC_REASON_COUNT, "solves.reason"));
  TC_TRY(tc_restart_list_add_integer(keep, &r->products, "solves.products"));
  return tc_restart_list_add_integer(keep, &r->reductions, "solves.reductions");
}
