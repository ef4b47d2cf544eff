/* How much memory this thread holds at once between two moments, whoever asks for it. */
#ifndef TC_TESTS_FUZZ_WATCH_H
#define TC_TESTS_FUZZ_WATCH_H

#include <stddef.h>

void watch_begin(void);

/* The most bytes since then, beside what was held before. */
size_t watch_end(void);

#endif
