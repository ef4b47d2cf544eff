/* Removal of means: subtracts from a vector its mean over each component of the mesh without outflow. A
 * constant in such a component neither grows nor decays with any scheme, so a search for growing modes must
 * exclude it. Called by the growth estimate and by the search for the ellipse of the eigenvalues
 * (solve/stability). Usage: tc_mean_removal_init, tc_mean_removal_apply for each vector,
 * tc_mean_removal_free. Results have the same bits on any number of ranks. */
#ifndef TC_SOLVE_SPACE_MEAN_REMOVAL_H
#define TC_SOLVE_SPACE_MEAN_REMOVAL_H

#include "fv/physics/physics.h"
#include "solve/space/component_levels.h"

/* Zero-initialise before use. */
typedef struct tc_mean_removal {
  const tc_space *space; /* Borrowed. */
  bool conserves;        /* True if nothing flows out through any boundary. */
  double volume;         /* Volume of the whole mesh. */
  /* Components of the mesh and sums over them; NULL as described at tc_component_levels_create. */
  tc_component_levels *levels;
  double *component_volume; /* [levels->count] Volume of each component. */
  double *component_mean;   /* [levels->count] Scratch: mean of a vector over each component. */
} tc_mean_removal;

/* Collective. Finds the components of the rate matrix `R` and computes their volumes. Overwrites
 * scratch[owned]. The caller frees *out, also after an error. Errors (on all ranks): TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_mean_removal_init(const tc_space *space, const tc_physics *physics, const tc_ell *R,
                               double *scratch, tc_mean_removal *out);
void tc_mean_removal_free(tc_mean_removal *removal); /* Not collective. */

/* Collective. Subtracts from v[owned] its mean over each component without outflow. */
tc_status tc_mean_removal_apply(const tc_mean_removal *removal, double *v);

#endif
