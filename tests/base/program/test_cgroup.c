#include "base/program/cgroup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/expect.h"

#define MOUNT_V2 "30 24 0:26 / /cg rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"
#define MOUNT_V1 "33 31 0:30 / /cg rw,relatime - cgroup cgroup rw,cpu,cpuacct\n"

/* Directory that replaces the root of the file system. It contains proc/self and the control groups
 * (cgroups). */
static char root[64];

static void make_folders(const char *path) {
  char text[400];
  snprintf(text, sizeof text, "%s%s", root, path);
  for (char *at = text + strlen(root) + 1; (at = strchr(at, '/')); at++) {
    *at = '\0';
    mkdir(text, 0700);
    *at = '/';
  }
}

static void write_file(const char *path, const char *text) {
  char full[400];
  make_folders(path);
  snprintf(full, sizeof full, "%s%s", root, path);
  FILE *file = fopen(full, "w");
  cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0, "%s", full);
}

static void create_files(const char *mountinfo, const char *cgroup) {
  snprintf(root, sizeof root, "/tmp/tetracast-cgroup-XXXXXX");
  cr_assert_not_null(mkdtemp(root));
  write_file("/proc/self/mountinfo", mountinfo);
  write_file("/proc/self/cgroup", cgroup);
}

static void end(void) {
  char command[100];
  snprintf(command, sizeof command, "rm -rf %s", root);
  cr_assert_eq(system(command), 0);
}

/* Expects that `count` quotas are found, and that the smallest allows `least` CPUs. If there are no
 * quotas, `least` is 0. */
static void expect_quotas(int count, double least) {
  tc_cpu_quota quota[TC_CPU_QUOTAS];
  double found = 0.0;
  const int quotas = tc_cgroup_quotas(root, quota);
  cr_expect_eq(quotas, count, "%d quotas", quotas);
  for (int q = 0; q < quotas; q++)
    if (found == 0.0 || quota[q].cpus < found) found = quota[q].cpus;
  cr_expect_float_eq(found, least, 1e-12, "%g", found);
}

/* The CPU quota of a control group also limits its children. */
Test(cgroup, version_2) {
  create_files(MOUNT_V2, "0::/job/step\n");
  write_file("/cg/job/step/cpu.max", "max 100000\n");
  expect_quotas(0, 0.0);
  write_file("/cg/job/cpu.max", "150000 100000\n");
  expect_quotas(1, 1.5);
  write_file("/cg/job/step/cpu.max", "50000 100000\n");
  write_file("/cg/cpu.max", "400000 100000\n");
  write_file("/cg/other/cpu.max", "1000 100000\n");
  expect_quotas(3, 0.5);
  end();
}

Test(cgroup, version_1) {
  create_files(MOUNT_V1, "4:memory:/else\n2:cpu,cpuacct:/job\n1:cpuset:/x\n0::/unified\n");
  write_file("/cg/job/cpu.cfs_quota_us", "-1\n");
  write_file("/cg/job/cpu.cfs_period_us", "100000\n");
  expect_quotas(0, 0.0);
  write_file("/cg/job/cpu.cfs_quota_us", "200000\n");
  expect_quotas(1, 2.0);
  end();
}

/* In a container, the mount point of the control groups is the container's own group. /proc/self/cgroup
 * contains the path that this group has on the host. */
Test(cgroup, a_container) {
  create_files("33 31 0:30 /docker/abc /cg rw - cgroup cgroup rw,cpu\n", "2:cpu:/docker/abc\n");
  write_file("/cg/cpu.cfs_quota_us", "100000\n");
  write_file("/cg/cpu.cfs_period_us", "100000\n");
  expect_quotas(1, 1.0);
  write_file("/proc/self/cgroup", "2:cpu:/docker/abc/inner\n");
  write_file("/cg/inner/cpu.cfs_quota_us", "50000\n");
  write_file("/cg/inner/cpu.cfs_period_us", "100000\n");
  expect_quotas(2, 0.5);
  write_file("/proc/self/cgroup", "2:cpu:/../other\n");
  expect_quotas(1, 1.0);
  end();
}

/* The function numbers the control groups. Different groups have different numbers, and a group has the
 * same number in every call. */
Test(cgroup, numbers_of_groups) {
  tc_cpu_quota first[TC_CPU_QUOTAS], again[TC_CPU_QUOTAS], other[TC_CPU_QUOTAS];
  create_files(MOUNT_V2, "0::/a\n");
  write_file("/cg/a/cpu.max", "100000 100000\n");
  write_file("/cg/b/cpu.max", "100000 100000\n");
  cr_assert_eq(tc_cgroup_quotas(root, first), 1);
  cr_assert_eq(tc_cgroup_quotas(root, again), 1);
  write_file("/proc/self/cgroup", "0::/b\n");
  cr_assert_eq(tc_cgroup_quotas(root, other), 1);
  cr_expect_eq(first->group, again->group);
  cr_expect_neq(first->group, other->group);
  end();
}

/* The process is in ten nested groups, which are more than TC_CPU_QUOTAS. The smallest quota must be among
 * those that are returned. */
Test(cgroup, many_quotas) {
  char path[100] = "/cg", text[200];
  create_files(MOUNT_V2, "0::/0/1/2/3/4/5/6/7/8/9\n");
  for (int depth = 0; depth < 10; depth++) {
    snprintf(path + strlen(path), 3, "/%d", depth);
    snprintf(text, sizeof text, "%s/cpu.max", path);
    write_file(text, depth == 0 ? "30000 100000\n" : "200000 100000\n");
  }
  expect_quotas(TC_CPU_QUOTAS, 0.3);
  end();
}

Test(cgroup, nothing_to_read) {
  snprintf(root, sizeof root, "/nonexistent");
  expect_quotas(0, 0.0);
  create_files("nonsense\n- - -\n36 35 98:0 / / rw - ext4 /dev/root rw\n", "nonsense\n");
  expect_quotas(0, 0.0);
  write_file("/proc/self/mountinfo", MOUNT_V2);
  expect_quotas(0, 0.0);
  write_file("/proc/self/cgroup", "0::/\n");
  write_file("/cg/cpu.max", "");
  expect_quotas(0, 0.0);
  end();
}
