/* Whether pieces of a mesh have the right level in a steady state. What is left of a system's rows says
 * little of that: where a piece hangs on a weak exchange, any constant fulfils all of its rows but for very
 * little, which hides behind what is left of the rows of other pieces. Summed over the piece it does not
 * hide: a constant more in the piece lets out as much more as the piece's sum of all its entries says. */
#ifndef TC_SOLVE_SPACE_COMPONENT_LEVELS_H
#define TC_SOLVE_SPACE_COMPONENT_LEVELS_H

#include "base/numeric/dot.h"
#include "solve/space/space.h"
#include "sparse/ell.h"

typedef struct tc_component_levels {
  const tc_space *space; /* borrowed */
  int count;             /* pieces */
  int64_t *component;    /* [owned] the piece of each cell */
  double *lets_out;      /* [count] in a unit of time, for each unit of its level */
  double *shift;         /* [count] */
  tc_dot *sum;           /* [count] scratch, and where sums probably lie */
  int *top;
} tc_component_levels;

enum { TC_COMPONENT_LEVELS_MAX = 4096 };

/* Collective. R: the rates. *pieces: the number of pieces; may be NULL. *out is NULL where the mesh is of one
 * piece, or of more than TC_COMPONENT_LEVELS_MAX, of which nothing is known then. Errors on all ranks:
 * TC_INTERNAL out of memory. */
tc_status tc_component_levels_create(const tc_space *space, const tc_ell *R, int64_t *pieces,
                                     tc_component_levels **out);
void tc_component_levels_destroy(tc_component_levels **levels); /* not collective */

/* Collective. residual[owned]: what is left of -R x = b. levels->shift becomes how much each piece lacks, 0
 * where rounding hides what it lets out; *largest: of their magnitudes. The same on any number of ranks. */
tc_status tc_component_levels_compute(tc_component_levels *levels, const double *residual, double *largest);

/* Collective. out[count]: the sum of volume * x * y over each piece. y may be NULL, which stands for ones.
 * The same bits on any number of ranks. */
tc_status tc_component_levels_dot(tc_component_levels *levels, const double *x, const double *y, double *out);

/* Not collective. Adds the shift of its piece to each of x[owned]. */
void tc_component_levels_apply(const tc_component_levels *levels, double *x);

#endif
