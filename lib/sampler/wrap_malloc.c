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

/* The original functions. malloc_usable_size, which returns the size of an allocation, is NULL if it does not
 * belong to the same allocator as `free`. */
typedef struct allocator {
#define TS_ALLOCATOR(name) __typeof__(name) *name;
#include "sampler/allocators.def"
#undef TS_ALLOCATOR
} allocator;

/* Size in bytes of the static store, which provides memory while the wrappers search for the original
 * functions. This memory is never freed. */
enum { early_heap_bytes = 16384 };

static _Alignas(16) unsigned char early_heap[early_heap_bytes];
static _Atomic size_t early_heap_used;
static _Thread_local bool is_searching __attribute__((tls_model("initial-exec")));

static void *alloc_early(size_t bytes) {
  const size_t at = atomic_fetch_add(&early_heap_used, (bytes + 15) / 16 * 16);
  return at + bytes <= early_heap_bytes ? early_heap + at : NULL;
}

static bool is_early(const void *at) {
  return (uintptr_t)at >= (uintptr_t)early_heap && (uintptr_t)at < (uintptr_t)early_heap + early_heap_bytes;
}

static const void *find_library(uintptr_t function) {
  struct dl_find_object object;
  return _dl_find_object((void *)function, &object) == 0 ? object.dlfo_map_start : NULL;
}

static void find_allocator(allocator *f) {
#define TS_ALLOCATOR(name) ts_next_symbol_find(#name, &f->name);
#include "sampler/allocators.def"
#undef TS_ALLOCATOR
  if (find_library((uintptr_t)f->malloc_usable_size) != find_library((uintptr_t)f->free))
    f->malloc_usable_size = NULL;
}

/* Finds the original functions at the first call. Returns NULL while this thread is searching for the
 * original functions. */
static const allocator *get_allocator(void) {
  static allocator found;
  static _Atomic bool complete;
  if (complete) return &found;
  if (is_searching) return NULL;
  is_searching = true;
  allocator now;
  find_allocator(&now);
  found = now; /* No lock is needed, because all threads that do this concurrently write the same values. */
  complete = true;
  is_searching = false;
  return &found;
}

static void *record_allocation(void *at, size_t bytes, const void *caller) {
  if (at && ts_allocations_are_recorded(bytes)) ts_allocations_add(at, bytes, caller, false);
  return at;
}

/* Returns the size of an allocation. If the allocator does not report sizes, returns SIZE_MAX for a recently
 * recorded allocation, so that its removal is recorded, and 0 for any other. */
static size_t get_allocation_bytes(const allocator *f, void *at) {
  if (f->malloc_usable_size) return f->malloc_usable_size(at);
  return ts_allocations_contain(at) ? SIZE_MAX : 0;
}

static void record_free(const allocator *f, void *at) {
  if (at && ts_allocations_are_recorded(SIZE_MAX) && ts_allocations_are_recorded(get_allocation_bytes(f, at)))
    ts_allocations_remove(at, 0);
}

TS_EXPORT void *malloc(size_t bytes) {
  const allocator *f = get_allocator();
  return f ? record_allocation(f->malloc(bytes), bytes, __builtin_return_address(0)) : alloc_early(bytes);
}

TS_EXPORT void *calloc(size_t count, size_t bytes) {
  const allocator *f = get_allocator();
  size_t total_bytes;
  if (__builtin_mul_overflow(count, bytes, &total_bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return f ? record_allocation(f->calloc(count, bytes), total_bytes, __builtin_return_address(0))
           : alloc_early(total_bytes);
}

static void *copy_early(const allocator *f, const void *at, size_t bytes) {
  void *copy = f ? f->malloc(bytes) : alloc_early(bytes);
  const size_t bytes_left = (size_t)(early_heap + early_heap_bytes - (const unsigned char *)at);
  if (copy) memcpy(copy, at, bytes < bytes_left ? bytes : bytes_left);
  return copy;
}

static void *reallocate(void *at, size_t bytes, const void *caller) {
  const allocator *f = get_allocator();
  if (!f || is_early(at)) return at ? copy_early(f, at, bytes) : alloc_early(bytes);
  const size_t old_bytes = at && f->malloc_usable_size ? f->malloc_usable_size(at) : 0;
  record_free(f, at);
  void *new_address = f->realloc(at, bytes);
  /* If realloc fails, the old allocation still exists and is recorded again. */
  if (!new_address && bytes > 0) record_allocation(at, old_bytes, caller);
  return record_allocation(new_address, bytes, caller);
}

TS_EXPORT void *realloc(void *at, size_t bytes) { return reallocate(at, bytes, __builtin_return_address(0)); }

TS_EXPORT void *reallocarray(void *at, size_t count, size_t bytes) {
  size_t total_bytes;
  if (!__builtin_mul_overflow(count, bytes, &total_bytes))
    return reallocate(at, total_bytes, __builtin_return_address(0));
  errno = ENOMEM;
  return NULL;
}

TS_EXPORT void free(void *at) {
  const int error = errno;
  const allocator *f = get_allocator();
  if (!f || is_early(at)) return;
  record_free(f, at);
  f->free(at);
  errno = error;
}

/* The dynamic linker calls none of the following functions while the wrappers search for the original
 * functions, so these wrappers need no static store. */
TS_EXPORT int posix_memalign(void **at, size_t alignment, size_t bytes) {
  const int failed = get_allocator()->posix_memalign(at, alignment, bytes);
  if (!failed) record_allocation(*at, bytes, __builtin_return_address(0));
  return failed;
}

TS_EXPORT void *aligned_alloc(size_t alignment, size_t bytes) {
  return record_allocation(get_allocator()->aligned_alloc(alignment, bytes), bytes,
                           __builtin_return_address(0));
}

TS_EXPORT void *memalign(size_t alignment, size_t bytes) {
  return record_allocation(get_allocator()->memalign(alignment, bytes), bytes, __builtin_return_address(0));
}

TS_EXPORT void *valloc(size_t bytes) {
  return record_allocation(get_allocator()->valloc(bytes), bytes, __builtin_return_address(0));
}

TS_EXPORT void *pvalloc(size_t bytes) {
  return record_allocation(get_allocator()->pvalloc(bytes), bytes, __builtin_return_address(0));
}
