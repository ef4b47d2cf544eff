#include "solve/step/solve_statistics.h"

#include <math.h>

double tc_solve_record_median(const tc_solve_record *r) { return tc_samples_median(&r->iterations); }

void tc_solve_record_add(tc_solve_record *r, const tc_solution *solution, double relative,
                         const tc_work *work) {
  const int64_t iterations = solution->iterations;
  if (r->solves++ == 0) r->first = iterations;
  r->most = iterations > r->most ? iterations : r->most;
  r->total += iterations;
  tc_samples_add(&r->iterations, (double)iterations);
  r->reason[solution->reason]++;
  r->accepted += !tc_reason_solved(solution->reason);
  r->worst = fmax(r->worst, relative);
  r->last = *solution;
  r->work = *work;
  r->products += work->products + work->adjoint_products;
  r->reductions += work->reductions;
}

tc_status tc_solve_record_keep(tc_solve_record *r, tc_keep *keep) {
  TC_TRY(tc_keep_whole(keep, &r->solves, "solves.made"));
  TC_TRY(tc_keep_whole(keep, &r->first, "solves.first"));
  TC_TRY(tc_keep_whole(keep, &r->most, "solves.most"));
  TC_TRY(tc_keep_whole(keep, &r->total, "solves.total"));
  TC_TRY(tc_keep_whole(keep, &r->accepted, "solves.accepted"));
  TC_TRY(tc_keep_whole(keep, &r->uncertain, "solves.uncertain"));
  TC_TRY(tc_keep_common(keep, &r->worst, 1, "solves.worst"));
  TC_TRY(tc_keep_wholes(keep, r->reason, TC_REASON_COUNT, "solves.reason"));
  TC_TRY(tc_keep_whole(keep, &r->products, "solves.products"));
  return tc_keep_whole(keep, &r->reductions, "solves.reductions");
}
