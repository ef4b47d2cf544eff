/* Registry of the finite-volume schemes, which assemble the rate matrix R = V^-1 L of dv/dt = div(K grad
 * v). The setup of a run selects a scheme by its name, and calls `assemble` then and while it searches for a
 * stable step. All results are independent of the distribution. Not collective. */
#ifndef TC_FV_SCHEME_SCHEME_H
#define TC_FV_SCHEME_SCHEME_H

#include "base/text/registry.h"
#include "fv/physics/geometry.h"
#include "fv/physics/physics.h"
#include "fv/scheme/system.h"

typedef struct tc_scheme {
  const char *name;    /* name by which a config selects the scheme */
  const char *summary; /* one line for `tetracast list` */
  int width;           /* number of off-diagonal entries stored per row of the matrix */
  int rings;        /* number of rings of cells around the owned cells whose values the rows read as ghosts */
  size_t scratch;   /* temporary memory of an assembly in bytes per cell */
  bool symmetric;   /* true if V R is symmetric, where V is the diagonal matrix of the cell volumes */
  bool differences; /* true if row i of R v is a sum of a_ij (v_j - v_i) over other cells j, except for terms
                       of boundary faces of kind value or exchange */
  /* Assembles the rows (R v + b)_i of the owned cells with the stabilisation of the system. Writes the
   * members `rates`, `boundary_data`, `marker_flux` and, if the scheme certifies, `margin` of the system.
   * Columns are local cell numbers of the submesh. Entries of a row are in ascending mesh numbers
   * (submesh->id), so that sums have the same order for any distribution. May be called repeatedly, with
   * changed physics or another stabilisation. Uses OpenMP threads. If the scheme cannot handle a cell because
   * it is too flat, it sets system->flat_cell to the number of the cell. The caller must then compute the
   * minimum over all ranks and return tc_scheme_flat_cell_error for this cell, so that the message does not
   * depend on the distribution. Errors: TC_INTERNAL if memory is exhausted. */
  tc_status (*assemble)(const tc_geometry *geometry, const tc_physics *physics, tc_system *system);
  /* true if an assembly also sets system->margin. False for a scheme whose energy never grows and which
   * therefore has no diffusion.stabilisation */
  bool certifies;
} tc_scheme;

/* Returns the error TC_INPUT "cell N is too flat ..", where N = cell + base. `base` is the number of the
 * first cell in the user's files, 0 or 1. */
tc_status tc_scheme_flat_cell_error(const tc_scheme *scheme, tc_gid cell, int32_t base);

TC_REGISTRY(tc_scheme); /* entries: fv/scheme/schemes.def */

#endif
