#include "io/config/config_auto.h"

#include <math.h>

#include "io/config/config_solver.h"

static const char *const candidate[TC_CONFIG_CANDIDATES] = {"euler", "rkl2", "implicit"};

const tc_integrator *tc_config_candidate(int k) { return tc_integrator_find(candidate[k]); }

void tc_config_begin_auto(tc_config *config) {
  const double second_order = 0.5;
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

bool tc_config_uses(const tc_config *config, const char *key) {
  if (!config->time.is_auto) return tc_config_method_uses(config->time.method, key);
  for (int k = 0; k < TC_CONFIG_CANDIDATES; k++)
    if (tc_config_method_uses(tc_config_candidate(k), key)) return true;
  return false;
}
