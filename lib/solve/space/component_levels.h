/* Component levels: corrects the level of each component of the mesh in a steady solve. If only a weak
 * exchange couples a component to its surroundings, any constant satisfies its rows almost exactly. Rows of
 * other components then dominate the residual of the system. The sum of the residual over the component shows
 * the error of its level, because a constant changes that sum by the sum of all entries of its rows. The
 * steady integrator calls _create after the assembly, and _compute and _apply after a solve. The growth
 * estimate uses only the components and their sums. */
#ifndef TC_SOLVE_SPACE_COMPONENT_LEVELS_H
#define TC_SOLVE_SPACE_COMPONENT_LEVELS_H

#include "solve/space/grouped_dot.h"
#include "sparse/ell.h"

typedef struct tc_component_levels {
  const tc_space *space; /* Borrowed. */
  int count;             /* Number of components. */
  int64_t *component;    /* [owned] Component of each cell. */
  double *lets_out; /* [count] Outflow per unit of the level of the component; 0 if it is within rounding. */
  double *shift;    /* [count] Correction of the level of each component. */
  tc_grouped_dot dot; /* Exact sums over the components. */
} tc_component_levels;

enum { TC_COMPONENT_LEVELS_MAX = TC_GROUPED_DOT_MAX };

/* Collective. Finds the components of the rates `R` and their outflows. `*out` is NULL if the mesh has one
 * component, or more than TC_COMPONENT_LEVELS_MAX; levels are not corrected then. Errors (on all ranks):
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_component_levels_create(const tc_space *space, const tc_ell *R, tc_component_levels **out);
void tc_component_levels_destroy(tc_component_levels **levels); /* Not collective. */

/* Collective. Computes levels->shift from residual[owned], the residual of -R x = b. The shift is the amount
 * that the level of a component lacks; it is 0 if rounding hides the outflow. `*largest` receives the largest
 * magnitude. The result has the same bits on any number of ranks. */
tc_status tc_component_levels_compute(tc_component_levels *levels, const double *residual, double *largest);

/* Collective. Writes to out[count] the sum of volume * x * y over each component; y = NULL stands for ones.
 * The result has the same bits on any number of ranks. */
tc_status tc_component_levels_dot(tc_component_levels *levels, const double *x, const double *y, double *out);

/* Not collective. Adds to each x[owned] the shift of its component. */
void tc_component_levels_apply(const tc_component_levels *levels, double *x);

#endif
