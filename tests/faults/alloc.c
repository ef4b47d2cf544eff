/* Faults of memory allocation. This file also records which blocks the program's own code has allocated
 * and not freed, with their callers. */
#include "faults.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The allocation functions of glibc or, with a sanitizer, those of the sanitizer. dlsym cannot be used to
 * find them, because it allocates memory itself. */
#ifdef TC_FAULTS_SANITIZED
#define __libc_malloc   __interceptor_malloc
#define __libc_calloc   __interceptor_calloc
#define __libc_realloc  __interceptor_realloc
#define __libc_memalign __interceptor_memalign
#define __libc_free     __interceptor_free
#endif
extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t count, size_t bytes);
extern void *__libc_realloc(void *block, size_t bytes);
extern void *__libc_memalign(size_t alignment, size_t bytes);
extern void __libc_free(void *block);

/* Hash table of allocated blocks by address. The slot of a freed block remains marked, so that a search
 * does not stop before later entries. */
enum { slots = 1 << 17 };
static struct {
  uintptr_t block; /* 0 if the slot is empty, 1 if its block was freed */
  const void *caller;
} held[slots];
static atomic_flag busy = ATOMIC_FLAG_INIT;
static bool overflow;

static void lock(void) {
  while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire)) {}
}

static void unlock(void) { atomic_flag_clear_explicit(&busy, memory_order_release); }

static size_t slot_of(uintptr_t block) { return (size_t)(block >> 4) * 2654435761u % slots; }

static void *note(void *block, const void *caller) {
  if (!block || !tc_fault_is_counting() || !tc_fault_is_program_code(caller)) return block;
  lock();
  size_t at = slot_of((uintptr_t)block), tries = 0;
  while (held[at].block > 1 && tries++ < slots) at = (at + 1) % slots;
  overflow = overflow || tries >= slots;
  held[at].block = (uintptr_t)block;
  held[at].caller = caller;
  unlock();
  return block;
}

static void forget(void *block) {
  if (!block) return;
  lock();
  size_t at = slot_of((uintptr_t)block);
  for (size_t tries = 0; tries < slots && held[at].block; tries++, at = (at + 1) % slots) {
    if (held[at].block != (uintptr_t)block) continue;
    held[at].block = 1;
    break;
  }
  unlock();
}

void tc_fault_print_unfreed(void) {
  long blocks = 0;
  size_t first = 0;
  for (size_t i = slots; i-- > 0;)
    if (held[i].block > 1) {
      blocks++;
      first = i;
    }
  if (overflow) tc_fault_print("held: too many blocks to follow");
  if (blocks)
    tc_fault_print("held: %ld blocks, one of %#lx", blocks, tc_fault_code_offset(held[first].caller));
}

static void *none(void) {
  errno = ENOMEM;
  return NULL;
}

void *malloc(size_t bytes) {
  if (tc_fault_must_fail(TC_FAULT_ALLOC, "malloc", TC_CALLER)) return none();
  return note(__libc_malloc(bytes), TC_CALLER);
}

void *calloc(size_t count, size_t bytes) {
  if (tc_fault_must_fail(TC_FAULT_ALLOC, "calloc", TC_CALLER)) return none();
  return note(__libc_calloc(count, bytes), TC_CALLER);
}

void *realloc(void *block, size_t bytes) {
  if (tc_fault_must_fail(TC_FAULT_ALLOC, "realloc", TC_CALLER)) return none();
  forget(block);
  void *made = __libc_realloc(block, bytes);
  if (!made && bytes) note(block, TC_CALLER);
  return note(made, TC_CALLER);
}

void *aligned_alloc(size_t alignment, size_t bytes) {
  if (tc_fault_must_fail(TC_FAULT_ALLOC, "aligned_alloc", TC_CALLER)) return none();
  return note(__libc_memalign(alignment, bytes), TC_CALLER);
}

int posix_memalign(void **out, size_t alignment, size_t bytes) {
  if (tc_fault_must_fail(TC_FAULT_ALLOC, "posix_memalign", TC_CALLER)) return ENOMEM;
  void *made = note(__libc_memalign(alignment, bytes), TC_CALLER);
  if (!made) return ENOMEM;
  *out = made;
  return 0;
}

char *strdup(const char *text) {
  if (tc_fault_must_fail(TC_FAULT_ALLOC, "strdup", TC_CALLER)) return none();
  const size_t bytes = strlen(text) + 1;
  char *copy = note(__libc_malloc(bytes), TC_CALLER);
  return copy ? memcpy(copy, text, bytes) : NULL;
}

void free(void *block) {
  forget(block);
  __libc_free(block);
}
