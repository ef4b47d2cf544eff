#include "io/config/config_auto.h"

#include <math.h>

#include "io/config/config_solver.h"
#include "linear/choice/preconditioner_choice.h"

static const char *const candidate[TC_CONFIG_CANDIDATES] = {"euler", "rkl2", "implicit"};

const tc_integrator *tc_config_candidate(int k) { return tc_integrator_find(candidate[k]); }

void tc_config_begin_auto(tc_config *config) {
  const double second_order = 0.5;
  if (!config->solver.preconditioner.name) {
    config->solver.preconditioner.is_auto = true;
    config->solver.preconditioner.name = tc_preconditioner_candidate_at(0);
  }
  if (config->time.method) return;
  config->time.is_auto = true;
  config->time.method = tc_config_candidate(1);
  if (!tc_config_is_set(config, "time.theta")) config->time.theta = second_order;
}

void tc_config_try_method(tc_config *config, const tc_integrator *method) {
  if (config->time.is_auto) config->time.method = method;
}

void tc_config_choose_method(tc_config *config, const tc_integrator *method) {
  tc_config_try_method(config, method);
  config->time.is_chosen = config->time.is_auto;
}

bool tc_config_lacks_method(const tc_config *config) {
  return config->time.is_auto && !config->time.is_chosen;
}

const char *tc_config_method_name(const tc_config *config) {
  return tc_config_lacks_method(config) ? "auto" : config->time.method->name;
}

int64_t tc_config_auto_steps(const tc_config *config) {
  const double most = 1e15;
  return config->time.is_auto ? (int64_t)fmin(ceil(0.5 / config->time.tolerance), most) : 0;
}

tc_status tc_config_check_not_auto(const tc_config *config, const char *why) {
  return config->time.is_auto ? tc_config_error(config, "time.method", "auto %s", why) : TC_OK;
}

tc_status tc_config_check_auto(const tc_config *config) {
  if (!config->time.is_auto) return TC_OK;
  if (config->time.dt > 0.0)
    return tc_config_error(config, "time.dt",
                           "time.method auto chooses the size of the steps from time.tolerance: set time.dt "
                           "to auto, or time.method to a method such as rkl2");
  if (config->time.steady > 0.0)
    return tc_config_error(config, "time.steady",
                           "may end the run before time.end, up to which time.method auto compares methods: "
                           "set time.steady to null, or time.method to a method such as rkl2");
  if (config->time.splitting != TC_SPLITTING_NONE)
    return tc_config_error(config, "time.splitting",
                           "time.method auto controls the error of the steps, which splitting does not "
                           "support: set time.splitting to none, or time.method to a method such as rkl2");
  return TC_OK;
}

void tc_config_choose_preconditioner(tc_config *config, const tc_preconditioner *preconditioner) {
  if (!config->solver.preconditioner.is_auto) return;
  config->solver.preconditioner.name = preconditioner;
  config->solver.preconditioner.is_chosen = true;
}

bool tc_config_lacks_preconditioner(const tc_config *config) {
  return config->solver.preconditioner.is_auto && !config->solver.preconditioner.is_chosen;
}

static tc_status useless_trial_error(const tc_config *config, const char *why) {
  return tc_config_error(config, "solver.preconditioner.name",
                         "auto compares iterations of the first solve, but %s: set it to jacobi, ssor or "
                         "multigrid",
                         why);
}

tc_status tc_config_check_auto_preconditioner(const tc_config *config) {
  if (!config->solver.preconditioner.is_auto) return TC_OK;
  if (config->solver.iterations > 0)
    return useless_trial_error(config, "solver.iterations sets their number");
  if (config->solver.preconditioner.scope > 0)
    return tc_config_error(config, "solver.preconditioner.scope",
                           "auto makes a choice that does not depend on the ranks: set it to global");
  if (config->time.is_auto)
    return tc_config_error(config, "solver.preconditioner.name",
                           "auto cannot be combined with time.method auto, whose steps have different "
                           "lengths: set it to jacobi, ssor or multigrid");
  if (tc_config_controls_error(config))
    return useless_trial_error(config, "steps with error control have different lengths");
  return TC_OK;
}

bool tc_config_uses(const tc_config *config, const char *key) {
  if (!config->time.is_auto) return tc_config_method_uses(config->time.method, key);
  for (int k = 0; k < TC_CONFIG_CANDIDATES; k++)
    if (tc_config_method_uses(tc_config_candidate(k), key)) return true;
  return false;
}
