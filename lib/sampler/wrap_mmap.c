/* Intercepts mmap, munmap and mremap, because MPI's shared windows and allocators obtain memory from these
 * functions. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/types.h>

#include "sampler/allocation_log.h"
#include "sampler/next_symbol.h"

/* Records the mapping that mmap or mremap returned, and returns its address. Mappings without access rights
 * are not recorded, because they only reserve addresses. */
static void *record_mapping(void *at, size_t bytes, int access, const void *caller) {
  if (at != MAP_FAILED && access != PROT_NONE && ts_allocations_are_recorded(bytes))
    ts_allocations_add(at, bytes, caller, true);
  return at;
}

TS_EXPORT void *mmap(void *at, size_t bytes, int access, int flags, int file, off_t from) {
  TS_NEXT(mmap);
  return record_mapping(next(at, bytes, access, flags, file, from), bytes, access,
                        __builtin_return_address(0));
}

TS_EXPORT void *mmap64(void *at, size_t bytes, int access, int flags, int file, off64_t from) {
  TS_NEXT(mmap64);
  return record_mapping(next(at, bytes, access, flags, file, from), bytes, access,
                        __builtin_return_address(0));
}

TS_EXPORT int munmap(void *at, size_t bytes) {
  TS_NEXT(munmap);
  if (bytes > 0 && ts_allocations_are_recorded(bytes)) ts_allocations_remove(at, bytes);
  return next(at, bytes);
}

TS_EXPORT void *mremap(void *at, size_t old_bytes, size_t bytes, int flags, ...) {
  TS_NEXT(mremap);
  va_list arguments;
  va_start(arguments, flags);
  void *new_address = flags & MREMAP_FIXED ? va_arg(arguments, void *) : NULL;
  va_end(arguments);
  if (old_bytes > 0 && ts_allocations_are_recorded(old_bytes)) ts_allocations_remove(at, old_bytes);
  void *mapping = next(at, old_bytes, bytes, flags, new_address);
  /* If munmap or mremap fails, the old mapping still exists and is recorded again. */
  if (mapping == MAP_FAILED) record_mapping(at, old_bytes, PROT_READ, __builtin_return_address(0));
  return record_mapping(mapping, bytes, PROT_READ, __builtin_return_address(0));
}
