/* Measures the maximum of the memory that this thread has allocated at once. All callers of malloc are
 * counted. */
#ifndef TC_TESTS_FUZZ_WATCH_H
#define TC_TESTS_FUZZ_WATCH_H

#include <stddef.h>

void watch_begin(void);

/* Returns the maximum number of bytes since watch_begin, without those allocated before. */
size_t watch_end(void);

#endif
