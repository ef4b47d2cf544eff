/* Finite-volume schemes: how the rate matrix V^-1 L of dv/dt = div(K grad v) is assembled. Not collective. */
#ifndef TC_FV_SCHEME_SCHEME_H
#define TC_FV_SCHEME_SCHEME_H

#include "base/text/registry.h"
#include "fv/physics/geometry.h"
#include "fv/physics/physics.h"
#include "fv/scheme/system.h"

typedef struct tc_scheme {
  const char *name;    /* as written in a config */
  const char *summary; /* one line for `tetracast list` */
  int width;           /* off-diagonal entries per row */
  int rings;           /* rings of neighbours that a row touches: ghosts = these rings */
  size_t scratch;      /* bytes a cell that assembly takes for itself */
  bool symmetric;      /* rows times volumes are a symmetric matrix */
  bool differences;    /* rows are sums of a_ij (v_j - v_i) wherever no value or exchange is prescribed */
  /* Writes system->rates for the system's stabilisation, inflow and through: the rows (R v + b)_i of the
   * owned cells. Columns are local cell numbers of the submesh; entries of a row are in rising mesh numbers
   * (submesh->id), so that sums have the same order whatever the distribution. May be called again, with
   * other physics or another stabilisation. OpenMP inside. Where system->flat names a cell, ranks take the
   * minimum and make the error of tc_scheme_flat_cell_error, so that the message does not depend on who holds
   * which cell. Errors: TC_INTERNAL out of memory. */
  tc_status (*assemble)(const tc_geometry *geometry, const tc_physics *physics, tc_system *system);
  /* NULL for a scheme that takes no diffusion.stabilisation, because its energy never grows. Otherwise how
   * far each owned cell is from letting the energy grow, all data 0: margin[owned], at least -1e-12 where the
   * cell cannot (fv/scheme/cell_energy.h). For the stabilisation of the system, of which nothing else is
   * read. */
  void (*certify)(const tc_geometry *geometry, const tc_physics *physics, const tc_system *system,
                  double *margin);
} tc_scheme;

/* TC_INPUT: "cell N is too flat .."; base: the user's number of the first cell. */
tc_status tc_scheme_flat_cell_error(const tc_scheme *scheme, tc_gid cell, int32_t base);

TC_REGISTRY(tc_scheme); /* schemes.def */

#endif
