#include "machine/parameters/caches.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/expect.h"

static const double KiB = 1024, MiB = 1 << 20;

static void write_line(const char *folder, int index, const char *name, const char *text) {
  char path[512];
  snprintf(path, sizeof path, "%s/cpu0/cache/index%d/%s", folder, index, name);
  FILE *file = fopen(path, "w");
  cr_assert_not_null(file, "%s", path);
  fprintf(file, "%s\n", text);
  fclose(file);
}

/* Writes the files that describe one cache, in the form of the directory /sys/devices/system/cpu of Linux. If
 * `list` is NULL, the file with the list of processors that share the cache is omitted. */
static void add_cache(const char *folder, int index, const char *level, const char *type, const char *size,
                      const char *list) {
  char path[512];
  snprintf(path, sizeof path, "mkdir -p %s/cpu0/cache/index%d", folder, index);
  cr_assert_eq(system(path), 0);
  write_line(folder, index, "level", level);
  write_line(folder, index, "type", type);
  write_line(folder, index, "size", size);
  if (list) write_line(folder, index, "shared_cpu_list", list);
}

static void remove_folder(const char *folder) {
  char command[256];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  cr_assert_eq(system(command), 0);
}

static void expect_caches(const char *folder, int threads, int cores, double L1, double L2, double L3) {
  double bytes[TC_LEVELS];
  tc_caches_from_system(folder, threads, cores, bytes);
  cr_expect_eq(bytes[0], 1120);
  cr_expect_eq(bytes[1], L1, "L1 %g", bytes[1]);
  cr_expect_eq(bytes[2], L2, "L2 %g", bytes[2]);
  cr_expect_eq(bytes[3], L3, "L3 %g", bytes[3]);
}

/* The system has 64 hardware threads on 32 cores. Groups of four cores share an L3. The sizes must be those
 * per thread of the program. */
Test(caches, shared_by_those_at_work) {
  char folder[] = "/tmp/tc_caches_XXXXXX";
  cr_assert_not_null(mkdtemp(folder));
  add_cache(folder, 0, "1", "Data", "48K", "0,32");
  add_cache(folder, 1, "1", "Instruction", "32K", "0,32");
  add_cache(folder, 2, "2", "Unified", "1024K", "0,32");
  add_cache(folder, 3, "3", "Unified", "32M", "0-3,32-35");
  expect_caches(folder, 1, 64, 48 * KiB, MiB, 32 * MiB);
  expect_caches(folder, 8, 64, 48 * KiB, MiB, 32 * MiB);
  expect_caches(folder, 32, 64, 48 * KiB, MiB, 8 * MiB);
  expect_caches(folder, 64, 64, 24 * KiB, 0.5 * MiB, 4 * MiB);
  expect_caches(folder, 8, 4, 12 * KiB, MiB / 4, 4 * MiB); /* 8 threads run on only 4 cores */
  remove_folder(folder);
}

/* If there is no L3, its size must be that of the L2. A fourth level must be ignored. The list of processors
 * that share a cache may be missing. */
Test(caches, odd_lists) {
  char folder[] = "/tmp/tc_caches_XXXXXX";
  cr_assert_not_null(mkdtemp(folder));
  add_cache(folder, 0, "1", "Data", "65536", NULL);
  add_cache(folder, 1, "2", "Unified", "8M", "0-11");
  add_cache(folder, 2, "4", "Unified", "1G", "0-47");
  expect_caches(folder, 48, 48, 64 * KiB, 8 * MiB / 12, 8 * MiB / 12);
  remove_folder(folder);
}

/* Without these files, the sizes must come from sysconf. If sysconf reports no caches, all sizes must be
 * 0. */
Test(caches, no_files) {
  double bytes[TC_LEVELS];
  tc_caches_from_system("/nowhere", 1, 1, bytes);
  for (int level = 1; level < TC_LEVELS; level++)
    cr_expect(bytes[0] > 0.0 ? bytes[level] >= 1024.0 : bytes[level] == 0.0, "%g", bytes[level]);
}

Test(caches, of_this_machine) {
  double bytes[TC_LEVELS];
  tc_caches_from_system(TC_CACHES_DIRECTORY, 1, 2, bytes);
  for (int level = 0; level < TC_LEVELS; level++)
    cr_expect(bytes[level] == 0.0 || (bytes[level] >= 1024.0 && bytes[level] < 1e12), "%g", bytes[level]);
}
