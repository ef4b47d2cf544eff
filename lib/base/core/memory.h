/* Aligned memory for arrays, and the memory limits of process, container and node. All arrays of the program
 * are allocated here and freed with tc_free. Memory checks before a run and reports call the functions that
 * return sizes. No function is collective. */
#ifndef TC_BASE_CORE_MEMORY_H
#define TC_BASE_CORE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "base/core/status.h"

#define TC_ALIGNMENT 64

/* Allocates `count` elements of `size` bytes, uninitialised and 64-byte aligned. Arrays of at least 4 MiB are
 * aligned to 2 MiB and request transparent huge pages. Pages are not touched, so the thread that first writes
 * to a page determines its NUMA node. A count of 0 gives a valid pointer. Writes the address to *out; `out`
 * is the address of a pointer of any object type. Errors: TC_INTERNAL if memory is exhausted; the message
 * contains the number of bytes and `what`, the name of the array. */
tc_status tc_alloc(size_t count, size_t size, const char *what, void *out);

/* Allocates memory like tc_alloc. The calling thread then sets the memory to zero. */
tc_status tc_alloc_zero(size_t count, size_t size, const char *what, void *out);

/* Allocates a text and formats it like printf in the locale "C". Errors: those of tc_alloc. */
tc_status tc_alloc_text(const char *what, char **out, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Frees memory that tc_alloc, tc_alloc_zero or tc_alloc_text has allocated. `pointer` may be NULL. */
void tc_free(void *pointer);

/* TC_ALLOC(array, n) sets `array` to n uninitialised elements. */
#define TC_ALLOC(array, count)      tc_alloc((size_t)(count), sizeof *(array), #array, &(array))
#define TC_ALLOC_ZERO(array, count) tc_alloc_zero((size_t)(count), sizeof *(array), #array, &(array))

/* Prefetches the cache line `bytes` bytes after an address. The line may be beyond the array, because a
 * prefetch cannot fault and no invalid pointer is formed. A function that wraps this one must also be
 * always_inline, because gcc removes calls of functions without a visible effect. */
__attribute__((always_inline)) static inline void tc_prefetch(const void *address, size_t bytes) {
  __builtin_prefetch((const void *)((uintptr_t)address + bytes));
}

/* Returns the largest resident size of this process in bytes since its start or the last
 * tc_memory_reset_peak. */
size_t tc_memory_peak(void);

/* Returns the bytes that this process can still allocate according to the system, its control groups and its
 * own limits. Returns the physical memory if none of these is known. */
size_t tc_memory_available(void);

/* tc_memory_unused returns the bytes that all processes of this node together can still allocate without
 * swapping. tc_memory_installed returns the bytes that all processes of this node can use in total, swap
 * included. Both respect the limits of the control groups of this process. */
size_t tc_memory_unused(void);
size_t tc_memory_installed(void);

/* Returns the bytes that the address space limit of this process (ulimit -v) still allows. If there is no
 * limit, returns a number above the memory of any node. */
size_t tc_memory_limit(void);

/* Returns the resident size of this process in bytes; 0 if the system does not report it. */
size_t tc_memory_resident(void);

/* Resets the peak that tc_memory_peak returns, if the system supports it (Linux: /proc/self/clear_refs). */
void tc_memory_reset_peak(void);

#endif
