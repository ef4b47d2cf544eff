/* Component levels: corrects the mean of the field in each component of the mesh in a steady solve. The level
 * of a component is a constant that may be added to the field in all of its cells. If only a weak exchange at
 * the boundary determines the level, any constant satisfies the rows of the component almost exactly, so a
 * wrong level causes only a small residual. It is found from the sum of the residual over the component, to
 * which a constant contributes itself times the sum of all entries of these rows. The steady integrator calls
 * _create after the assembly, and _compute and _apply after a solve. The growth estimate uses only the
 * components and their sums. */
#ifndef TC_SOLVE_SPACE_COMPONENT_LEVELS_H
#define TC_SOLVE_SPACE_COMPONENT_LEVELS_H

#include "solve/space/grouped_dot.h"
#include "sparse/ell.h"

typedef struct tc_component_levels {
  const tc_space *space; /* Borrowed. */
  int count;             /* Number of components of the mesh. */
  int64_t *component;    /* [owned] Component of each cell. */
  double *lets_out;   /* [count] Outflow from each component if its field is 1 everywhere; 0 if it is within
                         rounding. */
  double *shift;      /* [count] Amount to be added to the field in each component. */
  tc_grouped_dot dot; /* Exact sums over the components. */
} tc_component_levels;

enum { TC_COMPONENT_LEVELS_MAX = TC_GROUPED_DOT_MAX };

/* Collective. Finds the components of the rates `R` and their outflows. If the mesh has one component, or
 * more than TC_COMPONENT_LEVELS_MAX, `*out` is NULL, and the caller corrects no levels. Errors (on all
 * ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_component_levels_create(const tc_space *space, const tc_ell *R, tc_component_levels **out);
void tc_component_levels_destroy(tc_component_levels **levels); /* Not collective. */

/* Collective. Computes levels->shift from residual[owned], the residual of -R x = b. The shift is the amount
 * by which the field in a component is too small; it is 0 if rounding hides the outflow. `*largest` receives
 * the largest absolute shift. The result has the same bits on any number of ranks. */
tc_status tc_component_levels_compute(tc_component_levels *levels, const double *residual, double *largest);

/* Collective. Writes to out[count] the sum of volume * x * y over each component; y = NULL stands for ones.
 * The result has the same bits on any number of ranks. */
tc_status tc_component_levels_dot(tc_component_levels *levels, const double *x, const double *y, double *out);

/* Not collective. Adds to the value of each cell in x[owned] the shift of its component. */
void tc_component_levels_apply(const tc_component_levels *levels, double *x);

#endif
