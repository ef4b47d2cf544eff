#include "forecast.h"

#include "base/memory.h"
#include "machine/bench_stream.h"

enum { smallest = 1 << 20, largest = 384 << 20 };

tc_status tc_forecast_measure_machine(const tc_problem *problem, tc_params *machine) {
  /* Matrix row, x, y and the copy of x. */
  double bytes = (double)problem->matrix->rows * (problem->matrix->width * 12 + 32);
  TC_TRY(tc_world_max(problem->world, &bytes, 1));
  if (bytes < smallest) bytes = smallest;
  if (bytes > largest) bytes = largest;
  int repeats = (int)(4.0 * largest / bytes); /* about the same time for any size */
  if (repeats > 200) repeats = 200;
  return tc_bench_stream(problem->world, (size_t)bytes, repeats, machine);
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
