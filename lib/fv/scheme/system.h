/* What a scheme makes of geometry and physics: dv/dt = R v + b, for the rank's own rows. The mass that an
 * implicit method or an inner product needs is the cells' volumes (fv/physics/geometry.h). Not collective. */
#ifndef TC_FV_SCHEME_SYSTEM_H
#define TC_FV_SCHEME_SYSTEM_H

#include "base/core/gid.h"
#include "fv/scheme/boundary_data.h"
#include "fv/scheme/marker_flux.h"
#include "sparse/ell.h"

typedef struct tc_system {
  double stabilisation; /* at least 0, a pure number: for schemes that take one (fv/scheme/scheme.h) */
  bool limited;  /* for the same: harmonic points keep near their faces within regions (fv/scheme/face.h) */
  tc_ell *rates; /* R = V^-1 L; 1/time. Nothing but assembly writes it */
  tc_boundary_data *inflow; /* b, by what is prescribed at the boundary: without faces where nothing is. NULL
                        before the first assembly; data are 0 after each */
  tc_marker_flux *through;  /* what flows in through each marker; as above */
  int64_t distant; /* of the last assembly: how often a face of an own cell has a harmonic point that is, or
                  would be, limited; over all ranks each such face is counted twice */
  tc_gid flat;     /* of the last assembly: the lowest mesh number of a cell that the scheme cannot handle, or
                       TC_GID_NONE; with one the rows are of no use */
} tc_system;

/* For so many own rows; columns: with ghosts. Errors: TC_INTERNAL out of memory. */
tc_status tc_system_create(int32_t rows, int32_t columns, int width, tc_system **out);
void tc_system_destroy(tc_system **system);

/* For schemes, at the beginning of an assembly: inflow anew, for rows that read so many rings. And at its
 * end: through, inward[inflow->faces]. Errors: TC_INTERNAL out of memory. */
tc_status tc_system_begin_assembly(const tc_geometry *geometry, const tc_physics *physics, int rings,
                                   tc_system *system);
tc_status tc_system_end_assembly(const tc_physics *physics, const tc_face_inflow *inward, tc_system *system);

#endif
