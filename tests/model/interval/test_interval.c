/* Worked examples of the bound of a job: ranks, factors, centre, self-correction and change rule. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "model/interval/job_bound.h"
#include "model/interval/quantile.h"

static const int64_t today = 1764400000;

/* Record number i of a job whose only group with a forecast is `steps`. */
static tc_job_record make_record(int i, double forecast_s, double measured_s) {
  tc_job_record r =
      {.end_time = today - 1000 + i,
       .version = TC_JOB_RECORD_VERSION,
       .key = {.mesh_hash = 7, .nodes = 1, .ranks = 2, .threads = 1, .scheme = "gradient", .method = "euler"},
       .score = tc_job_score(measured_s, forecast_s),
       .level = 0.95,
       .bound_s = 1e9,
       .alpha = 0.05,
       .tail = NAN};
  r.score_now = r.score;
  r.steps_now_s = forecast_s;
  r.forecast_s[TC_JOB_GROUP_steps] = forecast_s;
  r.measured_s[TC_JOB_GROUP_steps] = measured_s;
  return r;
}

static tc_job_question make_question(double forecast_s) {
  const tc_job_record r = make_record(0, forecast_s, forecast_s);
  tc_job_question q = {.key = r.key, .level = 0.95};
  q.forecast_s[TC_JOB_GROUP_steps] = forecast_s;
  return q;
}

static tc_job_bound compute(int records, const tc_job_record *record, const tc_job_question *question) {
  tc_job_bound bound;
  tc_job_bound_compute(records, record, today, question, &bound);
  return bound;
}

Test(interval, without_records_the_factor_is_211) {
  tc_job_question q = make_question(100.0);
  const tc_job_bound b = compute(0, NULL, &q);
  cr_expect_float_eq(b.median_s, 100.0, 1e-12);
  cr_expect_float_eq(b.bound_s / 100.5, 2.11, 0.005);
  cr_expect_float_eq(b.low_s, 100.5 * 100.5 / b.bound_s - 0.5, 1e-9);
  cr_expect(b.is_assumed && b.records == 0 && b.change_time == 0);
  cr_expect_eq(b.alpha, 1.0 - 0.95);
}

Test(interval, default_rates_and_probes_widen_the_first_bound) {
  tc_job_question q = make_question(100.0);
  q.uses_defaults = true;
  cr_expect_float_eq(compute(0, NULL, &q).bound_s, 100.5 * exp(2.131847 * 0.5), 1e-4);
  q.spread = 0.8;
  cr_expect_float_eq(compute(0, NULL, &q).bound_s, 100.5 * exp(2.131847 * 0.8), 1e-4);
}
