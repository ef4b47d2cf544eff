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
static bool find_number(const char *line, const char *word, double *value) {
  const size_t length = strlen(word);
  if (length == 0 || strncmp(line, word, length) != 0 || (line[length] != ' ' && line[length] != '\t'))
    return false;
  char *end;
  *value = tc_strtod(line + length, &end);
  return end != line + length;
}

/* Sums the numbers in those lines of a file that begin with `word` or `other`, followed by a number. Returns
 * `most` if the file has no such line. */
static double sum_lines(const char *path, const char *word, const char *other, double most) {
  char line[line_size];
  double value, sum = 0.0;
  int found = 0;
  FILE *file = fopen(path, "r");
  if (!file) return most;
  while (fgets(line, sizeof line, file))
    if (find_number(line, word, &value) || find_number(line, other, &value)) {
      sum += value;
      found++;
    }
  fclose(file);
  return found ? sum : most;
}

/* Returns the number at the beginning of a file, or `most` if the file does not begin with a number. Control
 * groups without a limit have "max" there. */
static double read_number(const char *path, double most) {
  char line[line_size], *end = line;
  FILE *file = fopen(path, "r");
  if (!file) return most;
  const double value = fgets(line, sizeof line, file) ? tc_strtod(line, &end) : most;
  fclose(file);
  return end == line ? most : value;
}

/* Returns the bytes that one control group still allows, which is its limit minus the memory in use, at most
 * `most`. The first `length` characters of `folder` are the directory of the group. `limit` is the name of
 * the file that contains the limit. The memory in use is the sum of the lines `word` and `other` of
 * memory.stat, so cached files count as free. If `word` is NULL, returns the limit. */
static double free_in_group(const char *folder, int length, const char *limit, const char *word,
                            const char *other, double most) {
  char path[path_size + 64];
  snprintf(path, sizeof path, "%.*s/%s", length, folder, limit);
  const double allowed = read_number(path, most);
  if (allowed >= most || !word) return allowed < most ? allowed : most;
  snprintf(path, sizeof path, "%.*s/memory.stat", length, folder);
  const double taken = sum_lines(path, word, other, 0.0);
  return allowed > taken ? allowed - taken : 0.0;
}

/* Returns the minimum of free_in_group over the group at the path `group` and all its parents. `root` is the
 * mount point of the groups. */
static double free_in_parents(const char *root, const char *group, const char *limit, const char *word,
                              const char *other, double most) {
  char folder[path_size];
  int length = snprintf(folder, sizeof folder, "%s%s", root, group);
  if (length < 0 || length >= (int)sizeof folder) return most;
  while (length >= (int)strlen(root)) {
    const double left = free_in_group(folder, length, limit, word, other, most);
    if (left < most) most = left;
    while (length > 0 && folder[--length] != '/') continue;
  }
  return most;
}

/* Returns the bytes that the control groups of the process still allow, at most `most`. If `all` is true,
 * returns the lowest limit of these groups instead. */
static double left_in_groups(bool all, double most) {
  char line[line_size];
  FILE *file = fopen("/proc/self/cgroup", "r");
  if (!file) return most;
  while (fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = '\0';
    const char *first = strstr(line, ":memory:/");
    if (!strncmp(line, "0::/", 4))
      most = free_in_parents("/sys/fs/cgroup", line + 3, "memory.max", all ? NULL : "anon", "shmem", most);
    else if (first)
      most = free_in_parents("/sys/fs/cgroup/memory", first + 8, "memory.limit_in_bytes",
                             all ? NULL : "total_rss", "total_shmem", most);
  }
  fclose(file);
  return most;
}

/* Returns the bytes that the limit of this process alone (ulimit -v) still allows, at most `most`. */
static double left_of_limit(double most) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY) return most;
  const double taken = read_number("/proc/self/statm", 0.0) * (double)sysconf(_SC_PAGESIZE);
  const double left = (double)limit.rlim_cur - taken;
  return left < most ? (left > 0.0 ? left : 0.0) : most;
}

static double all_of_it(void) { return (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE); }

static double available_memory(void) {
  return left_in_groups(false,
                        1024.0 * sum_lines("/proc/meminfo", "MemAvailable:", "", all_of_it() / 1024.0));
}

size_t tc_memory_available(void) { return (size_t)left_of_limit(available_memory()); }

size_t tc_memory_unused(void) { return (size_t)available_memory(); }

size_t tc_memory_installed(void) {
  const double swap = 1024.0 * sum_lines("/proc/meminfo", "SwapTotal:", "", 0.0);
  return (size_t)(left_in_groups(true, all_of_it()) + swap);
}

size_t tc_memory_limit(void) { return (size_t)left_of_limit((double)(SIZE_MAX / 2)); }
