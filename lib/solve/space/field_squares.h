/* Squares of the norms of fields, such as the difference of two arrays, that are computed block by block and
 * need no array of their own. The checks that run after every step use this module, because it reads the data
 * once, while tc_field_dot (solve/space/field.h) reads them twice. Sums are exact, so results have the same
 * bits on any number of ranks and threads. */
#ifndef TC_SOLVE_SPACE_FIELD_SQUARES_H
#define TC_SOLVE_SPACE_FIELD_SQUARES_H

#include "solve/space/space.h"

enum { TC_FIELD_SQUARES_MAX = 2, TC_FIELD_SQUARES_BLOCK = 512 };

/* Fields of which the squares are computed, numbered from 0. */
typedef struct tc_field_blocks {
  const void *self;
  /* Not collective; called by several threads at the same time. Returns the values of the rows begin ..
   * end-1 of field k, in `scratch` or in another array. There are at most TC_FIELD_SQUARES_BLOCK rows. */
  const double *(*get)(const void *self, int k, int32_t begin, int32_t end, double *scratch);
} tc_field_blocks;

/* Collective. Sets square[k] to the sum over all cells of volume f_k^2 for the fields k < count, where count
 * is at most TC_FIELD_SQUARES_MAX; NaN if a value is not finite. top[k] is a guess of the exponent bin that
 * contains the largest term of sum k (base/numeric/dot.h). If the guess is wrong, the function corrects it
 * and repeats the sum, which takes time but does not change the result. Errors: those of MPI messages. */
tc_status tc_field_squares(const tc_space *space, const tc_field_blocks *fields, int count, int *top,
                           double *square);

/* Collective. Sets *out to the volume-weighted norm of value[i] - from over all cells; NaN if a value is not
 * finite. `top` is a guess as in tc_field_squares. Errors: those of MPI messages. */
tc_status tc_field_deviation_norm(const tc_space *space, const double *value, double from, int *top,
                                  double *out);

#endif
