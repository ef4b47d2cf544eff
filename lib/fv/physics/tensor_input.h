/* Diffusion tensors in the form that users write: numbers or formulas, in the axes of the mesh or along
 * fibres. The config reader fills a tc_tensor_input per region, and the setup evaluates it for each cell.
 * The functions do not check the tensors that they compute, because tc_diffusion_check does this. Not
 * collective. */
#ifndef TC_FV_PHYSICS_TENSOR_INPUT_H
#define TC_FV_PHYSICS_TENSOR_INPUT_H

#include "fv/formula/expression.h"
#include "fv/physics/diffusion_tensor.h"

/* A number or a formula in x, y, z. */
typedef struct tc_scalar_input {
  double number;
  tc_expression *formula; /* borrowed; NULL if the input is a number */
} tc_scalar_input;

typedef enum tc_tensor_form {
  TC_TENSOR_SCALAR,   /* one value k, the same in all directions */
  TC_TENSOR_DIAGONAL, /* three values kx, ky, kz along the axes of the mesh */
  TC_TENSOR_FULL,     /* six values kxx, kyy, kzz, kxy, kxz, kyz */
  TC_TENSOR_FIBRES /* three values: along the fibre, normal to the sheet, and in the sheet at a right angle to
                      the fibre */
} tc_tensor_form;

typedef struct tc_tensor_input {
  const char *where; /* position in the config, for messages; borrowed */
  tc_tensor_form form;
  tc_scalar_input component[6];
} tc_tensor_input;

/* Returns the number of components: 1 (scalar), 3 (diagonal), 6 (full) or 3 (fibres). */
int tc_tensor_input_components(tc_tensor_form form);

/* True if all components are numbers. */
bool tc_tensor_is_constant(const tc_tensor_input *tensor);

/* True if a tensor of form TC_TENSOR_FIBRES depends on the sheet, because its values within and normal to the
 * sheet differ. */
bool tc_tensor_has_sheet(const tc_tensor_input *tensor);

/* Directions of a cell's fibre and sheet: orthogonal unit vectors. If no such vectors could be computed, the
 * members contain the input vectors, so that error messages can print them. */
typedef struct tc_axes {
  double fibre[3], sheet[3];
} tc_axes;

/* Computes the axes from the directions of fibre and sheet, which may have any length. The component of
 * `sheet` along the fibre is removed. If `sheet` is NULL, a direction orthogonal to the fibre is chosen.
 * Returns false and copies the given directions unchanged to `*out` if a direction is zero or not finite, or
 * if the sheet is parallel to the fibre. */
bool tc_axes_init(const double fibre[3], const double *sheet, tc_axes *out);

/* If the axes are not orthonormal, recomputes both from the fibre alone. If they are orthonormal, or if the
 * fibre is zero or not finite, they remain unchanged. */
void tc_axes_drop_sheet(tc_axes *axes);

/* True if fibre and sheet are unit vectors at a right angle, up to rounding. */
bool tc_axes_are_orthonormal(const tc_axes *axes);

/* Computes the tensor of a cell from the values of its components. Form TC_TENSOR_FIBRES reads `axes` and
 * gives K = value[1] I + (value[0] - value[1]) f f^T + (value[2] - value[1]) s s^T, where f is the unit
 * vector of the fibre, s that of the sheet, and I the identity. */
void tc_tensor_evaluate(tc_tensor_form form, const double *value, const tc_axes *axes, double out[6]);

/* Computes a tensor whose components are all numbers. For the form TC_TENSOR_FIBRES it assumes fibres along x
 * and sheets along y. */
void tc_tensor_evaluate_constant(const tc_tensor_input *tensor, double out[6]);

#endif
