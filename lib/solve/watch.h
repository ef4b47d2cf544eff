/* What a run of diffusion may not do: move away from its mean. Watched while it runs, so that no wrong field
 * is ever taken for a result. */
#ifndef TC_SOLVE_WATCH_H
#define TC_SOLVE_WATCH_H

#include <stdbool.h>

#include "solve/space.h"

/* The volume-weighted norm of v - mean. Diffusion without sources and fluxes keeps the mean and lets this
 * fall; where stability is proved no step may raise it by more than rounding, elsewhere modes that are not
 * orthogonal may raise it a little for a while. */
typedef struct tc_watch {
  const tc_space *space; /* borrowed */
  bool proved;
  double *deviation; /* [owned] scratch */
  double mean, first, least;
  double floor, floor_a_step; /* what rounding alone may do, at once and in every step */
  double range[2];            /* of the initial field */
} tc_watch;

/* Collective. proved: stability is certified. Errors on all ranks: TC_NUMERICAL when the field is not finite.
 * The watch must be ended, also after an error. */
tc_status tc_watch_begin(const tc_space *space, const double *value, bool proved, tc_watch *out);

/* Collective. Errors on all ranks, TC_NUMERICAL naming the step: the field is not finite; the norm is above
 * its lowest so far by 1 % (by 1e-9 of it where stability is proved); at the end: above its first; a value is
 * beyond the range of the initial field by more than its width, at the end by
 * more than half of it. */
tc_status tc_watch_check(tc_watch *watch, const double *value, int64_t step, bool end);

void tc_watch_end(tc_watch *watch); /* not collective */

#endif
