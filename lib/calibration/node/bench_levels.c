#include "calibration/node/node_benches.h"

static tc_status run_reader(void *context) {
  tc_memory_reader_run(context);
  return TC_OK;
}

tc_status tc_bench_read(tc_bench *bench, size_t bytes, tc_estimate *Bps) {
  tc_bench_reset(bench);
  tc_memory_reader r = tc_memory_reader_init(bytes, tc_bench_alloc(bench, bytes));
  return tc_bench_time_rate(bench, run_reader, &r, tc_memory_reader_bytes(&r), Bps);
}
