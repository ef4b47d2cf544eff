/* Processors that processes may use: affinity masks, which cpusets limit, and quotas of control groups
 * (base/program/cgroup.h). Each rank reads its own mask and quotas; comm/world/core_load.h gathers them and
 * finds the load of all ranks of a run. Not collective.
 *
 * These data alone show if threads must share processors, before anything is measured. Two conditions must
 * hold. Every mask must contain at least one processor for each thread whose own mask is a subset of this
 * mask. Every quota must have at least one CPU for each thread of its group. Masks are usually equal, nested
 * or disjoint (bindings to cores, sockets and cpusets). For such masks every thread can have its own
 * processor if and only if both conditions hold (Hall's theorem). */
#ifndef TC_BASE_PROGRAM_PROCESSORS_H
#define TC_BASE_PROGRAM_PROCESSORS_H

#include <stdbool.h>

#include "base/program/cgroup.h"

enum { TC_CPUS_MAX = 8192, TC_CPU_WORDS = TC_CPUS_MAX / 64 };

/* Set of processors. Bit n is set if the processor with the system's number n is a member. */
typedef struct tc_cpu_set {
  uint64_t word[TC_CPU_WORDS];
} tc_cpu_set;

/* Processors that one rank may use, and its number of threads. */
typedef struct tc_rank_cpus {
  tc_cpu_set cpus; /* processors that the threads of the rank may use; empty if unknown */
  int threads, quotas;
  tc_cpu_quota quota[TC_CPU_QUOTAS];
} tc_rank_cpus;

/* Number of threads, and number of the cores on which they run. */
typedef struct tc_core_load {
  int threads;
  double cores;  /* number of cores; may be a fraction; 0 if unknown */
  bool is_quota; /* true if `cores` is the number of CPUs of a quota, false if `cores` is the number of
                    processors of a set */
} tc_core_load;

/* Finds, among all sets of processors and all quotas, the one with the most threads per core, and returns its
 * load. `rank` has one entry for each of the `ranks` ranks of a node. In the result, `cores` is 0 if the mask
 * of a rank is unknown. */
tc_core_load tc_core_load_compute(int ranks, const tc_rank_cpus *rank);

/* True if there are more threads than cores. */
bool tc_core_load_is_shared(const tc_core_load *load);

/* Reads the processors that the OpenMP threads of this process may use, its quotas, and the number of threads
 * that a parallel region has at present. */
void tc_rank_cpus_read(tc_rank_cpus *out);

/* Returns the number of processors that this process may use, at least 1: those of its mask, reduced by
 * quotas. */
int tc_processors_usable(void);

#endif
