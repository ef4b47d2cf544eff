/* In front of the functions that map memory: shared windows of MPI come by them, and what other allocators
 * deal out. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/types.h>

#include "sampler/allocation_log.h"
#include "sampler/next_symbol.h"

/* Nobody uses what may be neither read nor written. */
static void *add(void *at, size_t bytes, int access, const void *caller) {
  if (at != MAP_FAILED && access != PROT_NONE && tc_objects_want(bytes))
    tc_objects_add(at, bytes, caller, true);
  return at;
}

TC_EXPORT void *mmap(void *at, size_t bytes, int access, int flags, int file, off_t from) {
  TC_NEXT(mmap);
  return add(next(at, bytes, access, flags, file, from), bytes, access, __builtin_return_address(0));
}

TC_EXPORT void *mmap64(void *at, size_t bytes, int access, int flags, int file, off64_t from) {
  TC_NEXT(mmap64);
  return add(next(at, bytes, access, flags, file, from), bytes, access, __builtin_return_address(0));
}

TC_EXPORT int munmap(void *at, size_t bytes) {
  TC_NEXT(munmap);
  if (bytes > 0 && tc_objects_want(bytes)) tc_objects_remove(at, bytes);
  return next(at, bytes);
}

TC_EXPORT void *mremap(void *at, size_t before, size_t bytes, int flags, ...) {
  TC_NEXT(mremap);
  va_list more;
  va_start(more, flags);
  void *where = flags & MREMAP_FIXED ? va_arg(more, void *) : NULL;
  va_end(more);
  if (before > 0 && tc_objects_want(before)) tc_objects_remove(at, before);
  void *moved = next(at, before, bytes, flags, where);
  if (moved == MAP_FAILED) add(at, before, PROT_READ, __builtin_return_address(0)); /* it stays */
  return add(moved, bytes, PROT_READ, __builtin_return_address(0));
}
