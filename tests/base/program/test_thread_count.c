#include "base/program/thread_count.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/expect.h"

static int count_for_text(const char *text) {
  int threads = -1;
  if (text) setenv("OMP_NUM_THREADS", text, 1);
  if (!text) unsetenv("OMP_NUM_THREADS");
  expect_ok(tc_thread_count_from_environment(&threads));
  return threads;
}

Test(threads, a_number_or_nothing) {
  cr_expect_eq(count_for_text(NULL), 0);
  cr_expect_eq(count_for_text("1"), 1);
  cr_expect_eq(count_for_text(" 3 "), 3);
  cr_expect_eq(count_for_text("4096"), 4096);
  cr_expect_eq(count_for_text("2,4"), 2, "the first level of a list");
}

Test(threads, anything_else_is_refused) {
  static const char *const refused[] =
      {"", "0", "-1", "2.5", "abc", "4 4", "4097", "100000", "1e2", ",2", "99999999999999999999"};
  int threads;
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    setenv("OMP_NUM_THREADS", refused[i], 1);
    char wanted[100];
    snprintf(wanted, sizeof wanted, "OMP_NUM_THREADS is '%s': set it to a whole number from 1 to 4096",
             refused[i]);
    expect_error(tc_thread_count_from_environment(&threads), TC_USAGE, wanted);
  }
}

static int count_team(void) {
  int threads = 0;
#pragma omp parallel
  {
#pragma omp single
    threads = omp_get_num_threads();
  }
  return threads;
}

/* omp_set_dynamic(1) allows the OpenMP runtime to use fewer threads than requested. tc_thread_count_set
 * must override this. */
Test(threads, as_many_as_wanted_work) {
  omp_set_dynamic(1);
  const int cores = omp_get_num_procs();
  expect_ok(tc_thread_count_set(cores + 2));
  cr_expect_eq(count_team(), cores + 2);
  expect_ok(tc_thread_count_set(1));
  cr_expect_eq(count_team(), 1);
}

/* Thousands of threads on a few cores would be so slow that the run would seem to hang. The number must be
 * refused. */
Test(threads, a_crowd_is_refused) {
  expect_error(tc_thread_count_set(100000), TC_USAGE,
               "100000 threads per rank are requested, but a rank may use ");
}
