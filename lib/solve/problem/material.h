/* Material: the diffusion tensor of every cell, by region, by formulas and along fibres. tc_problem_create
 * calls tc_material_apply after the physics exists and before the assembly. Fibre directions come from
 * formulas or from values that the root has read; the root's values are scattered to the owners and ghosts. A
 * tensor that is one set of numbers for all cells needs no storage per cell. */
#ifndef TC_SOLVE_PROBLEM_MATERIAL_H
#define TC_SOLVE_PROBLEM_MATERIAL_H

#include "fv/physics/physics.h"
#include "fv/physics/tensor_input.h"
#include "solve/space/space.h"

/* Tensor of the cells of one region. */
typedef struct tc_region_tensor {
  const char *where;
  int32_t region;
  tc_tensor_input tensor;
} tc_region_tensor;

/* Fibre direction of every cell and optionally the direction of the sheet; vectors of any length. */
typedef struct tc_fibres {
  const char *where;               /* Position in the config, for messages; NULL without fibres. */
  tc_expression *const *direction; /* [3] Formulas in x, y, z; NULL if `values` is used. */
  tc_expression *const
      *sheet; /* [3] Formulas of the sheet; NULL if the sheet is part of `values`, or if there is none. */
  int width;  /* Numbers per cell in `values`: 3, or 6 with the sheet. */
  const double *values; /* [cells][width] In the order of the mesh, on the root. */
} tc_fibres;

typedef struct tc_material {
  tc_tensor_input tensor; /* Tensor of cells whose region is not listed. */
  int regions;
  const tc_region_tensor *region;
  tc_fibres fibres;
} tc_material;

/* Collective. Writes the tensors of all local cells, including rings, into `physics`, which remains uniform
 * if one constant tensor holds everywhere. Logs the tensor of each region if there are several. Errors (on
 * all ranks): TC_USAGE if the mesh does not contain a region, or if a region has two tensors. TC_INPUT with
 * the lowest cell whose tensor is not positive definite, or too large or small to compute with, or whose
 * fibre or sheet has no direction. The latter is TC_USAGE if the directions are constants. */
tc_status tc_material_apply(const tc_space *space, const tc_material *material, const tc_log *log,
                            tc_physics *physics);

/* Collective. Computes the axes of all local cells; the caller frees `*out` with tc_free. Vectors that define
 * no axes are stored unchanged, because only cells whose tensor follows fibres need axes. */
tc_status tc_material_axes(const tc_space *space, const tc_fibres *fibres, tc_axes **out);

#endif
