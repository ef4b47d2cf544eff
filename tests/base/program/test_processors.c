#include "base/program/processors.h"

#include <criterion/criterion.h>
#include <omp.h>
#include <unistd.h>

/* Returns a rank with `threads` threads that may use the processors `first` to `last`. */
static tc_rank_cpus make_rank(int first, int last, int threads) {
  tc_rank_cpus rank = {.threads = threads};
  for (int cpu = first; cpu <= last; cpu++) rank.cpus.word[cpu / 64] |= UINT64_C(1) << cpu % 64;
  return rank;
}

static void expect_load(int ranks, const tc_rank_cpus *rank, int threads, double cores, bool is_shared) {
  const tc_core_load load = tc_core_load_compute(ranks, rank);
  cr_expect_eq(load.threads, threads, "%d threads", load.threads);
  cr_expect_float_eq(load.cores, cores, 1e-12, "%g cores", load.cores);
  cr_expect_eq(tc_core_load_is_shared(&load), is_shared);
}

Test(processors, a_core_for_each_rank) {
  const tc_rank_cpus rank[] = {make_rank(0, 0, 1), make_rank(1, 1, 1), make_rank(100, 100, 1)};
  expect_load(3, rank, 3, 3.0, false);
}

/* Both ranks are bound to one core, for example by taskset -c 5 mpirun -np 2. */
Test(processors, two_ranks_on_one_core) {
  const tc_rank_cpus rank[] = {make_rank(5, 5, 1), make_rank(5, 5, 1)};
  expect_load(2, rank, 2, 1.0, true);
}

/* Two ranks are bound to core 0, for example by two separate launches, although other cores are free. */
Test(processors, two_ranks_on_one_core_while_others_are_free) {
  const tc_rank_cpus rank[] = {make_rank(0, 0, 1), make_rank(0, 0, 1), make_rank(1, 7, 1)};
  expect_load(3, rank, 2, 1.0, true);
}

/* Ranks without a binding may use the cores of bound ranks, but can move to cores that bound ranks do not
 * use. Two cases: there are enough cores for all threads, and one core is missing. */
Test(processors, nested_masks) {
  const tc_rank_cpus fits[] = {make_rank(0, 3, 2), make_rank(0, 0, 1), make_rank(1, 1, 1)},
                     full[] = {make_rank(0, 3, 3), make_rank(0, 0, 1), make_rank(1, 1, 1)};
  expect_load(3, fits, 4, 4.0, false);
  expect_load(3, full, 5, 4.0, true);
}

Test(processors, threads_count) {
  const tc_rank_cpus rank[] = {make_rank(0, 3, 4), make_rank(4, 7, 4)}, one[] = {make_rank(0, 3, 5)};
  expect_load(2, rank, 8, 8.0, false);
  expect_load(1, one, 5, 4.0, true);
}

/* If the processors of one rank are unknown, the load is unknown, and there is no warning. */
Test(processors, an_unknown_mask) {
  const tc_rank_cpus rank[] = {make_rank(0, 0, 9), {.threads = 1}};
  expect_load(2, rank, 0, 0.0, false);
}

/* Ranks of the same control group share its quota. Ranks of other groups do not. */
Test(processors, quotas) {
  tc_rank_cpus rank[] = {make_rank(0, 7, 1), make_rank(0, 7, 1), make_rank(0, 7, 1)};
  rank[0].quotas = rank[1].quotas = rank[2].quotas = 1;
  rank[0].quota[0] = rank[1].quota[0] = (tc_cpu_quota){.group = 1, .cpus = 2.0};
  rank[2].quota[0] = (tc_cpu_quota){.group = 2, .cpus = 1.0};
  expect_load(3, rank, 2, 2.0, false);
  rank[0].quota[0].cpus = rank[1].quota[0].cpus = 1.5;
  expect_load(3, rank, 2, 1.5, true);
  cr_expect(tc_core_load_compute(3, rank).is_quota);
  rank[2].quota[0] = rank[0].quota[0];
  expect_load(3, rank, 3, 1.5, true);
}

Test(processors, this_process) {
  tc_rank_cpus own;
  omp_set_num_threads(3);
  tc_rank_cpus_read(&own);
  const tc_core_load load = tc_core_load_compute(1, &own);
  cr_expect_eq(own.threads, 3);
  cr_expect(load.cores > 0.0 && load.cores <= (double)sysconf(_SC_NPROCESSORS_ONLN), "%g", load.cores);
  cr_expect(tc_processors_usable() >= 1 && tc_processors_usable() <= omp_get_num_procs());
}
