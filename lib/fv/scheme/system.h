/* Semi-discrete system dv/dt = R v + b of a rank's owned rows, which a scheme assembles from geometry and
 * physics. The setup of a run creates the system once, and each assembly overwrites it. The mass matrix of
 * implicit methods and of inner products is the diagonal matrix of the cell volumes (fv/physics/geometry.h).
 * Not collective. */
#ifndef TC_FV_SCHEME_SYSTEM_H
#define TC_FV_SCHEME_SYSTEM_H

#include "base/core/gid.h"
#include "fv/scheme/boundary_data.h"
#include "fv/scheme/marker_flux.h"
#include "sparse/ell.h"

typedef struct tc_system {
  double stabilisation; /* at least 0, dimensionless; only schemes that certify read it
                           (fv/scheme/scheme.h) */
  bool limited;  /* true to limit how far harmonic points are moved along their faces (fv/scheme/face.h). Only
                    schemes that certify read it */
  tc_ell *rates; /* matrix R = V^-1 L, 1/time; only assembly writes it */
  tc_boundary_data
      *boundary_data; /* boundary data and their factors in b; it has 0 faces if no boundary face has a
                  datum. NULL before the first assembly. Each assembly sets all data to 0 */
  /* factors of the inflow through the faces of each marker; NULL before the first assembly */
  tc_marker_flux *marker_flux;
  /* number of faces of owned cells in the last assembly whose harmonic point is too far from the face
   * (tc_harmonic.distant). The sum over ranks counts each such face twice, once per cell */
  int64_t distant;
  /* [owned] margin of stability of each cell in the last assembly, computed with all boundary data 0. A cell
   * with a margin of at least -1e-12 cannot make the energy grow (fv/scheme/cell_energy.h). Margins up to 0
   * and the smallest margin of all cells are exact. Others may be replaced by 1. NULL if the scheme does not
   * certify, or after tc_system_free_margins */
  double *margin;
  tc_gid flat_cell; /* lowest mesh number of a cell that the scheme could not handle in the last assembly;
                  TC_GID_NONE if there is no such cell. If there is one, the assembled rows are invalid */
} tc_system;

/* Creates a system of `rows` owned rows, whose matrix has `columns` columns (owned rows and ghosts) and
 * `width` off-diagonal entries per row. The caller frees `*out`. Errors: TC_INTERNAL if memory is exhausted.
 */
tc_status tc_system_create(int32_t rows, int32_t columns, int width, tc_system **out);
void tc_system_destroy(tc_system **system);

/* Frees the margins. The caller must assemble the system again before it searches for a stable step. */
void tc_system_free_margins(tc_system *system);

/* Schemes call tc_system_begin_assembly at the beginning of an assembly. It replaces system->boundary_data by
 * new lists of boundary data, without factors, for a scheme whose rows read `rings` rings of cells. Schemes
 * call tc_system_end_assembly at the end. It replaces system->marker_flux by terms computed from
 * inward[boundary_data->faces], the inflow through each boundary face with a datum. Errors: TC_INTERNAL if
 * memory is exhausted. */
tc_status tc_system_begin_assembly(const tc_geometry *geometry, const tc_physics *physics, int rings,
                                   tc_system *system);
tc_status tc_system_end_assembly(const tc_physics *physics, const tc_face_inflow *inward, tc_system *system);

#endif
