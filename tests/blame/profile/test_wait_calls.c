#include "blame/profile/wait_calls.h"

#include "support/expect.h"

static const tb_frame barrier = {.function = "PMPI_Barrier", .module = "/lib/libmpi.so.40"},
                      other = {.function = "memmove", .module = "/lib/libc.so.6"},
                      helper = {.function = "", .module = "/usr/lib/libgomp.so.1"},
                      begin = {.function = "", .module = "/opt/lib/libtcblame_sampler.so"},
                      user = {.function = "main", .module = "/bin/made", .file = "made.c", .line = 3};

Test(waiting, of_a_user_who_called_it) {
  const tb_frame stack[] = {other, barrier, user}, alone[] = {other, user};
  const bool runtime[3] = {false};
  cr_expect_str_eq(tb_wait_call_find(stack, runtime, 3, 2), "MPI_Barrier");
  cr_expect_null(tb_wait_call_find(alone, runtime, 2, 1));
  cr_expect_null(tb_wait_call_find(&user, runtime, 1, 0), "it runs itself");
}

Test(waiting, of_nobody_is_the_runtimes) {
  const tb_frame openmp[] = {other, helper}, mpi[] = {other, barrier};
  const bool runtime[] = {false, true}, none[2] = {false};
  cr_expect_str_eq(tb_wait_call_find(openmp, runtime, 2, 2), tb_wait_call_openmp);
  cr_expect_str_eq(tb_wait_call_find(mpi, none, 2, 2), "MPI_Barrier");
}

Test(waiting, threads_that_the_sampler_started_do_not_wait_for_that) {
  const tb_frame stack[] = {other, begin};
  const bool runtime[] = {false, true};
  cr_expect_null(tb_wait_call_find(stack, runtime, 2, 2));
}
