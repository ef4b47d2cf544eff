/* What the tensor of every cell is: by region, by formulas, along fibres. */
#ifndef TC_SOLVE_PROBLEM_MATERIAL_H
#define TC_SOLVE_PROBLEM_MATERIAL_H

#include "fv/physics/physics.h"
#include "fv/physics/tensor_input.h"
#include "solve/space/space.h"

/* Cells of one region have a tensor of their own. */
typedef struct tc_region_tensor {
  const char *where;
  int32_t region;
  tc_tensor_input tensor;
} tc_region_tensor;

/* A direction for every cell, and perhaps one of the sheet that the fibre lies in; of any length. */
typedef struct tc_fibres {
  const char *where;               /* in the config, for messages; NULL: there are none */
  tc_expression *const *direction; /* [3] in x, y, z; NULL: values */
  tc_expression *const *sheet;     /* [3]; NULL: in the values, or none */
  int width;                       /* of values: 3, or 6 with the sheet */
  const double *values;            /* [cells][width] in the mesh's own numbering, on the root */
} tc_fibres;

typedef struct tc_material {
  tc_tensor_input tensor; /* of cells whose region is not listed */
  int regions;
  const tc_region_tensor *region;
  tc_fibres fibres;
} tc_material;

/* Collective. Writes the tensors of all local cells, rings too, into physics, which stays uniform where one
 * tensor of numbers holds everywhere. The log hears which regions have which. Errors on all ranks: TC_USAGE
 * for a region that the mesh lacks, or two tensors for one; TC_INPUT naming the cell with the lowest number
 * whose tensor is not positive definite, or too large or small to compute with, or whose fibre or sheet has
 * no direction. */
tc_status tc_material_apply(const tc_space *space, const tc_material *material, const tc_log *log,
                            tc_physics *physics);

/* Collective. The axes of all local cells (tc_free). Those of a cell are as given where they are none: only
 * cells whose tensor follows fibres must have them. */
tc_status tc_material_axes(const tc_space *space, const tc_fibres *fibres, tc_axes **out);

#endif
