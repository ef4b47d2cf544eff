/* Aligned memory for arrays. Nothing here is collective. */
#ifndef TC_BASE_CORE_MEMORY_H
#define TC_BASE_CORE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "base/core/status.h"

#define TC_ALIGNMENT 64

/* Allocates count elements of `size` bytes, uninitialised, 64-byte aligned; arrays of 4 MiB and more are
 * aligned to 2 MiB and ask for transparent huge pages. Pages are not touched, so the thread that writes first
 * decides where they live. A count of zero gives a valid pointer. Writes the address to *out (a pointer to
 * any object pointer). Errors: TC_INTERNAL with the number of bytes and `what`. */
tc_status tc_alloc(size_t count, size_t size, const char *what, void *out);

/* The same, set to zero by the calling thread. */
tc_status tc_alloc_zero(size_t count, size_t size, const char *what, void *out);

/* Frees; NULL is fine. */
void tc_free(void *pointer);

/* TC_ALLOC(array, n): array becomes n uninitialised elements. */
#define TC_ALLOC(array, count)      tc_alloc((size_t)(count), sizeof *(array), #array, &(array))
#define TC_ALLOC_ZERO(array, count) tc_alloc_zero((size_t)(count), sizeof *(array), #array, &(array))

/* Asks the cache for what lies so many bytes behind an address. That may be beyond the array: a prefetch
 * cannot fault, and no pointer is made that C does not allow. (Whoever wraps this in a function marks that
 * always_inline as well: gcc takes one that does nothing else for one without effect, and drops it.) */
__attribute__((always_inline)) static inline void tc_prefetch(const void *address, size_t bytes) {
  __builtin_prefetch((const void *)((uintptr_t)address + bytes));
}

/* Largest resident size of this process since it began, or since its peak was forgotten, in bytes. */
size_t tc_memory_peak(void);

/* Bytes that processes of this machine can still take, as the system, the control groups and the limits of
 * this process say; all of the memory where they do not. */
size_t tc_memory_available(void);

/* Bytes that all processes of this machine together can still take, and those that they can have at all, swap
 * included, as the system and the control groups say. */
size_t tc_memory_unused(void);
size_t tc_memory_installed(void);

/* Bytes that limits of this process alone (ulimit -v) leave it; more than there can be without any. */
size_t tc_memory_limit(void);

/* What is resident of this process now, in bytes; 0 where the system does not say. */
size_t tc_memory_resident(void);

/* From now on the peak is that of what follows, where the system can do that (Linux: /proc/self/clear_refs).
 */
void tc_memory_reset_peak(void);

#endif
