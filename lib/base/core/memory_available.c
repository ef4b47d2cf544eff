/* Installed and available memory: the values of the system, reduced by control groups (a container, a batch
 * job) and by limits of the process. Control groups of version 1 and 2 are supported, including all parent
 * groups. A missing or unreadable file is treated as no limit, because containers may hide it. Called before
 * a run allocates its arrays, and by reports. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/core/print.h"

enum { path_size = 1024, line_size = 1280 };

/* True if the line begins with `word` and a number follows. Sets *value to the number. */
static bool parse_line(const char *line, const char *word, double *value) {
  const size_t length = strlen(word);
  if (length == 0 || strncmp(line, word, length) != 0 || (line[length] != ' ' && line[length] != '\t'))
    return false;
  char *end;
  *value = tc_strtod(line + length, &end);
  return end != line + length;
}

/* Sums the numbers in those lines of a file that begin with `word` or `other`, followed by a number. Returns
 * `fallback` if the file has no such line. */
static double sum_lines(const char *path, const char *word, const char *other, double fallback) {
  char line[line_size];
  double value, sum = 0.0;
  int found = 0;
  FILE *file = fopen(path, "r");
  if (!file) return fallback;
  while (fgets(line, sizeof line, file))
    if (parse_line(line, word, &value) || parse_line(line, other, &value)) {
      sum += value;
      found++;
    }
  fclose(file);
  return found ? sum : fallback;
}

/* Returns the number at the beginning of a file, or `fallback` if the file does not begin with a number. The
 * file of a control group without a limit contains "max". */
static double read_first_number(const char *path, double fallback) {
  char line[line_size], *end = line;
  FILE *file = fopen(path, "r");
  if (!file) return fallback;
  const double value = fgets(line, sizeof line, file) ? tc_strtod(line, &end) : fallback;
  fclose(file);
  return end == line ? fallback : value;
}

/* Returns the bytes that a control group still allows, at most `bytes_max`. This is the number in the file
 * `limit` minus the numbers in the lines `word` and `other` of the file memory.stat. Cached files therefore
 * count as free. If `word` is NULL, returns the number in the file `limit`. */
static double group_free_bytes(const char *directory, int length, const char *limit, const char *word,
                               const char *other, double bytes_max) {
  char path[path_size + 64];
  snprintf(path, sizeof path, "%.*s/%s", length, directory, limit);
  const double allowed = read_first_number(path, bytes_max);
  if (allowed >= bytes_max || !word) return allowed < bytes_max ? allowed : bytes_max;
  snprintf(path, sizeof path, "%.*s/memory.stat", length, directory);
  const double used = sum_lines(path, word, other, 0.0);
  return allowed > used ? allowed - used : 0.0;
}

/* Returns the minimum of group_free_bytes over the group at the path `group` and all its parents. `root` is
 * the mount point of the groups. */
static double ancestors_free_bytes(const char *root, const char *group, const char *limit, const char *word,
                                   const char *other, double bytes_max) {
  char directory[path_size];
  int length = snprintf(directory, sizeof directory, "%s%s", root, group);
  if (length < 0 || length >= (int)sizeof directory) return bytes_max;
  while (length >= (int)strlen(root)) {
    const double free_bytes = group_free_bytes(directory, length, limit, word, other, bytes_max);
    if (free_bytes < bytes_max) bytes_max = free_bytes;
    while (length > 0 && directory[--length] != '/') continue;
  }
  return bytes_max;
}

/* Returns the bytes that the control groups of the process still allow, at most `bytes_max`. If `is_total` is
 * true, returns the lowest limit of these groups instead. */
static double cgroups_free_bytes(bool is_total, double bytes_max) {
  char line[line_size];
  FILE *file = fopen("/proc/self/cgroup", "r");
  if (!file) return bytes_max;
  while (fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = '\0';
    const char *first = strstr(line, ":memory:/");
    if (!strncmp(line, "0::/", 4))
      bytes_max = ancestors_free_bytes("/sys/fs/cgroup", line + 3, "memory.max", is_total ? NULL : "anon",
                                       "shmem", bytes_max);
    else if (first)
      bytes_max = ancestors_free_bytes("/sys/fs/cgroup/memory", first + 8, "memory.limit_in_bytes",
                                       is_total ? NULL : "total_rss", "total_shmem", bytes_max);
  }
  fclose(file);
  return bytes_max;
}

/* Returns the bytes that the limit of this process alone (ulimit -v) still allows, at most `bytes_max`. */
static double address_space_free_bytes(double bytes_max) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY) return bytes_max;
  const double used = read_first_number("/proc/self/statm", 0.0) * (double)sysconf(_SC_PAGESIZE);
  const double free_bytes = (double)limit.rlim_cur - used;
  return free_bytes < bytes_max ? (free_bytes > 0.0 ? free_bytes : 0.0) : bytes_max;
}

static double installed_bytes(void) {
  return (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
}

static double available_bytes(void) {
  return cgroups_free_bytes(false, 1024.0 * sum_lines("/proc/meminfo", "MemAvailable:", "",
                                                      installed_bytes() / 1024.0));
}

size_t tc_memory_available(void) { return (size_t)address_space_free_bytes(available_bytes()); }

size_t tc_memory_unused(void) { return (size_t)available_bytes(); }

size_t tc_memory_installed(void) {
  const double swap = 1024.0 * sum_lines("/proc/meminfo", "SwapTotal:", "", 0.0);
  return (size_t)(cgroups_free_bytes(true, installed_bytes()) + swap);
}

size_t tc_memory_limit(void) { return (size_t)address_space_free_bytes((double)(SIZE_MAX / 2)); }
