/* Coefficients of the diffusion problem on a rank: the tensor of every cell and the kind of boundary
 * condition of every boundary face. Schemes read them during assembly. The list of markers is the same on
 * all ranks. Boundary data (the values g) are stored in fv/scheme/boundary_data.h. Not collective. */
#ifndef TC_FV_PHYSICS_PHYSICS_H
#define TC_FV_PHYSICS_PHYSICS_H

#include "base/core/pool.h"
#include "fv/physics/diffusion_tensor.h"
#include "mesh/submesh.h"

/* Kinds of boundary conditions for the field v. K is the diffusion tensor, n the outward normal of a face,
 * and g the boundary datum of the face. Flux: n.K grad v = g. Value: v = g. Exchange with the outside: n.K
 * grad v = h (g - v), with the coefficient h >= 0 (tc_physics.exchange). */
typedef enum tc_boundary_kind { TC_BOUNDARY_FLUX, TC_BOUNDARY_VALUE, TC_BOUNDARY_EXCHANGE } tc_boundary_kind;

/* Boundary condition of all faces with one marker. */
typedef struct tc_boundary {
  int32_t marker;
  tc_boundary_kind kind;
  bool has_data; /* true if each face has a datum g (fv/scheme/boundary_data.h). Always true for kinds value
                    and exchange; false for a flux of 0 */
} tc_boundary;

typedef struct tc_physics {
  bool is_uniform;
  int32_t cells;  /* number of cells of the submesh, all rings included */
  double *tensor; /* [cells][6] tensor of each cell, or [1][6] if `is_uniform` is true and all cells have the
                     same tensor. Components and units as in fv/physics/diffusion_tensor.h */
  int boundaries; /* number of boundary conditions, one per marker of the whole mesh; equal on all ranks */
  tc_boundary *boundary;   /* [boundaries] boundary conditions, in ascending order of markers */
  int32_t faces;           /* number of boundary faces of the submesh */
  int32_t *boundary_index; /* [faces] boundary condition of each face, as an index in `boundary` */
  double *exchange; /* [faces] coefficient h >= 0 of each face of kind exchange, length/time; NULL if no
                       boundary has this kind */
  tc_pool memory;   /* owns the arrays of this struct */
} tc_physics;

/* Creates a tc_physics with one tensor for all cells and no flux through any boundary. marker[markers] is
 * ascending, the same on all ranks, and contains at least all markers of the submesh's boundary faces. The
 * caller frees `*out`. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_physics_create(const tc_submesh *submesh, int markers, const int32_t *marker,
                            const double tensor[6], tc_physics **out);
void tc_physics_destroy(tc_physics **physics);

/* Allocates a separate tensor for each local cell, which initially equals the uniform tensor. The caller then
 * writes physics->tensor[cells][6] and calls tc_diffusion_check. A ring cell, which another rank owns, must
 * get the same tensor as on that rank. Tensors that depend only on cell number, region or centroid satisfy
 * this condition. Does nothing if the tensors are already non-uniform. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_physics_set_nonuniform(tc_physics *physics);

/* Returns the tensor of a local cell. */
static inline const double *tc_physics_tensor(const tc_physics *physics, int32_t cell) {
  return physics->tensor + (physics->is_uniform ? 0 : 6 * (size_t)cell);
}

/* Allocates physics->exchange with h = 0 for all faces. Does nothing if it is already allocated. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_physics_alloc_exchange(tc_physics *physics);

/* True if all boundary conditions are of kind flux. The rate matrix R then maps constant fields to 0. */
bool tc_physics_is_conservative(const tc_physics *physics);

#endif
