/* Memory that runs short where a test wants it to: the program's aligned_alloc goes before the C library's.
 * To be included by one source of a program. */
#ifndef TC_TESTS_OUT_OF_MEMORY_H
#define TC_TESTS_OUT_OF_MEMORY_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* So many more allocations succeed, then one fails; negative: all succeed. */
static long short_memory_left = -1;
static bool short_memory_hit; /* one has failed since this was cleared */

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
