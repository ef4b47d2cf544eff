/* Helpers for tests that parse a config from a string and compare its error. */
#ifndef TC_TESTS_IO_CONFIG_CONFIGS_H
#define TC_TESTS_IO_CONFIG_CONFIGS_H

#include "io/config/config.h"
#include "support/refusals.h"

/* The smallest valid config, which has two lines. Lines that a test appends therefore begin at line 3. */
#define MINIMAL "mesh: {file: meshes/cube}\ninitial: 0\n"

static inline tc_config *parse(const char *text, int overrides, const char *const *override) {
  tc_config *config = NULL;
  expect_ok(tc_config_parse("run.yaml", text, overrides, override, &config));
  return config;
}

/* Returns the error of a config; NULL if the config is valid. */
static inline tc_status outcome(const char *text, int overrides, const char *const *override) {
  tc_config *config = NULL;
  tc_status status = tc_config_parse("run.yaml", text, overrides, override, &config);
  cr_assert((status == NULL) != (config == NULL), "exactly one of error and config");
  tc_config_destroy(&config);
  return status;
}

static inline tc_status outcome_of(const char *text) { return outcome(text, 0, NULL); }

static inline tc_status outcome_with(const char *override) { return outcome(MINIMAL, 1, &override); }

/* Compares the whole message, so that a test shows the text that users read. */
static inline void expect_message(tc_status status, const char *message) {
  cr_assert_not_null(status, "accepted, but expected the error: %s", message);
  cr_expect_eq(tc_status_code(status), TC_USAGE);
  cr_expect_str_eq(tc_status_text(status), message);
  tc_status_free(&status);
}

/* Each config must be refused. The lines after the minimal config and the messages are compared with a golden
 * file. */
static inline void expect_messages(const char *golden, const char *const *text, size_t count) {
  expect_refusals("io", golden, outcome_of, MINIMAL, text, count);
}

#define refuse(lines, part) expect_error(outcome_of(MINIMAL lines), TC_USAGE, "run.yaml:3: " part)
#define accept(lines)       expect_ok(outcome_of(MINIMAL lines))
#define accept_with(text)   expect_ok(outcome_with(text))

#endif
