/* What diffuses how: the tensor of every cell, and what happens at the boundary. Not collective. */
#ifndef TC_FV_PHYSICS_H
#define TC_FV_PHYSICS_H

#include "fv/diffusion.h"
#include "mesh/submesh.h"

/* Of another kind, compilers say where schemes have no case for it; what it prescribes goes into the system's
 * b (fv/system.h). */
typedef enum tc_boundary_kind { TC_BOUNDARY_NO_FLUX } tc_boundary_kind;

/* All boundary faces with one marker. */
typedef struct tc_boundary {
  int32_t marker;
  tc_boundary_kind kind;
} tc_boundary;

typedef struct tc_physics {
  bool uniform;
  int32_t cells;         /* local ones, with all rings */
  double *tensor;        /* [cells][6] as in fv/diffusion.h; [1][6] where uniform. length^2/time */
  int boundaries;        /* different markers of this rank's boundary faces */
  tc_boundary *boundary; /* [boundaries] rising markers */
} tc_physics;

/* The same tensor in every cell and no flux through any boundary. Errors: TC_INTERNAL out of memory. */
tc_status tc_physics_create(const tc_submesh *submesh, const double tensor[6], tc_physics **out);
void tc_physics_destroy(tc_physics **physics);

/* From now on every local cell has a tensor of its own: physics->tensor is [cells][6] and the caller's to
 * write, at first the same as before. Cells of the rings need the same tensors as on the ranks that own them
 * (a function of id, region or centroid is the same there). tc_diffusion_check is the caller's as well.
 * Errors: TC_INTERNAL out of memory. */
tc_status tc_physics_vary(tc_physics *physics);

/* The tensor of a local cell. */
static inline const double *tc_physics_tensor(const tc_physics *physics, int32_t cell) {
  return physics->tensor + (physics->uniform ? 0 : 6 * (size_t)cell);
}

/* What happens at boundary faces with this marker, which some local face must have. */
tc_boundary_kind tc_physics_at_boundary(const tc_physics *physics, int32_t marker);

#endif
