#include "report/sections/machine_table.h"

#include <stdlib.h>
#include <string.h>

#include "support/expect.h"

static char *table_of(const tc_machine *machine) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  expect_ok(tc_report_machine(machine, out));
  fclose(out);
  return text;
}

static void expect_words(const char *text, const char *words, bool wanted) {
  cr_expect((strstr(text, words) != NULL) == wanted, "%s: %s", words, text);
}

/* The table must contain the R^2 of each fitted line of the model paraiso. Sentences after the table must
 * name poor fits, and fitted times that were negative. */
Test(machine_table, fits) {
  tc_machine m = {.nodes = 1, .ranks_per_node = 2, .threads = 1};
  m.params.private_bandwidth_Bps = 1e10, m.spread.private_bandwidth_Bps = 0.125;
  m.params.fit_cg_flop_s = 1e-9, m.spread.fit_cg_flop_s = 0.97;
  m.params.fit_cg_s = 1e-6, m.spread.fit_cg_s = 0.97;
  char *text = table_of(&m);
  expect_words(text, " 12.5 %  ", true);
  expect_words(text, " R^2 0.97 ", true);
  expect_words(text, "97.0 %", false);
  expect_words(text, "Poor fits", false);
  expect_words(text, "were negative", false);
  free(text);
  m.params.fit_sor_s = TC_MACHINE_FIT_MIN_S, m.spread.fit_sor_s = 0.95;
  m.params.fit_qmr_s = 1e-6, m.spread.fit_qmr_s = 0.4;
  m.params.fit_send_long_s = 1e-6;
  text = table_of(&m);
  expect_words(text, "idle: fit_qmr_s, fit_send_long_s.\n", true);
  expect_words(text, "set to 1e-15 s: fit_sor_s.\n", true);
  free(text);
}
