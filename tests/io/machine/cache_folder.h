/* A cache folder of a test's own, which goes away. */
#ifndef TC_TESTS_IO_MACHINE_CACHE_FOLDER_H
#define TC_TESTS_IO_MACHINE_CACHE_FOLDER_H

#include <sys/stat.h>

#include "io/mesh/mesh_files.h"

/* "tetracast" in the folder is what the cache makes of it; it is not there yet. */
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
