#include "run/results.h"

#include <string.h>

#include "base/memory.h"
#include "run/forecast.h"

static tc_status grow(tc_results *results, int count) {
  tc_result *larger = NULL;
  const int room = 2 * results->room + count;
  TC_TRY(TC_ALLOC(larger, room));
  if (results->count) memcpy(larger, results->result, (size_t)results->count * sizeof *larger);
  tc_free(results->result);
  results->result = larger;
  results->room = room;
  return TC_OK;
}

tc_status tc_results_add(tc_results *results, int count, tc_result **out) {
  if (results->count + count > results->room) TC_TRY(grow(results, count));
  *out = results->result + results->count;
  results->count += count;
  memset(*out, 0, (size_t)count * sizeof **out);
  return TC_OK;
}

tc_status tc_results_check_fields(const tc_results *results) {
  const tc_result *first = NULL;
  for (int i = 0; i < results->count; i++) {
    const tc_result *result = &results->result[i];
    if (!result->valid) continue;
    if (!first) first = result;
    if (result->field.hash != first->field.hash)
      return tc_status_make(TC_INTERNAL,
                            "strategies %s and %s give different fields: please report this as a bug",
                            first->strategy, result->strategy);
  }
  return TC_OK;
}

void tc_results_free(tc_results *results) {
  for (int i = 0; i < results->count; i++) {
    tc_free(results->result[i].measured);
    tc_free(results->result[i].solver);
    tc_forecast_free(results->result[i].forecast);
  }
  tc_free(results->result);
  *results = (tc_results){0};
}
