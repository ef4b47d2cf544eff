/* CPU quotas. The mounts of control groups with a CPU controller are read from /proc/self/mountinfo, the
 * group of the process from /proc/self/cgroup. The quotas are those of this group and of all its parents
 * below the mount point. In a container the path of the group may be outside the mount point. The group at
 * the mount point is then used. Unreadable files are treated as no quota. */
#include "base/program/cgroup.h"
#include "base/core/print.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { path_size = 2048, line_size = 4096 };

/* A mounted hierarchy of control groups. */
typedef struct hierarchy {
  bool is_unified; /* true if the hierarchy has version 2 of control groups */
  /* `root` is the path of the control group that is visible at the mount point, and `mount` is the path of
   * the mount point. */
  char root[path_size], mount[path_size];
} hierarchy;

/* True if `word` is one of the comma-separated words of a list that ends at `end`. */
static bool has_word(const char *list, const char *end, const char *word) {
  const size_t length = strlen(word);
  while (list < end) {
    const size_t word_length = strcspn(list, ",: \n");
    if (word_length == length && strncmp(list, word, length) == 0) return true;
    list += word_length + 1;
  }
  return false;
}

/* Parses a line of /proc/self/mountinfo. Returns false if the line does not describe a hierarchy with the CPU
 * controller. */
static bool parse_mount(const char *line, hierarchy *out) {
  char type[32], options[line_size];
  const char *const separator = strstr(line, " - ");
  if (!separator || sscanf(line, "%*s %*s %*s %2047s %2047s", out->root, out->mount) != 2) return false;
  if (sscanf(separator, " - %31s %*s %4095s", type, options) != 2) return false;
  out->is_unified = strcmp(type, "cgroup2") == 0;
  return out->is_unified ||
         (strcmp(type, "cgroup") == 0 && has_word(options, options + strlen(options), "cpu"));
}

/* Parses a line of /proc/self/cgroup, "4:cpu,cpuacct:/path" or "0::/path". Returns the path of the group if
 * the line belongs to the hierarchy with the CPU controller (version 2 if is_unified is true), otherwise
 * NULL. Removes the line feed from `line`. */
static const char *parse_group(char *line, bool is_unified) {
  char *const list = strchr(line, ':'), *const path = list ? strchr(list + 1, ':') : NULL;
  if (!path) return NULL;
  line[strcspn(line, "\n")] = '\0';
  const bool is_member = is_unified ? path == list + 1 : has_word(list + 1, path, "cpu");
  return is_member ? path + 1 : NULL;
}

static FILE *open_below(const char *root, const char *path) {
  char full[line_size];
  const int length = snprintf(full, sizeof full, "%s%s", root, path);
  return length > 0 && (size_t)length < sizeof full ? fopen(full, "r") : NULL;
}

/* Returns the part of a group's path below the mount point; "" if the group is not below it. */
static const char *path_below_mount(const char *group, const char *root) {
  const size_t length = strcmp(root, "/") == 0 ? 0 : strlen(root);
  const bool is_below = strncmp(group, root, length) == 0 && group[length] == '/';
  return is_below && group[length + 1] && !strstr(group, "/..") ? group + length : "";
}

/* Writes to `directory` the path of the directory of this process's group in the hierarchy `h`. Returns false
 * if the process has no group in it. */
static bool find_directory(const char *root, const hierarchy *h, char directory[line_size]) {
  FILE *const file = open_below(root, "/proc/self/cgroup");
  char line[line_size];
  bool found = false;
  while (file && !found && fgets(line, sizeof line, file)) {
    const char *const group = parse_group(line, h->is_unified);
    const int length =
        group ? snprintf(directory, line_size, "%s%s", h->mount, path_below_mount(group, h->root)) : 0;
    found = length > 0 && length < line_size;
  }
  if (file) fclose(file);
  return found;
}

/* Reads up to two numbers from the file `name` of a directory. Returns the number of numbers read, which is 0
 * if the file contains "max". */
static int read_numbers(const char *root, const char *directory, const char *name, double number[2]) {
  char path[line_size + 32], line[128] = "";
  snprintf(path, sizeof path, "%s/%s", directory, name);
  FILE *const file = open_below(root, path);
  int count = 0;
  if (!file) return 0;
  if (!fgets(line, sizeof line, file)) line[0] = '\0';
  fclose(file);
  for (char *cursor = line, *end; count < 2; cursor = end) {
    number[count] = tc_strtod(cursor, &end);
    if (end == cursor) break;
    count++;
  }
  return count;
}

/* Returns the number of CPUs that the quota of one group allows; 0 if the group has no quota. */
static double read_quota(const char *root, const char *directory, bool is_unified) {
  double number[2], period[2];
  if (is_unified)
    return read_numbers(root, directory, "cpu.max", number) == 2 && number[1] > 0.0 ? number[0] / number[1]
                                                                                    : 0.0;
  if (read_numbers(root, directory, "cpu.cfs_quota_us", number) < 1 || number[0] <= 0.0) return 0.0;
  if (read_numbers(root, directory, "cpu.cfs_period_us", period) < 1 || period[0] <= 0.0) return 0.0;
  return number[0] / period[0];
}

/* Returns a number that identifies a directory and is equal in all processes of a node. */
static uint64_t identify_group(const char *root, const char *directory) {
  char path[line_size];
  struct stat status;
  const int length = snprintf(path, sizeof path, "%s%s", root, directory);
  if (length < 0 || (size_t)length >= sizeof path || stat(path, &status) != 0) return 0;
  return (uint64_t)status.st_dev << 48 ^ (uint64_t)status.st_ino;
}

/* Adds the quota `added` to quota[count] and returns the new number of quotas. If the array is full, the
 * largest quota is dropped, which may be `added`. */
static int add_quota(tc_cpu_quota quota[TC_CPU_QUOTAS], int count, tc_cpu_quota added) {
  int slot = count;
  if (count == TC_CPU_QUOTAS) {
    slot = 0;
    for (int i = 1; i < count; i++)
      if (quota[i].cpus > quota[slot].cpus) slot = i;
    if (quota[slot].cpus <= added.cpus) return count;
  }
  quota[slot] = added;
  return slot == count ? count + 1 : count;
}

/* Adds to `quota` the quotas of the group of this process and of all its parent groups up to the mount point.
 * `count` is the number of quotas before the call. Returns the number of quotas after the call. */
static int read_parent_quotas(const char *root, const hierarchy *h, tc_cpu_quota quota[TC_CPU_QUOTAS],
                              int count) {
  char directory[line_size];
  if (!find_directory(root, h, directory)) return count;
  const size_t mount_length = strlen(h->mount);
  while (strlen(directory) >= mount_length) {
    const double cpus = read_quota(root, directory, h->is_unified);
    if (cpus > 0.0) count = add_quota(quota, count, (tc_cpu_quota){identify_group(root, directory), cpus});
    char *const last = strrchr(directory, '/');
    if (!last) break;
    *last = '\0';
  }
  return count;
}

int tc_cgroup_quotas(const char *root, tc_cpu_quota quota[TC_CPU_QUOTAS]) {
  FILE *const file = open_below(root, "/proc/self/mountinfo");
  char line[line_size];
  hierarchy h;
  int count = 0;
  while (file && fgets(line, sizeof line, file))
    if (parse_mount(line, &h)) count = read_parent_quotas(root, &h, quota, count);
  if (file) fclose(file);
  return count;
}
