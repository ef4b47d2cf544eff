#include "io/config/config_forecast.h"

#include "io/config/config_solution.h"
#include "io/config/configs.h"

Test(config, forecast_defaults) {
  tc_config *c = parse(MINIMAL, 0, NULL);
  cr_expect_eq(c->forecast.level, 0.95);
  cr_expect_str_eq(c->forecast.records, "auto");
  cr_expect_eq(c->forecast.probe_seconds, 2.0);
  cr_expect(tc_config_has_speed_probe(c));
  tc_config_destroy(&c);
}

Test(config, forecast_keys) {
  tc_config *c =
      parse(MINIMAL "forecast: {level: 0.5, records: r.records, probe: none, probe_seconds: 0.25}\n", 0,
            NULL);
  cr_expect_eq(c->forecast.level, 0.5);
  cr_expect_str_eq(c->forecast.records, "r.records");
  cr_expect_eq(c->forecast.probe_seconds, 0.25);
  cr_expect_not(tc_config_has_speed_probe(c));
  tc_config_destroy(&c);
  refuse("forecast: {level: 0.995}\n", "forecast.level: ");
  refuse("forecast: {level: 0.4}\n", "forecast.level: ");
  refuse("forecast: {probe: 3}\n", "forecast.probe: expected one of auto, none");
  refuse("forecast: {probe_seconds: 0}\n", "forecast.probe_seconds: ");
}

Test(config, no_speed_probe_without_a_machine) {
  tc_config *c = parse(MINIMAL "machine: none\n", 0, NULL);
  cr_expect_not(tc_config_has_speed_probe(c));
  tc_config_destroy(&c);
}

Test(config, forecast_keys_do_not_change_the_solution) {
  char key[TC_SOLUTION_KEY];
  tc_config *c = parse(MINIMAL, 0, NULL);
  tc_config *other = parse(MINIMAL "forecast: {level: 0.9, records: none, probe: none}\n", 0, NULL);
  expect_ok(tc_config_find_solution_difference(c, other, key));
  cr_expect_str_eq(key, "");
  tc_config_destroy(&c);
  tc_config_destroy(&other);
}
