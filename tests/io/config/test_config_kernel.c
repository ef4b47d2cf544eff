/* Combinations of the key `kernel` with other keys. */
#include "io/config/config_check.h"
#include "io/config/configs.h"

#define DIFFERENCE MINIMAL "kernel: difference\n"

static tc_status check_kernel(const char *text) {
  tc_config *config = parse(text, 0, NULL);
  const tc_status status = tc_config_check_kernel(config);
  tc_config_destroy(&config);
  return status;
}

static void expect_storage(const char *text, const tc_format *format) {
  tc_config *config = parse(text, 0, NULL);
  expect_ok(tc_config_check_kernel(config));
  cr_expect_eq(config->storage, format, "%s", text);
  tc_config_destroy(&config);
}

Test(config_kernel, tells_which_storage) {
  expect_storage(MINIMAL, NULL);
  expect_storage(MINIMAL "storage: ell16\n", tc_format_find("ell16"));
  expect_storage(DIFFERENCE "diffusion: {scheme: two-point}\n", tc_format_first(TC_ROW_FORM_DIFFERENCE));
  expect_storage(DIFFERENCE
                 "diffusion: {scheme: two-point}\nboundary: {markers: [{marker: 1, kind: flux, value: 2}]}\n",
                 tc_format_first(TC_ROW_FORM_DIFFERENCE));
}

Test(config_kernel, what_differences_are_refused_with) {
  static const struct {
    const char *text, *where;
  } wrong[] =
      {{DIFFERENCE,
        "run.yaml: diffusion.scheme (default): kernel: difference (run.yaml:3: kernel) computes rows"},
       {DIFFERENCE "diffusion: {scheme: two-point}\ntime: {method: implicit}\n", "run.yaml:5: time.method: "},
       {DIFFERENCE "diffusion: {scheme: two-point}\ntime: {method: steady}\n", "run.yaml:5: time.method: "},
       {DIFFERENCE "diffusion: {scheme: two-point}\nboundary: {default: {kind: value, value: 0}}\n",
        "run.yaml:5: boundary.default.kind: "},
       {DIFFERENCE "diffusion: {scheme: two-point}\nboundary: {markers: [{marker: 1, kind: exchange, h: 1, "
                   "outside: 0}]}\n",
        "run.yaml:5: "},
       {DIFFERENCE "diffusion: {scheme: two-point}\nstrategy: bcs\n",
        "run.yaml:5: strategy: bcs splits rows over ranks"},
       {DIFFERENCE "diffusion: {scheme: two-point}\nstorage: ell\n",
        "run.yaml:5: storage: ell is a format for kernel: matrix"},
       {MINIMAL "storage: difference\n",
        "run.yaml:3: storage: difference is a format for kernel: difference"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    expect_error(check_kernel(wrong[i].text), TC_USAGE, wrong[i].where);
}

/* Strategies that the option --strategies names are checked against `kernel: difference`. */
Test(config_kernel, strategies_of_a_list) {
  tc_config *config = parse(DIFFERENCE "diffusion: {scheme: two-point}\n", 0, NULL);
  for (int i = 0; i < tc_strategy_count(); i++) {
    const tc_strategy *strategy = tc_strategy_at(i);
    const tc_status status = tc_config_check_strategy_kernel(config, "--strategies", strategy);
    if (tc_strategy_supports(strategy, TC_ROW_FORM_DIFFERENCE))
      expect_ok(status);
    else
      expect_error(status, TC_USAGE, "--strategies: ");
    cr_expect(tc_strategy_supports(strategy, TC_ROW_FORM_MATRIX));
  }
  cr_expect(!tc_strategy_supports(tc_strategy_find("bcs"), TC_ROW_FORM_DIFFERENCE));
  cr_expect(tc_strategy_supports(tc_strategy_find("fine"), TC_ROW_FORM_DIFFERENCE));
  tc_config_destroy(&config);
}
