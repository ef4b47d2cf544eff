/* CPU quotas of Linux control groups, which containers and batch systems set. Affinity masks respect
 * cpusets, but not quotas: a process whose mask contains many CPUs may have a quota of one CPU. Version 2
 * has the file cpu.max, version 1 has cpu.cfs_quota_us and cpu.cfs_period_us. Not collective. */
#ifndef TC_BASE_PROGRAM_CGROUP_H
#define TC_BASE_PROGRAM_CGROUP_H

#include <stdint.h>

enum { TC_CPU_QUOTAS = 8 };

/* Number of CPUs that all processes of one control group share. */
typedef struct tc_cpu_quota {
  uint64_t group; /* number of the group; the same in all processes of the group on a node */
  double cpus;    /* number of CPUs, > 0; may be a fraction */
} tc_cpu_quota;

/* Reads the quotas of the control groups of this process, including all parent groups. `root` is a prefix of
 * the paths /proc and of the mount points; it is "" except in tests. Returns the number of quotas; 0 if no
 * group has a quota that can be read. If there are more than TC_CPU_QUOTAS quotas, the smallest ones are
 * returned. */
int tc_cgroup_quotas(const char *root, tc_cpu_quota quota[TC_CPU_QUOTAS]);

#endif
