/* Component levels: corrects the mean of the field in each connected component of the mesh when a steady
 * state is computed. The level of a component is a constant that may be added to the field in all of its
 * cells. If the level is determined only by a boundary condition of kind exchange with a small coefficient, a
 * wrong level causes only a small residual. The error of the level is the sum of the residual over the
 * component, divided by the outflow that a field of ones would have. The integrator `steady` calls
 * tc_component_levels_create after the assembly, and the functions _compute and _apply after a linear solve.
 * solve/space/mean_removal.h uses only the components and the sums over them. */
#ifndef TC_SOLVE_SPACE_COMPONENT_LEVELS_H
#define TC_SOLVE_SPACE_COMPONENT_LEVELS_H

#include "base/core/pool.h"
#include "solve/space/grouped_dot.h"
#include "sparse/ell.h"

typedef struct tc_component_levels {
  const tc_space *space; /* Space of the field, borrowed. */
  int count;             /* Number of components of the mesh. */
  int64_t *component;    /* [owned] Number of the component that contains each cell. */
  double *lets_out; /* [count] Outflow from each component if the field is 1 everywhere; 0 if it is not larger
                       than rounding. */
  double *shift;    /* [count] Correction of the level: amount to be added to the field in each component. */
  tc_grouped_dot dot; /* Exact sums over the components. */
  tc_pool memory;     /* Owns the arrays of this struct. */
} tc_component_levels;

enum { TC_COMPONENT_LEVELS_MAX = TC_GROUPED_DOT_MAX };

/* Collective. Finds the components of the rate matrix `R` and their outflows. If the mesh has one component,
 * or more than TC_COMPONENT_LEVELS_MAX, `*out` is NULL, and the caller does not correct levels. Errors (on
 * all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_component_levels_create(const tc_space *space, const tc_ell *R, tc_component_levels **out);
void tc_component_levels_destroy(tc_component_levels **levels); /* Not collective. */

/* Collective. Computes levels->shift, the amount by which the field in each component is too small, from
 * residual[owned], the residual of -R x = b. The shift is 0 if rounding hides the outflow of the component.
 * `*largest` receives the largest absolute shift. The result has the same bits on any number of ranks. */
tc_status tc_component_levels_compute(tc_component_levels *levels, const double *residual, double *largest);

/* Collective. Writes to out[count] the sum of volume * x * y over each component; y = NULL stands for a
 * vector of ones. The result has the same bits on any number of ranks. */
tc_status tc_component_levels_dot(tc_component_levels *levels, const double *x, const double *y, double *out);

/* Not collective. Adds levels->shift of the cell's component to each value of x[owned]. */
void tc_component_levels_apply(const tc_component_levels *levels, double *x);

#endif
