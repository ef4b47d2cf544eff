#include "graph/partition/stdout_guard.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

Test(mute, nothing_arrives_between_the_two_calls) {
  int ends[2];
  char text[64] = "";
  const int output = dup(STDOUT_FILENO);
  cr_assert_eq(pipe(ends), 0);
  dup2(ends[1], STDOUT_FILENO);
  fputs("before ", stdout); /* this text is still in the buffer when the guard begins */
  tc_stdout_guard mute = tc_stdout_guard_begin();
  puts("not this");
  tc_stdout_guard_end(&mute);
  fputs("behind", stdout);
  fflush(stdout);
  dup2(output, STDOUT_FILENO);
  close(output);
  close(ends[1]);
  const ssize_t got = read(ends[0], text, sizeof text - 1);
  cr_assert(got > 0);
  cr_assert_str_eq(text, "before behind");
}

Test(mute, a_closed_output_stays_closed) {
  close(STDOUT_FILENO);
  tc_stdout_guard mute = tc_stdout_guard_begin();
  tc_stdout_guard_end(&mute);
  cr_assert_eq(write(STDOUT_FILENO, "", 0), -1);
}
