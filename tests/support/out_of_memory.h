/* Makes allocations fail. The aligned_alloc below replaces that of the C library. Only one source file of a
 * program may include this header. */
#ifndef TC_TESTS_OUT_OF_MEMORY_H
#define TC_TESTS_OUT_OF_MEMORY_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Number of allocations that succeed before one fails; negative: none fails. */
static long short_memory_left = -1;
static bool short_memory_hit; /* set if an allocation has failed */

void *aligned_alloc(size_t alignment, size_t bytes) {
  static void *(*real)(size_t, size_t);
  void *found = real ? NULL : dlsym(RTLD_NEXT, "aligned_alloc");
  if (found) memcpy(&real, &found, sizeof real);
  if (short_memory_left >= 0 && short_memory_left-- == 0) {
    short_memory_hit = true;
    return NULL;
  }
  return real(alignment, bytes);
}

#endif
