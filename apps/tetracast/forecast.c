#include "forecast.h"

#include <unistd.h>

#include "base/memory.h"
#include "machine/bench_stream.h"

enum { smallest = 1 << 20, largest = 384 << 20 };

tc_status tc_forecast_measure_machine(const tc_problem *problem, tc_params *machine, double *bytes) {
  /* Matrix row, x, y and the copy of x. */
  *bytes = (double)problem->matrix->rows * (problem->matrix->width * 12 + 32);
  TC_TRY(tc_world_max(problem->world, bytes, 1));
  double streamed = *bytes;
  if (streamed < smallest) streamed = smallest;
  if (streamed > largest) streamed = largest;
  int repeats = (int)(4.0 * largest / streamed); /* about the same time for any size */
  if (repeats > 200) repeats = 200;
  return tc_bench_stream(problem->world, (size_t)streamed, repeats, machine);
}

bool tc_forecast_in_cache(double bytes) {
  long cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
  return cache > 0 && bytes <= (double)cache;
}

tc_status tc_forecast(const tc_params *machine, int ranks, int width, tc_result *result) {
  tc_load *load = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(load, ranks));
  for (int r = 0; r < ranks; r++) {
    const tc_measure *m = &result->measured[r];
    load[r] = (tc_load){m->node, m->rows, width, m->traffic};
  }
  if (!tc_predict_possible(machine, ranks, load)) goto cleanup;
  TC_GUARD(status, TC_ALLOC(result->predicted, ranks));
  tc_predict(machine, ranks, load, result->predicted, &result->predicted_total_s);
cleanup:
  tc_free(load);
  return status;
}
