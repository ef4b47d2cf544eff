/* Tests of one process that fail on purpose, in every possible way. tests/structure/runner_test.sh checks
 * what the runner of tests reports about them. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int prepared, changed;
static void prepare(void) { prepared = 42; }
static void finish(void) { write(STDERR_FILENO, "finished\n", 9); }
TestSuite(broken, .init = prepare, .fini = finish);

Test(broken, asserts) {
  changed = 1;
  cr_assert_eq(prepared, 43, "the init function has set %d", prepared);
  cr_assert_fail("continues after a failed assertion");
}

Test(broken, expects) {
  cr_expect_fail("an expectation");
  cr_expect_fail("and continues");
}

Test(broken, crashes) { raise(SIGSEGV); }
Test(broken, hangs) { pause(); }
Test(broken, exits) { exit(0); }
Test(broken, is_skipped) { cr_skip_test("without reason"); }
Test(broken, passes) { cr_assert_eq(changed, 0, "another test has changed this process"); }
