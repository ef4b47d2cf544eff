#define _GNU_SOURCE /* makes sched.h declare sched_getaffinity */
#include "base/program/processors.h"

#include <math.h>
#include <omp.h>
#include <sched.h>
#include <string.h>

/* Tolerance, in cores, for comparing a number of threads with a quota, because a quota is a quotient and may
 * have rounding errors. */
static const double core_tolerance = 1e-3;

/* Adds the processors in the affinity mask of the calling thread to `set`. */
static void add_thread_cpus(tc_cpu_set *set) {
  cpu_set_t mask[TC_CPUS_MAX / CPU_SETSIZE];
  uint64_t word[TC_CPU_WORDS];
  memset(mask, 0, sizeof mask);
  if (sched_getaffinity(0, sizeof mask, mask) != 0) return;
  memcpy(word, mask, sizeof word);
  for (int w = 0; w < TC_CPU_WORDS; w++) set->word[w] |= word[w];
}

void tc_rank_cpus_read(tc_rank_cpus *out) {
  *out = (tc_rank_cpus){.threads = omp_get_max_threads()};
#pragma omp parallel
#pragma omp critical
  add_thread_cpus(&out->cpus);
  out->quotas = tc_cgroup_quotas("", out->quota);
}

static int count_processors(const tc_cpu_set *set) {
  int count = 0;
  for (int w = 0; w < TC_CPU_WORDS; w++) count += __builtin_popcountll(set->word[w]);
  return count;
}

static bool is_subset(const tc_cpu_set *set, const tc_cpu_set *superset) {
  for (int w = 0; w < TC_CPU_WORDS; w++)
    if (set->word[w] & ~superset->word[w]) return false;
  return true;
}

static bool has_quota(const tc_rank_cpus *rank, uint64_t group) {
  for (int q = 0; q < rank->quotas; q++)
    if (rank->quota[q].group == group) return true;
  return false;
}

static tc_core_load select_larger_load(tc_core_load a, tc_core_load b) {
  if (!(b.cores > 0.0)) return a;
  return !(a.cores > 0.0) || b.threads * a.cores > a.threads * b.cores ? b : a;
}

/* Returns the load of `set`: the number of its processors, and the number of threads of all ranks whose own
 * sets are subsets of it. */
static tc_core_load compute_set_load(int ranks, const tc_rank_cpus *rank, const tc_cpu_set *set) {
  tc_core_load load = {.cores = count_processors(set)};
  for (int r = 0; r < ranks; r++)
    if (is_subset(&rank[r].cpus, set)) load.threads += rank[r].threads;
  return load;
}

static tc_core_load compute_quota_load(int ranks, const tc_rank_cpus *rank, const tc_cpu_quota *quota) {
  tc_core_load load = {.cores = quota->cpus, .is_quota = true};
  for (int r = 0; r < ranks; r++)
    if (has_quota(&rank[r], quota->group)) load.threads += rank[r].threads;
  return load;
}

tc_core_load tc_core_load_compute(int ranks, const tc_rank_cpus *rank) {
  tc_core_load load = {0};
  tc_cpu_set all = {{0}};
  for (int r = 0; r < ranks; r++) {
    if (count_processors(&rank[r].cpus) == 0) return load;
    for (int w = 0; w < TC_CPU_WORDS; w++) all.word[w] |= rank[r].cpus.word[w];
  }
  load = compute_set_load(ranks, rank, &all);
  for (int r = 0; r < ranks; r++) {
    load = select_larger_load(load, compute_set_load(ranks, rank, &rank[r].cpus));
    for (int q = 0; q < rank[r].quotas; q++)
      load = select_larger_load(load, compute_quota_load(ranks, rank, &rank[r].quota[q]));
  }
  return load;
}

bool tc_core_load_is_shared(const tc_core_load *load) {
  return load->cores > 0.0 && load->threads > load->cores + core_tolerance;
}

int tc_processors_usable(void) {
  tc_cpu_quota quota[TC_CPU_QUOTAS];
  double cpus = omp_get_num_procs();
  const int quotas = tc_cgroup_quotas("", quota);
  for (int q = 0; q < quotas; q++) cpus = fmin(cpus, quota[q].cpus);
  return cpus > 1.0 ? (int)(cpus + core_tolerance) : 1;
}
