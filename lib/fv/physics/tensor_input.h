/* A diffusion tensor as users give it: numbers or formulas, in the mesh's axes or along fibres. Not
 * collective. */
#ifndef TC_FV_PHYSICS_TENSOR_INPUT_H
#define TC_FV_PHYSICS_TENSOR_INPUT_H

#include "fv/formula/expression.h"
#include "fv/physics/diffusion_tensor.h"

/* A number, or a formula in x, y, z. */
typedef struct tc_scalar_input {
  double number;
  tc_expression *formula; /* borrowed; NULL: the number */
} tc_scalar_input;

typedef enum tc_tensor_form {
  TC_TENSOR_SCALAR,   /* k: the same in all directions */
  TC_TENSOR_DIAGONAL, /* kx, ky, kz */
  TC_TENSOR_FULL,     /* kxx, kyy, kzz, kxy, kxz, kyz */
  TC_TENSOR_FIBRES    /* along the fibre, across it, and within the sheet across it */
} tc_tensor_form;

typedef struct tc_tensor_input {
  const char *where; /* in the config, for messages */
  tc_tensor_form form;
  tc_scalar_input part[6];
} tc_tensor_input;

/* 1, 3, 6 or 3. */
int tc_tensor_input_components(tc_tensor_form form);

/* True when all its parts are numbers. */
bool tc_tensor_is_constant(const tc_tensor_input *tensor);

/* Whether one that follows fibres has another value in the sheet than across it. */
bool tc_tensor_has_sheet(const tc_tensor_input *tensor);

/* The directions of a cell's fibre and sheet: unit vectors at right angles. What is no such pair holds what
 * was given, so that messages can show it. */
typedef struct tc_axes {
  double fibre[3], sheet[3];
} tc_axes;

/* Makes the axes of two directions of any length; sheet NULL: any at a right angle. False, and the directions
 * as they were, when the fibre is zero or not finite, or the sheet is or runs along the fibre. */
bool tc_axes_init(const double fibre[3], const double *sheet, tc_axes *out);

/* Makes axes of the fibre alone if they are no such pair because the sheet has no direction. */
void tc_axes_drop_sheet(tc_axes *axes);

/* Whether they are such a pair. */
bool tc_axes_are_orthonormal(const tc_axes *axes);

/* The tensor of a cell from the values of the parts. axes: for fibres alone, where
 * K = across I + (along - across) f f^T + (sheet - across) s s^T with fibre f and sheet s. */
void tc_tensor_evaluate(tc_tensor_form form, const double *value, const tc_axes *axes, double out[6]);

/* That of a tensor whose parts are all numbers; of one that follows fibres, for fibres along x and sheets
 * along y. */
void tc_tensor_constant(const tc_tensor_input *tensor, double out[6]);

#endif
