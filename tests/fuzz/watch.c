#include "fuzz/watch.h"

#include <errno.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdlib.h>

static _Thread_local struct {
  bool on;
  ptrdiff_t held, most;
} now;

static void count_allocation(size_t bytes) {
  if (!now.on) return;
  now.held += (ptrdiff_t)bytes;
  if (now.held > now.most) now.most = now.held;
}

static void count_free(size_t bytes) {
  if (now.on) now.held -= (ptrdiff_t)bytes;
}

static void begin(void) {
  now.held = now.most = 0;
  now.on = true;
}

size_t watch_end(void) {
  now.on = false;
  return (size_t)now.most;
}

/* A build with sanitizers does not allow replacing malloc, so memory is measured with the hooks of the
 * sanitizer. */
#ifdef TC_FUZZ_SANITIZED
/* Declarations from clang's header sanitizer/allocator_interface.h. gcc 12 does not have this header, but
 * its library has the functions. */
extern int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *, size_t),
                                                     void (*on_free)(const volatile void *));
extern size_t __sanitizer_get_allocated_size(const volatile void *block);

static void on_malloc(const volatile void *block, size_t bytes) {
  (void)block;
  count_allocation(bytes);
}

static void on_free(const volatile void *block) {
  if (now.on && block) count_free(__sanitizer_get_allocated_size(block));
}

void watch_begin(void) {
  static bool listens;
  if (!listens && !__sanitizer_install_malloc_and_free_hooks(on_malloc, on_free)) abort();
  listens = true;
  begin();
}

#else

void watch_begin(void) { begin(); }

extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t count, size_t bytes);
extern void *__libc_realloc(void *block, size_t bytes);
extern void *__libc_memalign(size_t alignment, size_t bytes);
extern void __libc_free(void *block);

static void *counted(void *block) {
  if (now.on && block) count_allocation(malloc_usable_size(block));
  return block;
}

void *malloc(size_t bytes) { return counted(__libc_malloc(bytes)); }

void *calloc(size_t count, size_t bytes) { return counted(__libc_calloc(count, bytes)); }

void *realloc(void *block, size_t bytes) {
  const size_t before = now.on && block ? malloc_usable_size(block) : 0;
  void *made = __libc_realloc(block, bytes);
  if (made || bytes == 0) count_free(before);
  return counted(made);
}

void *aligned_alloc(size_t alignment, size_t bytes) { return counted(__libc_memalign(alignment, bytes)); }

int posix_memalign(void **out, size_t alignment, size_t bytes) {
  void *made = counted(__libc_memalign(alignment, bytes));
  if (!made) return ENOMEM;
  *out = made;
  return 0;
}

void free(void *block) {
  if (now.on && block) count_free(malloc_usable_size(block));
  __libc_free(block);
}
#endif
