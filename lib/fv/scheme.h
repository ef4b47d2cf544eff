/* Finite-volume schemes: how the rate matrix V^-1 L of dv/dt = div(K grad v) is assembled. Not collective. */
#ifndef TC_FV_SCHEME_H
#define TC_FV_SCHEME_H

#include "fv/diffusion.h"
#include "mesh/submesh.h"
#include "sparse/ell.h"

typedef struct tc_scheme {
  const char *name;    /* as written in a config */
  const char *summary; /* one line for `tetracast list` */
  int width;           /* off-diagonal entries per row */
  int rings;           /* rings of neighbours that a row touches: ghosts = these rings */
  /* Assembles the rows of the owned cells: (V^-1 L v)_i. Columns are local cell numbers of the submesh;
   * entries of a row are in rising mesh numbers (submesh->id), so that sums have the same order whatever the
   * distribution. `rates` has submesh->owned rows, `width` entries a row. OpenMP inside. Errors: TC_INPUT
   * naming a cell (degenerate geometry). */
  tc_status (*assemble)(const tc_submesh *submesh, const tc_diffusion *diffusion, tc_ell *rates);
} tc_scheme;

int tc_scheme_count(void);
const tc_scheme *tc_scheme_at(int index);
const tc_scheme *tc_scheme_find(const char *name);

#endif
