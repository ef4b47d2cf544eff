#include "machine/parameters/caches.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/print.h"

/* registers_B is the size of the registers in Langguth et al. 2015, 140 words of 8 bytes. */
enum { registers_B = 1120, text_size = 256 };

/* Reads the first line of the file `name`, in which Linux describes cache number `index` of the first core.
 * Returns false if there is no such line. */
static bool read_cache_file(const char *folder, int index, const char *name, char text[text_size]) {
  char path[4096];
  snprintf(path, sizeof path, "%.3900s/cpu0/cache/index%d/%s", folder, index, name);
  FILE *file = fopen(path, "r");
  if (!file) return false;
  const bool found = fgets(text, text_size, file) != NULL;
  fclose(file);
  if (found) text[strcspn(text, "\n")] = '\0';
  return found;
}

/* Returns the bytes of a size such as "48K". */
static double read_size(const char *text) {
  char *unit;
  const double number = tc_strtod(text, &unit);
  return number * (*unit == 'K' ? 1024.0 : *unit == 'M' ? 1048576.0 : *unit == 'G' ? 1073741824.0 : 1.0);
}

/* Returns the number of items in a list like "0-3,8". */
static int count_list_items(const char *text) {
  int count = 0;
  while (*text) {
    char *end;
    const long first = strtol(text, &end, 10), last = *end == '-' ? strtol(end + 1, &end, 10) : first;
    if (end == text || last < first) return 0;
    count += (int)(last - first) + 1;
    text = *end == ',' ? end + 1 : "";
  }
  return count;
}

/* Returns the part of a cache of `bytes` bytes that one thread can use. `threads` threads run on `cores`
 * cores, of which `sharing_cores` share the cache. */
static double thread_share(double bytes, double sharing_cores, int threads, int cores) {
  return bytes / fmax(1.0, threads * fmin(1.0, sharing_cores / cores));
}

/* Reads the description of cache number `index`, and sets bytes[level] to the bytes of this cache that one
 * thread can use. Ignores instruction caches. Returns false if there is no cache with this number. */
static bool read_cache(const char *folder, int index, int threads, int cores, double bytes[TC_LEVELS]) {
  char level[text_size], type[text_size], size[text_size], list[text_size];
  if (!read_cache_file(folder, index, "level", level) || !read_cache_file(folder, index, "type", type))
    return false;
  const long level_number = strtol(level, NULL, 10);
  if (level_number < 1 || level_number >= TC_LEVELS || strcmp(type, "Instruction") == 0) return true;
  if (!read_cache_file(folder, index, "size", size)) return true;
  const int sharing_cores =
      read_cache_file(folder, index, "shared_cpu_list", list) ? count_list_items(list) : 1;
  bytes[level_number] = thread_share(read_size(size), sharing_cores, threads, cores);
  return true;
}

static void query_sysconf(int threads, int cores, double bytes[TC_LEVELS]) {
  const long size[TC_LEVELS] = {0, sysconf(_SC_LEVEL1_DCACHE_SIZE), sysconf(_SC_LEVEL2_CACHE_SIZE),
                                sysconf(_SC_LEVEL3_CACHE_SIZE)};
  for (int level = 1; level < TC_LEVELS; level++)
    if (size[level] > 0)
      bytes[level] = thread_share((double)size[level], level == TC_LEVELS - 1 ? cores : 1, threads, cores);
}

void tc_caches_from_system(const char *folder, int threads, int cores, double bytes[TC_LEVELS]) {
  for (int level = 0; level < TC_LEVELS; level++) bytes[level] = 0.0;
  for (int index = 0; read_cache(folder, index, threads, cores, bytes);) index++;
  if (!(bytes[1] > 0.0)) query_sysconf(threads, cores, bytes);
  if (!(bytes[1] > 0.0)) return;
  bytes[0] = registers_B;
  for (int level = 2; level < TC_LEVELS; level++)
    if (!(bytes[level] > 0.0)) bytes[level] = bytes[level - 1];
}
