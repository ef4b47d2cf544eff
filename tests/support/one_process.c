/* Replaces the runner of Criterion in builds with the thread sanitizer, with which that runner does not
 * start. Runs all tests of the program in one process. A failed assertion ends the process. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

extern struct criterion_test *const __start_cr_tst[], *const __stop_cr_tst[]; /* symbols of the linker */

static int failures;

void criterion_send_assert(struct criterion_assert_stats *stats) {
  if (stats->passed) return;
  failures++;
  fprintf(stderr, "%s:%u: %s\n", stats->file, stats->line, stats->message);
}

void criterion_abort_test(void) { exit(1); }
void criterion_continue_test(void) {}
void cri_asserts_passed_incr(void) {}
void criterion_internal_test_setup(void) {}
void criterion_internal_test_main(void (*body)(void)) { body(); }
void criterion_internal_test_teardown(void) {}

int main(void) {
  int run = 0;
  for (struct criterion_test *const *test = __start_cr_tst; test < __stop_cr_tst; test++, run++) {
    printf("%s/%s\n", (*test)->category, (*test)->name);
    (*test)->test();
  }
  printf("%d tests, %d failures\n", run, failures);
  return failures > 0 || run == 0;
}
