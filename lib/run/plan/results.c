#include "run/plan/results.h"

#include <string.h>

#include "base/containers/array.h"
#include "base/core/memory.h"

tc_status tc_results_add(tc_results *results, int count, tc_result **out) {
  TC_ARRAY(tc_result) list = {results->result, results->count, results->capacity, NULL};
  TC_TRY(TC_ARRAY_RESERVE(&list, count));
  results->result = list.item;
  results->capacity = list.capacity;
  *out = results->result + results->count;
  results->count += count;
  memset(*out, 0, (size_t)count * sizeof **out);
  return TC_OK;
}

static void free_result(tc_result *result) {
  tc_free(result->measured);
  tc_free(result->solver);
  tc_free(result->job);
  tc_forecast_free(result->forecast);
}

void tc_results_remove_last(tc_results *results) { free_result(&results->result[--results->count]); }

tc_status tc_results_add_failure(tc_results *results, const tc_failure *failure) {
  TC_ARRAY(tc_failure) list = {results->failure, results->failures, results->failure_room, NULL};
  TC_TRY(TC_ARRAY_ADD(&list, failure));
  results->failure = list.item;
  results->failures = list.count;
  results->failure_room = list.capacity;
  return TC_OK;
}

static bool same_method(const tc_result *a, const tc_result *b) {
  if (!a->solver || !b->solver) return a->solver == b->solver;
  const tc_solver_options *x = &a->solver->options.solver, *y = &b->solver->options.solver;
  const bool depends_on_ranks = !a->solver->record.bitwise;
  return x->method == y->method && x->preconditioner == y->preconditioner &&
         (!depends_on_ranks || a->block_size == b->block_size);
}

/* Returns the first result that has the same method and preconditioner as `result` and whose field is a
 * solution. */
static const tc_result *first_of(const tc_results *results, const tc_result *result) {
  const tc_result *first = results->result;
  while (!first->valid || !same_method(first, result)) first++;
  return first;
}

tc_status tc_results_check_fields(const tc_results *results) {
  for (int i = 0; i < results->count; i++) {
    const tc_result *result = &results->result[i];
    if (!result->valid) continue;
    const tc_result *first = first_of(results, result);
    if (result->field.hash != first->field.hash)
      return tc_status_create(TC_INTERNAL,
                              "strategies %s and %s give different fields: please report this as a bug",
                              first->strategy, result->strategy);
  }
  return TC_OK;
}

void tc_results_free(tc_results *results) {
  for (int i = 0; i < results->count; i++) free_result(&results->result[i]);
  tc_free(results->result);
  tc_free(results->failure);
  *results = (tc_results){0};
}
