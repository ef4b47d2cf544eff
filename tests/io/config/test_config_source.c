/* The keys `states` and `source`. */
#include "io/config/configs.h"

static double value(tc_expression *expression, const double *at) {
  double out = -1.0;
  expect_ok(tc_expression_value(expression, at, &out));
  return out;
}

Test(config_source, nothing_by_default) {
  tc_config *c = parse(MINIMAL, 0, NULL);
  cr_expect(!c->source.source && c->source.states == 0);
  tc_config_destroy(&c);
  c = parse(MINIMAL "source: 0.0\nstates: {}\n", 0, NULL);
  cr_expect(!c->source.source && c->source.states == 0);
  tc_config_destroy(&c);
}

Test(config_source, numbers_and_formulas) {
  const double at[] = {1, 2, 3, 4, 5};
  tc_config *c = parse(MINIMAL "source: 2.5\nexact: 3\n", 0, NULL);
  cr_expect_eq(value(c->source.source, NULL), 2.5);
  cr_expect_eq(value(c->exact, NULL), 3.0);
  tc_config_destroy(&c);
  c = parse(MINIMAL "source: x+10*y+100*z+1000*t+10000*v\n", 0, NULL);
  cr_expect_eq(value(c->source.source, at), 54321.0);
  tc_config_destroy(&c);
}

/* The formulas of sources and rates can use all states, also those that the config defines later. */
Test(config_source, states_have_rates_of_their_own) {
  const double at[] = {1, 2, 3, 4, 5, 6, 7};
  tc_config *c = parse(MINIMAL "source: \"gate_2 - 2*w\"\n"
                               "states:\n"
                               "  w: {initial: \"x*y\", rate: \"gate_2*v\"}\n"
                               "  gate_2:\n"
                               "    rate: t - w\n",
                       0, NULL);
  cr_assert_eq(c->source.states, 2);
  cr_expect_str_eq(c->source.state[0].name, "w");
  cr_expect_str_eq(c->source.state[1].name, "gate_2");
  cr_expect_eq(value(c->source.source, at), 7.0 - 12.0);
  cr_expect_eq(value(c->source.state[0].initial, at), 2.0);
  cr_expect_eq(value(c->source.state[1].initial, at), 0.0);
  cr_expect_eq(value(c->source.state[0].rate, at), 35.0);
  cr_expect_eq(value(c->source.state[1].rate, at), -2.0);
  tc_config_destroy(&c);
}

Test(config_source, overrides) {
  static const char *const override[] = {"states={w: {rate: v}, u: {rate: 2*w}}", "source=u"};
  const double at[] = {1, 2, 3, 4, 5, 6, 7};
  tc_config *c = parse(MINIMAL "states: {h: {rate: 1}}\nsource: h\n", 2, override);
  cr_expect_eq(c->source.states, 2);
  cr_expect_eq(value(c->source.source, at), 7.0);
  cr_expect_eq(value(c->source.state[1].rate, at), 12.0);
  cr_expect_str_eq(c->solution_overrides, "states={w: {rate: v}, u: {rate: 2*w}}\nsource=u\n");
  tc_config_destroy(&c);
}

Test(config_source, refusals) {
  static const char *const refused[] = {MINIMAL "source: v*w\n",
                                        MINIMAL "states: {w: {rate: v}}\nsource: v*u\n",
                                        MINIMAL "source: [1]\n",
                                        MINIMAL "states: 3\n",
                                        MINIMAL "states:\n  u: {rate: 1}\n  w: {initial: 1}\n",
                                        MINIMAL "states: {w: {rate: v, rat: 2}}\n",
                                        MINIMAL "states: {w: v}\n",
                                        MINIMAL "states: {w: {rate: q}}\n",
                                        MINIMAL "states: {w: {initial: v, rate: v}}\n",
                                        MINIMAL "states: {w: {initial: t, rate: v}}\n"};
  expect_messages("config_source_refusals.txt", refused, sizeof refused / sizeof *refused);
  static const char *const names[] = {"2w",  "_w",      "a-b",
                                      "a.b", "\"w w\"", "a23456789012345678901234567890123"};
  static const char *const taken[] = {"x", "t", "v", "pi", "e", "sin", "max", "sqrt"};
  char text[100];
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    snprintf(text, sizeof text, MINIMAL "states: {%s: {rate: 1}}\n", names[i]);
    expect_error(outcome_of(text), TC_USAGE,
                 "invalid name of a state: use a letter followed by letters, digits and '_', at most 31 "
                 "characters");
  }
  for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
    snprintf(text, sizeof text, MINIMAL "states: {%s: {rate: 1}}\n", taken[i]);
    expect_error(outcome_of(text), TC_USAGE, "already has a meaning in formulas");
  }
}
