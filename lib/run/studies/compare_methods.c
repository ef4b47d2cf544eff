/* Comparison of solver methods: runs the same steps with every pair of method and preconditioner and with
 * every strategy, in one session. If a pair is not allowed or its solve fails, the report lists it as a
 * failure, and the comparison continues with the next pair. Each field is compared with the field of the
 * first successful pair. Differences are relative to the deviation of that field from its mean. */
#include "run/studies/compare_methods.h"

#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "io/config/config_auto.h"
#include "linear/choice/preconditioner_choice.h"

#define TC_PHASE "comparing methods"

/* Two fields may differ by `tolerances` times solver.tolerance, or by tolerances_a_step times
 * solver.tolerance per step if that is larger. The reason is that with a symmetric matrix the error of a step
 * is at most solver.tolerance. */
enum { tolerances = 10, tolerances_a_step = 2 };

/* Allowed relative difference of steady states. The error of a steady state depends on the matrix and is
 * unknown, but fields must agree to three digits. */
static const double steady_digits = 1e-3;

tc_solver_set tc_method_comparison_set(const tc_method_comparison *m) {
  tc_solver_set set = {0, 0};
  const tc_preconditioner *any = tc_preconditioner_at(0);
  for (int i = 0; i < m->methods; i++) set.methods |= tc_solver_set_single(m->method[i], any).methods;
  for (int i = 0; i < m->preconditioners; i++) {
    const tc_preconditioner *named = m->preconditioner[i];
    for (int k = 0; k < (named ? 1 : TC_PRECONDITIONER_CANDIDATES); k++) {
      const tc_preconditioner *one = named ? named : tc_preconditioner_candidate_at(k);
      set.preconditioners |= tc_solver_set_single(NULL, one).preconditioners;
    }
  }
  return set;
}

/* ---- recording failures ---- */

static tc_status add_failure(const tc_world *world, const tc_config *config, const tc_strategy *strategy,
                             int32_t block_size, const char *why, tc_results *results) {
  const tc_method *method = config->solver.method;
  tc_failure failure = {.method = method ? method->name : "auto",
                        .preconditioner = tc_config_lacks_preconditioner(config)
                                              ? "auto"
                                              : config->solver.preconditioner.name->name,
                        .strategy = strategy->name,
                        .block_size = block_size};
  snprintf(failure.reason, sizeof failure.reason, "%s", why);
  return tc_world_agree(world, tc_results_add_failure(results, &failure));
}

tc_status tc_method_comparison_record(tc_method_comparison *m, const tc_world *world, const tc_config *config,
                                      const tc_strategy *strategy, int32_t block_size, tc_status status,
                                      tc_results *results) {
  const tc_code code = tc_status_code(status);
  if (code != TC_NUMERICAL && code != TC_USAGE) return status;
  TC_TRY(add_failure(world, config, strategy, block_size, tc_status_text(status), results));
  if (m->failed)
    tc_status_free(&status);
  else
    m->failed = status;
  return TC_OK;
}

/* ---- comparison of fields ---- */

/* Collective. Computes the norm of a field: the square root of the sum of squares weighted by the cell
 * volumes. */
static tc_status field_norm(const tc_space *space, const double *value, double *out) {
  double square = 0.0;
  TC_TRY(tc_field_dot(space, value, value, &square));
  *out = sqrt(square);
  return TC_OK;
}

/* Collective. Computes the norm by which differences are divided: the norm of the deviation of a field from
 * its mean. A constant added to the field must not make differences appear small. The result is at least the
 * rounding error of the values. */
static tc_status field_scale(const tc_space *space, const double *value, double *out) {
  const double rounding = 1e-12;
  const tc_labels *regions = space->regions;
  const int32_t owned = space->owned;
  double *deviation = NULL, mean, size, volume = 0.0;
  for (int32_t k = 0; k < regions->count; k++) volume += regions->size[k];
  TC_TRY(TC_WORLD_ALLOC(space->world, deviation, owned));
  tc_status status = tc_field_integral(space, value, &mean);
  for (int32_t i = 0; !status && i < owned; i++) deviation[i] = value[i] - mean / volume;
  if (!status) status = field_norm(space, value, &size);
  if (!status) status = field_norm(space, deviation, out);
  if (!status) *out = fmax(*out, rounding * size);
  tc_free(deviation);
  return status;
}

static tc_status store_reference(const tc_run *run, tc_method_comparison *m) {
  double before = 0.0, after = 0.0;
  const tc_prepared *p = run->prepared;
  const tc_space *space = p->problem->space;
  TC_TRY(TC_WORLD_ALLOC(space->world, m->reference, space->owned));
  memcpy(m->reference, run->value, (size_t)space->owned * sizeof *m->reference);
  TC_TRY(field_scale(space, p->initial, &before));
  TC_TRY(field_scale(space, run->value, &after));
  m->size = p->plan->config->time.method->steps ? fmax(before, after) : after;
  return TC_OK;
}

/* Collective. Stores in the last result the relative difference between its field and the reference. The
 * first field becomes the reference. */
static tc_status compare_fields(tc_session *s, tc_method_comparison *m) {
  tc_result *result = &s->results.result[s->results.count - 1];
  double *difference = NULL;
  result->solver->field_difference = NAN;
  if (!result->valid) return TC_OK;
  if (!m->reference) return store_reference(&s->run, m);
  TC_TRY(TC_WORLD_ALLOC(s->plan.world, difference, s->prepared.problem->space->owned));
  for (int32_t i = 0; i < s->prepared.problem->space->owned; i++)
    difference[i] = s->run.value[i] - m->reference[i];
  const tc_status status =
      field_norm(s->prepared.problem->space, difference, &result->solver->field_difference);
  if (m->size > 0.0) result->solver->field_difference /= m->size;
  tc_free(difference);
  return status;
}

/* ---- runs of all pairs ---- */

static tc_status run_one(tc_session *s, tc_method_comparison *m, const tc_strategy *strategy,
                         int32_t block_size) {
  const tc_config *config = s->plan.config;
  const tc_method *method = config->solver.method;
  tc_status status = TC_OK;
  tc_line why;
  /* Example: cg + ssor, condensed, blocks of 65536 */
  tc_log_write(s->plan.log, TC_LOG_NORMAL, "%s + %s, %s, blocks of %d", method ? method->name : "auto",
               config->solver.preconditioner.name->name, strategy->name, (int)block_size);
  if (tc_config_find_pair_conflict(config, &why)) status = tc_status_create(TC_USAGE, "%s", why.text);
  if (!status) status = tc_forecasts_compute(&s->forecasts, strategy);
  if (!status) status = tc_session_run(s, strategy, block_size, NULL);
  if (!status) return compare_fields(s, m);
  /* This log line also ends the line of a phase that the failure has interrupted. */
  tc_log_write(s->plan.log, TC_LOG_NORMAL, "failed: %s", tc_status_text(status));
  return tc_method_comparison_record(m, s->plan.world, config, strategy, block_size, status, &s->results);
}

/* Argument of run_pair. */
typedef struct session_pairs {
  tc_session *session;
  tc_method_comparison *methods;
  int32_t block_size;
} session_pairs;

static tc_status run_pair(void *self) {
  const session_pairs *p = self;
  for (int i = 0; i < p->methods->strategies; i++)
    TC_TRY(run_one(p->session, p->methods, p->methods->strategy[i], p->block_size));
  return TC_OK;
}

/* Returns `scope` if the preconditioner supports it, otherwise the only scope that it supports. */
static int fitting_scope(const tc_preconditioner *preconditioner, int scope) {
  for (int other = 0; other < tc_scopes.count; other++)
    if (preconditioner->scopes == 1u << other) return other;
  return scope;
}

/* Sets the preconditioner of the config. NULL selects auto, whose scope is global (0). `scope` is that of the
 * config. */
static void set_preconditioner(const tc_preconditioner *preconditioner, int scope, tc_config *config) {
  const bool is_auto = !preconditioner;
  if (is_auto) preconditioner = tc_preconditioner_candidate_at(0);
  config->solver.preconditioner.name = preconditioner;
  config->solver.preconditioner.named = true;
  if (is_auto) config->solver.preconditioner.is_auto = true;
  config->solver.preconditioner.is_chosen = !is_auto;
  config->solver.preconditioner.scope = is_auto ? 0 : fitting_scope(preconditioner, scope);
}

static tc_status run_method(const tc_method_comparison *m, tc_config *config, tc_method_comparison_pair *run,
                            void *self) {
  const int scope = config->solver.preconditioner.scope;
  tc_status status = TC_OK;
  if (m->preconditioners == 0) return run(self);
  for (int i = 0; i < m->preconditioners && !status; i++) {
    set_preconditioner(m->preconditioner[i], scope, config);
    status = run(self);
  }
  config->solver.preconditioner.scope = scope;
  return status;
}

tc_status tc_method_comparison_each(const tc_method_comparison *m, tc_config *config,
                                    tc_method_comparison_pair *run, void *self) {
  if (m->methods == 0) return run_method(m, config, run, self);
  for (int i = 0; i < m->methods; i++) {
    config->solver.method = m->method[i];
    TC_TRY(run_method(m, config, run, self));
  }
  return TC_OK;
}

tc_status tc_method_comparison_run(tc_session *s, tc_method_comparison *m, int32_t block_size) {
  session_pairs pairs = {s, m, block_size};
  tc_free(m->reference); /* A reference of an earlier setup must not be used after a new one. */
  m->reference = NULL;
  return tc_method_comparison_each(m, s->plan.config, run_pair, &pairs);
}

/* ---- check of the results ---- */

/* Returns the largest relative difference of fields that is allowed; INFINITY if the options of the solver do
 * not determine it. */
static double allowed_difference(const tc_config *c, int64_t steps) {
  if (c->solver.iterations > 0 || c->solver.absolute > 0.0 || c->solver.accept > 0.0) return INFINITY;
  if (!c->time.method->steps) return fmax(tolerances * c->solver.tolerance, steady_digits);
  return fmax(tolerances, tolerances_a_step * (double)steps) * c->solver.tolerance;
}

/* Example: gmres with ssor gives a field that differs by 2e-05 (relative) from that of the first solver, more
 * than solver.tolerance 1e-06 allows: use a smaller solver.tolerance, because one of them has not solved its
 * systems */
static tc_status difference_error(const tc_config *config, const tc_result_solver *solver) {
  const bool steps = config->time.method->steps;
  return tc_status_create(TC_NUMERICAL,
                          "%s with %s gives a field that differs by %.2g (relative) from that of the first "
                          "solver, more than solver.tolerance %g allows%s: %s",
                          solver->options.solver.method->name, solver->options.solver.preconditioner->name,
                          solver->field_difference, config->solver.tolerance,
                          steps ? "" : " for most matrices",
                          steps ? "use a smaller solver.tolerance, because one of them has not solved its "
                                  "systems"
                                : "use a smaller solver.tolerance, because with this matrix small residuals "
                                  "do not mean small errors");
}

tc_status tc_method_comparison_check_results(tc_method_comparison *m, const tc_config *config, int64_t steps,
                                             const tc_results *results) {
  if (results->count == 0 && m->failed) {
    const tc_status failed = m->failed;
    m->failed = NULL;
    return failed;
  }
  TC_TRY(tc_results_check_fields(results));
  for (int i = 0; i < results->count; i++) {
    const tc_result_solver *solver = results->result[i].solver;
    if (solver->field_difference > allowed_difference(config, steps)) return difference_error(config, solver);
  }
  return TC_OK;
}

tc_status tc_method_comparison_check(const tc_session *s, tc_method_comparison *m) {
  return tc_method_comparison_check_results(m, s->plan.config, s->run.steps_done, &s->results);
}

void tc_method_comparison_free(tc_method_comparison *m) {
  tc_free(m->reference);
  tc_status_free(&m->failed);
  m->reference = NULL;
}
