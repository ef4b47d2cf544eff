/* Processors that processes may use: affinity masks, which contain cpusets, and quotas of control groups
 * (base/program/cgroup.h). Not collective; comm/world/core_load.h does it for all ranks of a run.
 *
 * Shared processors are found from these alone, before anything is measured: the threads of
 * all ranks whose masks are within a mask need that many processors in it, and the threads of all ranks of a
 * group with a quota need that much of it. For masks that are equal, nested or disjoint, as bindings to
 * cores, sockets and cpusets are, the threads have a processor each exactly if all these demands are met (the
 * condition of Hall's theorem). */
#ifndef TC_BASE_PROGRAM_PROCESSORS_H
#define TC_BASE_PROGRAM_PROCESSORS_H

#include <stdbool.h>

#include "base/program/cgroup.h"

enum { TC_CPUS_MAX = 8192, TC_CPU_WORDS = TC_CPUS_MAX / 64 };

/* A set of processors: the system's numbers as bits. */
typedef struct tc_cpu_set {
  uint64_t word[TC_CPU_WORDS];
} tc_cpu_set;

/* Where one rank may run. */
typedef struct tc_rank_cpus {
  tc_cpu_set cpus; /* of all its threads together; empty: unknown */
  int threads, quotas;
  tc_cpu_quota quota[TC_CPU_QUOTAS];
} tc_rank_cpus;

/* Threads and the cores that they have together. */
typedef struct tc_core_load {
  int threads;
  double cores;  /* may be a fraction; 0: unknown */
  bool is_quota; /* a quota limits the cores, not a mask */
} tc_core_load;

/* The largest demand among the ranks of a node: most threads a core. */
tc_core_load tc_core_load_of(int ranks, const tc_rank_cpus *rank);

/* True if threads take turns on cores. */
bool tc_core_load_is_shared(const tc_core_load *load);

/* Reads where the OpenMP threads of this process may run, as many as a parallel region has now. */
void tc_rank_cpus_read(tc_rank_cpus *out);

/* Number of processors that this process may use alone, at least 1: its mask, or what quotas leave of it. */
int tc_processors_usable(void);

#endif
