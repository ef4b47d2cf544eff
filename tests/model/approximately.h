/* Numbers that agree but for rounding, and what loads have in common. */
#ifndef TC_TESTS_MODEL_APPROXIMATELY_H
#define TC_TESTS_MODEL_APPROXIMATELY_H

#include <math.h>

#include "model/step/model.h"
#include "support/expect.h"

#define ell TC_KERNEL_ell /* what computes the rows of most loads here */

#define expect_near(got, wanted)                                                                             \
  do {                                                                                                       \
    double got_ = (got), wanted_ = (wanted);                                                                 \
    cr_assert(fabs(got_ - wanted_) <= 1e-12 * fabs(wanted_), "%s: %.15g, not %.15g", #got, got_, wanted_);   \
  } while (0)

#endif
