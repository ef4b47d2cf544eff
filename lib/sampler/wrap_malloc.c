/* Intercepts the allocation functions of the C library, or those of an allocator that the program preloads or
 * links. Each wrapper calls the original function (the next definition of its name) and records allocations
 * that are large enough (allocation_log.h). The dynamic linker may allocate while the wrappers search for the
 * original functions. A small static store then provides the memory. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sampler/allocation_log.h"
#include "sampler/next_symbol.h"

/* The original functions. malloc_usable_size, which returns the size of an allocation, is NULL if it and
 * `free` are of different allocators. */
typedef struct functions {
#define TS_ALLOCATOR(name) __typeof__(name) *name;
#include "sampler/allocators.def"
#undef TS_ALLOCATOR
} functions;

/* Size in bytes of the static store, which provides memory while the wrappers search for the original
 * functions. This memory is never freed. */
enum { store_bytes = 16384 };

static _Alignas(16) unsigned char store[store_bytes];
static _Atomic size_t stored;
static _Thread_local bool finding __attribute__((tls_model("initial-exec")));

static void *alloc_stored(size_t bytes) {
  const size_t at = atomic_fetch_add(&stored, (bytes + 15) / 16 * 16);
  return at + bytes <= store_bytes ? store + at : NULL;
}

static bool is_stored(const void *at) {
  return (uintptr_t)at >= (uintptr_t)store && (uintptr_t)at < (uintptr_t)store + store_bytes;
}

static const void *library_of(uintptr_t function) {
  struct dl_find_object object;
  return _dl_find_object((void *)function, &object) == 0 ? object.dlfo_map_start : NULL;
}

static void find_functions(functions *f) {
#define TS_ALLOCATOR(name) ts_next_find(#name, &f->name);
#include "sampler/allocators.def"
#undef TS_ALLOCATOR
  if (library_of((uintptr_t)f->malloc_usable_size) != library_of((uintptr_t)f->free))
    f->malloc_usable_size = NULL;
}

/* Returns the original allocation functions, which the wrappers call. Finds them at the first call. Returns
 * NULL if this thread is searching for them at present. */
static const functions *next_functions(void) {
  static functions found;
  static _Atomic bool complete;
  if (complete) return &found;
  if (finding) return NULL;
  finding = true;
  functions now;
  find_functions(&now);
  found = now; /* no lock is needed, because all threads that do this concurrently write the same values */
  complete = true;
  finding = false;
  return &found;
}

static void *record_block(void *at, size_t bytes, const void *caller) {
  if (at && ts_allocations_are_recorded(bytes)) ts_allocations_add(at, bytes, caller, false);
  return at;
}

/* Returns the size of the allocation at `at` as the allocator reports it. If the allocator does not report
 * sizes, returns SIZE_MAX for an allocation that was recorded recently, so that its removal is recorded too.
 * Returns 0 for any other allocation. */
static size_t size_of(const functions *f, void *at) {
  if (f->malloc_usable_size) return f->malloc_usable_size(at);
  return ts_allocations_contain(at) ? SIZE_MAX : 0;
}

static void remove_object(const functions *f, void *at) {
  if (at && ts_allocations_are_recorded(SIZE_MAX) && ts_allocations_are_recorded(size_of(f, at)))
    ts_allocations_remove(at, 0);
}

TS_EXPORT void *malloc(size_t bytes) {
  const functions *f = next_functions();
  return f ? record_block(f->malloc(bytes), bytes, __builtin_return_address(0)) : alloc_stored(bytes);
}

TS_EXPORT void *calloc(size_t count, size_t bytes) {
  const functions *f = next_functions();
  size_t all;
  if (__builtin_mul_overflow(count, bytes, &all)) {
    errno = ENOMEM;
    return NULL;
  }
  return f ? record_block(f->calloc(count, bytes), all, __builtin_return_address(0)) : alloc_stored(all);
}

static void *grow_stored(const functions *f, const void *at, size_t bytes) {
  void *copy = f ? f->malloc(bytes) : alloc_stored(bytes);
  const size_t room = (size_t)(store + store_bytes - (const unsigned char *)at);
  if (copy) memcpy(copy, at, bytes < room ? bytes : room);
  return copy;
}

static void *change_block(void *at, size_t bytes, const void *caller) {
  const functions *f = next_functions();
  if (!f || is_stored(at)) return at ? grow_stored(f, at, bytes) : alloc_stored(bytes);
  const size_t before = at && f->malloc_usable_size ? f->malloc_usable_size(at) : 0;
  remove_object(f, at);
  void *changed = f->realloc(at, bytes);
  /* after a failed realloc the old allocation remains */
  if (!changed && bytes > 0) record_block(at, before, caller);
  return record_block(changed, bytes, caller);
}

TS_EXPORT void *realloc(void *at, size_t bytes) {
  return change_block(at, bytes, __builtin_return_address(0));
}

TS_EXPORT void *reallocarray(void *at, size_t count, size_t bytes) {
  size_t all;
  if (!__builtin_mul_overflow(count, bytes, &all)) return change_block(at, all, __builtin_return_address(0));
  errno = ENOMEM;
  return NULL;
}

TS_EXPORT void free(void *at) {
  const int error = errno;
  const functions *f = next_functions();
  if (!f || is_stored(at)) return;
  remove_object(f, at);
  f->free(at);
  errno = error;
}

/* The dynamic linker calls none of the following functions while the wrappers search for the original
 * functions, so these wrappers need no static store. */
TS_EXPORT int posix_memalign(void **at, size_t alignment, size_t bytes) {
  const int failed = next_functions()->posix_memalign(at, alignment, bytes);
  if (!failed) record_block(*at, bytes, __builtin_return_address(0));
  return failed;
}

TS_EXPORT void *aligned_alloc(size_t alignment, size_t bytes) {
  return record_block(next_functions()->aligned_alloc(alignment, bytes), bytes, __builtin_return_address(0));
}

TS_EXPORT void *memalign(size_t alignment, size_t bytes) {
  return record_block(next_functions()->memalign(alignment, bytes), bytes, __builtin_return_address(0));
}

TS_EXPORT void *valloc(size_t bytes) {
  return record_block(next_functions()->valloc(bytes), bytes, __builtin_return_address(0));
}

TS_EXPORT void *pvalloc(size_t bytes) {
  return record_block(next_functions()->pvalloc(bytes), bytes, __builtin_return_address(0));
}
