#include "run/systems/system_comparison.h"

#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "run/systems/system_config.h"

/* Root only. Returns the weighted norm of x - y for all right-hand sides; y may be NULL, which means 0.
 * Entries are divided by the largest one, so that squares neither overflow nor underflow. */
static double norm_of(const tc_system_comparison *c, const tc_system_result *solved, const double *x,
                      const double *y) {
  const int64_t entries = solved->rows * solved->count;
  double largest = 0.0, square = 0.0;
  for (int64_t k = 0; k < entries; k++) largest = fmax(largest, fabs(y ? x[k] - y[k] : x[k]));
  if (largest == 0.0) return 0.0;
  for (int64_t k = 0; k < entries; k++) {
    const double ratio = (y ? x[k] - y[k] : x[k]) / largest;
    square += c->input->volume[k % solved->rows] * ratio * ratio;
  }
  return largest * sqrt(square);
}

static tc_status store_reference(const tc_system_comparison *c, const tc_system_result *solved) {
  tc_method_comparison *m = c->methods;
  const size_t values = (size_t)(solved->rows * solved->count);
  TC_TRY(TC_ALLOC(m->reference, values));
  memcpy(m->reference, solved->x, values * sizeof *m->reference);
  m->size = norm_of(c, solved, solved->x, NULL);
  return TC_OK;
}

/* Root only. Compares x with that of the first solve. */
static tc_status compare_solutions(const tc_system_comparison *c, const tc_system_result *solved,
                                   tc_result *result) {
  const tc_method_comparison *m = c->methods;
  if (!m->reference) return store_reference(c, solved);
  const double difference = norm_of(c, solved, solved->x, m->reference);
  result->solver->field_difference = m->size > 0.0 ? difference / m->size : difference;
  return TC_OK;
}

/* Collective. Appends the result of a solve. */
static tc_status add_result(const tc_system_comparison *c, const tc_system_options *options,
                            const tc_system_result *solved) {
  const tc_world *world = c->system->world;
  tc_result *result = NULL;
  TC_TRY(tc_system_forecast_check(c->forecast, options->solver.strategy, solved));
  TC_TRY(tc_world_agree(world, tc_results_add(c->results, 1, &result)));
  TC_TRY(tc_system_forecast_result(c->forecast, options, solved, c->block_size, result));
  return TC_ON_ROOT(world, compare_solutions(c, solved, result));
}

static tc_status solve(const tc_system_comparison *c, const tc_system_options *options,
                       tc_system_result *solved) {
  tc_line why;
  if (tc_config_find_pair_conflict(c->config, &why)) return tc_status_create(TC_USAGE, "%s", why.text);
  return tc_system_solve(c->system, options, c->input, solved);
}

static tc_status solve_one(const tc_system_comparison *c, const tc_strategy *strategy) {
  const tc_system_options options = tc_system_config_options(c->config, strategy, c->storage);
  const tc_method *method = options.solver.method;
  tc_system_result solved = {0};
  /* Example: cg + ssor, condensed, blocks of 65536 */
  tc_log_write(c->forecast->log, TC_LOG_NORMAL, "%s + %s, %s, blocks of %d", method ? method->name : "auto",
               options.chooses_preconditioner ? "auto" : options.solver.preconditioner->name, strategy->name,
               (int)c->block_size);
  tc_status status = solve(c, &options, &solved);
  /* This log line also ends the line of a phase that the failure has interrupted. */
  if (status) tc_log_write(c->forecast->log, TC_LOG_NORMAL, "failed: %s", tc_status_text(status));
  if (status)
    status = tc_method_comparison_record(c->methods, c->system->world, c->config, strategy, c->block_size,
                                         status, c->results);
  else
    status = add_result(c, &options, &solved);
  tc_system_result_free(&solved);
  return status;
}

static tc_status solve_pair(void *self) {
  const tc_system_comparison *c = self;
  for (int i = 0; i < c->methods->strategies; i++) TC_TRY(solve_one(c, c->methods->strategy[i]));
  return TC_OK;
}

tc_status tc_system_comparison_run(const tc_system_comparison *comparison) {
  tc_system_comparison own = *comparison;
  return tc_method_comparison_each(own.methods, own.config, solve_pair, &own);
}
