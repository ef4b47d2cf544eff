/* What diffuses how: the tensor of every cell, and what happens at the boundary. Not collective. */
#ifndef TC_FV_PHYSICS_PHYSICS_H
#define TC_FV_PHYSICS_PHYSICS_H

#include "fv/physics/diffusion_tensor.h"
#include "mesh/submesh.h"

/* What is prescribed at a face, n its outward normal: what flows in, n.K grad v = g; the value, v = g; or an
 * exchange with the outside, n.K grad v = h (g - v). */
typedef enum tc_boundary_kind { TC_BOUNDARY_FLUX, TC_BOUNDARY_VALUE, TC_BOUNDARY_EXCHANGE } tc_boundary_kind;

/* All boundary faces with one marker. */
typedef struct tc_boundary {
  int32_t marker;
  tc_boundary_kind kind;
  bool has_data; /* each face has a datum g (fv/scheme/boundary_data.h), as values and exchanges always have;
                 false: no flux */
} tc_boundary;

typedef struct tc_physics {
  bool uniform;
  int32_t cells;  /* local ones, with all rings */
  double *tensor; /* [cells][6] as in fv/physics/diffusion_tensor.h; [1][6] where uniform. length^2/time */
  int boundaries; /* markers of the whole mesh's boundary faces: the same list on all ranks */
  tc_boundary *boundary;   /* [boundaries] rising markers */
  int32_t faces;           /* local boundary faces */
  int32_t *boundary_index; /* [faces] which of the boundaries a face belongs to */
  double *exchange;        /* [faces] h, at least 0, length/time; NULL without a boundary of that kind */
} tc_physics;

/* The same tensor in every cell and no flux through any boundary. marker[markers]: rising, all that the
 * submesh's boundary faces have, and others; the same on all ranks. Errors: TC_INTERNAL out of memory. */
tc_status tc_physics_create(const tc_submesh *submesh, int markers, const int32_t *marker,
                            const double tensor[6], tc_physics **out);
void tc_physics_destroy(tc_physics **physics);

/* From now on every local cell has a tensor of its own: physics->tensor is [cells][6] and the caller's to
 * write, at first the same as before. Cells of the rings need the same tensors as on the ranks that own them
 * (a function of id, region or centroid is the same there). tc_diffusion_check is the caller's as well.
 * Errors: TC_INTERNAL out of memory. */
tc_status tc_physics_set_nonuniform(tc_physics *physics);

/* The tensor of a local cell. */
static inline const double *tc_physics_tensor(const tc_physics *physics, int32_t cell) {
  return physics->tensor + (physics->uniform ? 0 : 6 * (size_t)cell);
}

/* Makes room for h, 0 at first, where there is none yet. Errors: TC_INTERNAL out of memory. */
tc_status tc_physics_alloc_exchange(tc_physics *physics);

/* Nothing leaves or enters but what is given: no value or exchange anywhere. Then constants are steady. */
bool tc_physics_is_conservative(const tc_physics *physics);

#endif
