/* Macro that compares numbers up to rounding, and a short name of the row kernel that most loads use.
 * Included by the tests of the models. */
#ifndef TC_TESTS_MODEL_APPROXIMATELY_H
#define TC_TESTS_MODEL_APPROXIMATELY_H

#include <math.h>

#include "model/step/model.h"
#include "support/expect.h"

#define ell TC_KERNEL_ell /* row kernel of most loads in these tests */

#define expect_near(got, wanted)                                                                             \
  do {                                                                                                       \
    double got_ = (got), wanted_ = (wanted);                                                                 \
    cr_assert(fabs(got_ - wanted_) <= 1e-12 * fabs(wanted_), "%s: %.15g, not %.15g", #got, got_, wanted_);   \
  } while (0)

#endif
