/* Tests that run under mpirun. The body of ParallelTest(suite, name) { .. } can use `world`, a world of all
 * ranks. All tests of a program run sequentially in one launch (support/parallel.c). They use the assertions
 * of Criterion but not its runner, which forks for each test. Static variables and the environment therefore
 * retain their values from test to test.
 *
 * A failed cr_assert ends the launch, because the other ranks may wait for this one. A failed cr_expect does
 * not. */
#ifndef TC_TESTS_PARALLEL_H
#define TC_TESTS_PARALLEL_H

#include <criterion/criterion.h>

#include "comm/world/mpi_world.h"

typedef struct parallel_test {
  const char *suite, *name, *file;
  int line;
  bool threaded;
  void (*body)(tc_world *world);
  struct parallel_test *next;
} parallel_test;

/* Suite with a function that is called once before MPI_Init. A test file declares it with TestSuite(suite,
 * .init = function). */
typedef struct parallel_suite {
  void (*init)(void);
  struct parallel_suite *next;
} parallel_suite;

void parallel_add_test(parallel_test *test);
void parallel_add_suite(parallel_suite *suite);

#define PARALLEL_TEST(suite_, name_, threaded_)                                                              \
  static void suite_##_##name_##_body(tc_world *world);                                                      \
  __attribute__((constructor)) static void suite_##_##name_##_add(void) {                                    \
    static parallel_test test = {#suite_, #name_, __FILE__, __LINE__, threaded_, suite_##_##name_##_body,    \
                                 NULL};                                                                      \
    parallel_add_test(&test);                                                                                \
  }                                                                                                          \
  static void suite_##_##name_##_body(tc_world *world)

#define ParallelTest(suite, name) PARALLEL_TEST(suite, name, false)
/* A test that also runs with several threads per rank. */
#define ThreadedTest(suite, name) PARALLEL_TEST(suite, name, true)

#undef TestSuite
#define TestSuite(suite_, ...)                                                                               \
  __attribute__((constructor)) static void suite_##_add(void) {                                              \
    static parallel_suite suite = {__VA_ARGS__};                                                             \
    parallel_add_suite(&suite);                                                                              \
  }                                                                                                          \
  struct parallel_suite

#undef Test
#define Test(suite, name)                                                                                    \
  _Static_assert(0, "a Test in a program of ParallelTests would not run: make it a ParallelTest");           \
  void suite##_##name(void)

#endif
