/* Temporary directory that the machine cache uses during a test. cache_remove removes the directory. */
#ifndef TC_TESTS_IO_MACHINE_CACHE_FOLDER_H
#define TC_TESTS_IO_MACHINE_CACHE_FOLDER_H

#include <sys/stat.h>

#include "io/mesh/mesh_files.h"

/* Makes `whole` the cache directory of the user. Returns its subdirectory "tetracast", which the cache
 * creates at the first write. */
static inline folder cache_use(const folder *whole) {
  folder cache = {"", ""};
  cr_assert_eq(setenv("XDG_CACHE_HOME", whole->path, 1), 0);
  snprintf(cache.path, sizeof cache.path, "%.50s/tetracast", whole->path);
  return cache;
}

static inline void cache_remove(const folder *whole, const folder *cache) {
  struct stat status;
  if (stat(cache->path, &status) == 0) folder_remove(cache);
  folder_remove(whole);
}

#endif
