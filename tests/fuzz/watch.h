/* Measures the largest amount of memory that this thread has allocated at the same time. All calls of
 * malloc are counted, also those in libraries. */
#ifndef TC_TESTS_FUZZ_WATCH_H
#define TC_TESTS_FUZZ_WATCH_H

#include <stddef.h>

void watch_begin(void);

/* Returns the maximum of the bytes that were allocated since watch_begin. Memory that was allocated
 * earlier is not included. */
size_t watch_end(void);

#endif
