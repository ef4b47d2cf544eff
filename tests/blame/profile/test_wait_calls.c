#include "blame/profile/wait_calls.h"

#include "support/expect.h"

static const tb_frame barrier = {.function = "PMPI_Barrier", .module = "/lib/libmpi.so.40"},
                      other = {.function = "memmove", .module = "/lib/libc.so.6"},
                      helper = {.function = "", .module = "/usr/lib/libgomp.so.1", .is_runtime = true},
                      begin = {.function = "",
                               .module = "/opt/lib/libtcblame_sampler.so",
                               .is_runtime = true},
                      user = {.function = "main", .module = "/bin/made", .file = "made.c", .line = 3};

Test(waiting, of_a_user_who_called_it) {
  const tb_frame stack[] = {other, barrier, user}, alone[] = {other, user};
  cr_expect_str_eq(tb_wait_call_find(stack, 3, 2), "MPI_Barrier");
  cr_expect_null(tb_wait_call_find(alone, 2, 1));
  cr_expect_null(tb_wait_call_find(&user, 1, 0), "the user's code runs, not a library");
}

Test(waiting, of_nobody_is_the_runtimes) {
  const tb_frame openmp[] = {other, helper}, mpi[] = {other, barrier};
  cr_expect_str_eq(tb_wait_call_find(openmp, 2, 2), tb_wait_call_openmp);
  cr_expect_str_eq(tb_wait_call_find(mpi, 2, 2), "MPI_Barrier");
}

Test(waiting, threads_that_the_sampler_started_do_not_wait_for_that) {
  const tb_frame stack[] = {other, begin};
  cr_expect_null(tb_wait_call_find(stack, 2, 2));
}
