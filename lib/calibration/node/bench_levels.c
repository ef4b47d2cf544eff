#include "calibration/node/bench_levels.h"

static tc_status pass(void *context) {
  tc_reading_pass(context);
  return TC_OK;
}

tc_status tc_bench_read(tc_bench *bench, size_t bytes, tc_estimate *Bps) {
  tc_bench_clear(bench);
  tc_reading r = tc_reading_of(bytes, tc_bench_take(bench, bytes));
  tc_estimate seconds;
  TC_TRY(tc_bench_time(bench, pass, &r, &seconds));
  *Bps = tc_estimate_rate(tc_reading_bytes(&r), seconds);
  return TC_OK;
}
