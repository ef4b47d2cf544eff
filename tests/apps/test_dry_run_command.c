#include "common/dry_run_command.h"

#include <string.h>

#include "support/expect.h"

static const tc_strategy *strategy(const char *name) { return tc_strategy_find(name); }

static tc_status check(const char *model, const tc_params *params) {
  app_strategies strategies = {.count = 2, .item = {strategy("condensed"), strategy("fine")}};
  tc_config config = {.machine = "m.yaml", .model = TC_MODEL_AUTO};
  tc_dry_run_machine machine = {.origin = {.text = "m.yaml: a machine"}};
  machine.origin.machine.ranks_per_node = 1;
  machine.origin.machine.params = *params;
  if (model) config.model = tc_registry_find(&tc_model_registry, model);
  return app_dry_run_check_parameters(&config, 4.0, &strategies, 1, &machine);
}

/* A machine file without a bandwidth is refused, unless it has fitted parameters, because the fitted
 * models do not use the bandwidth. */
Test(dry_run_command, parameters) {
  tc_params none = {0}, paper = {0}, fit = {0};
  paper.private_bandwidth_Bps = 1e9;
  paper.cache_line_B = 64.0;
  fit.fit_cg_flop_s = 1e-9;
  expect_error(check(NULL, &none), TC_USAGE,
               "no model has a forecast for any case: the machine (m.yaml: a machine) lacks "
               "private_bandwidth_Bps");
  expect_error(check("paper", &none), TC_USAGE, "lacks private_bandwidth_Bps");
  expect_ok(check(NULL, &paper));
  expect_ok(check("paper", &paper));
  expect_error(check("refined", &paper), TC_USAGE, "no model has a forecast for any case: ");
  expect_ok(check(NULL, &fit));
}
