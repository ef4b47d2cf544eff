/* Eight values, one for each row of a slice, for the kernels of this module. Without 256-bit registers the
 * compiler uses several smaller ones, which gives the same bits. Functions receive the addresses of such
 * values, because the convention for passing them depends on the instruction set. */
#ifndef TC_LINEAR_CYCLE_LANES_H
#define TC_LINEAR_CYCLE_LANES_H

#include "linear/cycle/row_windows.h"

typedef float tc_lanes __attribute__((vector_size(32)));

#define TC_INLINE __attribute__((always_inline)) static inline

/* The eight elements of a vector that begin at index `at`, a multiple of eight. */
#define TC_LANES(array, at) (*(const tc_lanes *)((array) + (at)))

/* Sets *out to x[column[0]] .. x[column[7]]. Values are loaded one by one, because the gather instructions of
 * current processors are slower. */
TC_INLINE void tc_lanes_gather(const float *x, const int32_t *column, tc_lanes *out) {
  *out = (tc_lanes){x[column[0]], x[column[1]], x[column[2]], x[column[3]],
                    x[column[4]], x[column[5]], x[column[6]], x[column[7]]};
}

#endif
