/* Material: the diffusion tensor of every cell, by region, by formulas and along fibres. tc_problem_create
 * calls tc_material_apply after the physics exists and before the assembly. Fibre directions come from
 * formulas or from values that the root has read. The root sends these values to the ranks that own the cells
 * or store them as ghosts. If all cells have the same constant tensor, it is stored only once. */
#ifndef TC_SOLVE_PROBLEM_MATERIAL_H
#define TC_SOLVE_PROBLEM_MATERIAL_H

#include "fv/physics/physics.h"
#include "fv/physics/tensor_input.h"
#include "solve/space/space.h"

/* Tensor of the cells of one region. Before tc_material_apply is called, the name of the region must have
 * been replaced by its number, so that region.name is NULL. */
typedef struct tc_region_tensor {
  const char *where;
  tc_label region;
  tc_tensor_input tensor;
} tc_region_tensor;

/* Fibre direction of every cell and optionally the direction of the sheet. The vectors may have any
 * length. */
typedef struct tc_fibres {
  const char *where;               /* Position in the config, for messages; NULL without fibres. */
  tc_expression *const *direction; /* [3] Formulas in x, y, z; NULL if `values` is used. */
  tc_expression *const *sheet;     /* [3] Formulas of the direction of the sheet in x, y, z; NULL if `values`
                                      contains it, or if there are no sheets. */
  int width;            /* Number of values per cell in `values`: 3, or 6 if the sheet is included. */
  const double *values; /* [cells][width] Fibre, then sheet, of every cell in the order of the mesh; on the
                           root only. */
} tc_fibres;

/* Tensors that a program computes by a function. */
typedef struct tc_tensor_function {
  /* Sets tensor[cells][6] to the tensors of the cells with the numbers id[cells] and the centroids
   * centroid[cells][3], and returns 0. Any other result is an error. */
  int (*evaluate)(void *self, int64_t cells, const int64_t *id, const double *centroid, double *tensor);
  void *self;
} tc_tensor_function;

typedef struct tc_material {
  tc_tensor_input tensor; /* Tensor of all cells whose region is not listed in `region`. */
  int regions;
  const tc_region_tensor *region;
  tc_fibres fibres;
  const tc_tensor_function *function; /* Replaces all other tensors; borrowed; NULL if there is none. */
} tc_material;

/* Collective. Writes the tensors of the owned cells and of all ghost cells into `physics`. `physics` remains
 * uniform if all cells have the same constant tensor. Logs the tensor of each region if there are several
 * tensors. Errors (on all ranks): TC_USAGE if the mesh does not contain a region, or if a region has two
 * tensors. TC_INPUT with the lowest cell number if a tensor is not positive definite, is too large or too
 * small to compute with, or if a fibre or sheet vector has no direction. For a fibre or sheet vector that is
 * constant in the config, the error is TC_USAGE instead. TC_CALLBACK if the function of the program fails. */
tc_status tc_material_apply(const tc_space *space, const tc_material *material, const tc_log *log,
                            tc_physics *physics);

/* Collective. Computes orthonormal axes from fibre and sheet of the owned and ghost cells. The caller frees
 * `*out` with tc_free. Vectors that define no axes are stored unchanged and cause no error, because only
 * cells whose tensor follows fibres need axes. */
tc_status tc_material_axes(const tc_space *space, const tc_fibres *fibres, tc_axes **out);

#endif
