#include "comm/world/argv_check.h"

#include <stdio.h>

#include "support/expect.h"
#include "support/parallel.h"

static char run[] = "run", k[] = "k.yaml", ky[] = "k.yamlx", s[] = "-s", none[] = "";

/* The last rank passes the words `odd` as its command line, and all other ranks pass `usual`. If `same` is
 * false, all ranks must return an error. */
static void expect_words(const tc_world *world, char *const usual[3], char *const odd[3], int odd_words,
                         bool same) {
  const bool last = world->ranks > 1 && world->rank == world->ranks - 1;
  tc_status status = tc_argv_check(world, "tetracast", last ? odd_words : 3, last ? odd : usual);
  if (same || world->ranks == 1) {
    cr_assert_null(status, "%s", tc_status_text(status));
    return;
  }
  cr_assert_eq(tc_status_code(status), TC_USAGE);
  char wanted[60];
  snprintf(wanted, sizeof wanted, "rank %d differ from those", world->ranks - 1);
  cr_assert_not_null(strstr(tc_status_text(status), wanted), "%s", tc_status_text(status));
  tc_status_free(&status);
}

ParallelTest(words, are_the_same_on_all_ranks_or_refused) {
  char *const usual[3] = {run, k, s};
  expect_words(world, usual, (char *const[3]){run, k, s}, 3, true);
  expect_words(world, usual, (char *const[3]){run, k, s}, 2, false);
  expect_words(world, usual, (char *const[3]){run, ky, s}, 3, false);
  expect_words(world, usual, (char *const[3]){run, s, k}, 3, false);
  expect_words(world, usual, (char *const[3]){run, k, none}, 3, false);
}

ParallelTest(words, of_another_program_are_refused) {
  char *const words[1] = {run};
  tc_status status = tc_argv_check(world, world->rank ? "heat2d" : "tetracast", 1, words);
  if (world->ranks == 1) {
    cr_assert_null(status);
    return;
  }
  expect_error(status, TC_USAGE, "rank 1 differ from those of rank 0: heat2d run");
}
