/* Computes tensors from the values of their components, and the axes of fibres and sheets. The setup calls
 * these functions for each cell. Vectors are scaled before they are squared, so that squares neither overflow
 * nor underflow. */
#include "fv/physics/tensor_input.h"

#include <math.h>
#include <string.h>

#include "mesh/tetrahedron.h"

/* Fibre and sheet count as parallel if the angle between them is below this value in radians. A smaller angle
 * may be due to rounding. */
static const double parallel_angle_max = 1e-6;

int tc_tensor_input_components(tc_tensor_form form) {
  return form == TC_TENSOR_SCALAR ? 1 : form == TC_TENSOR_FULL ? 6 : 3;
}

bool tc_tensor_is_constant(const tc_tensor_input *tensor) {
  for (int k = 0; k < tc_tensor_input_components(tensor->form); k++)
    if (tensor->component[k].formula) return false;
  return true;
}

bool tc_tensor_has_sheet(const tc_tensor_input *tensor) {
  const tc_scalar_input *across = &tensor->component[1], *sheet = &tensor->component[2];
  return sheet->formula != across->formula || (!sheet->formula && sheet->number != across->number);
}

/* Scales a vector to length 1. Returns false if its length is 0 or not finite. Divides by the largest
 * component first, so that squares neither overflow nor underflow. */
static bool normalise_vector(const double from[3], double out[3]) {
  const double largest = fmax(fabs(from[0]), fmax(fabs(from[1]), fabs(from[2])));
  if (!(largest > 0.0) || !isfinite(from[0] + from[1] + from[2]) || !isfinite(largest)) return false;
  for (int i = 0; i < 3; i++) out[i] = from[i] / largest;
  const double length = tc_norm(out);
  for (int i = 0; i < 3; i++) out[i] /= length;
  return true;
}

/* Computes a unit vector orthogonal to the unit vector f: takes the coordinate axis with the largest angle to
 * f, removes its component along f, and normalises the result. */
static void choose_sheet(const double f[3], double out[3]) {
  int axis = 0;
  for (int i = 1; i < 3; i++)
    if (fabs(f[i]) < fabs(f[axis])) axis = i;
  for (int i = 0; i < 3; i++) out[i] = (i == axis ? 1.0 : 0.0) - f[axis] * f[i];
  normalise_vector(out, out);
}

static bool orthogonalise_sheet(const double f[3], const double sheet[3], double out[3]) {
  double s[3];
  if (!normalise_vector(sheet, s)) return false;
  double along = tc_dot3(s, f);
  for (int i = 0; i < 3; i++) s[i] -= along * f[i];
  if (tc_norm(s) < parallel_angle_max || !normalise_vector(s, out)) return false;
  along = tc_dot3(out, f); /* remaining component along f, caused by rounding */
  for (int i = 0; i < 3; i++) out[i] -= along * f[i];
  return true;
}

bool tc_axes_init(const double fibre[3], const double *sheet, tc_axes *out) {
  tc_axes axes;
  memcpy(out->fibre, fibre, sizeof out->fibre);
  memset(out->sheet, 0, sizeof out->sheet);
  if (sheet) memcpy(out->sheet, sheet, sizeof out->sheet);
  if (!normalise_vector(fibre, axes.fibre)) return false;
  if (!sheet) choose_sheet(axes.fibre, axes.sheet);
  if (sheet && !orthogonalise_sheet(axes.fibre, sheet, axes.sheet)) return false;
  *out = axes;
  return true;
}

bool tc_axes_are_orthonormal(const tc_axes *axes) {
  const double *f = axes->fibre, *s = axes->sheet;
  const double tolerance = 1e-12;
  return fabs(tc_dot3(f, f) - 1.0) < tolerance && fabs(tc_dot3(s, s) - 1.0) < tolerance &&
         fabs(tc_dot3(f, s)) < tolerance;
}

void tc_axes_drop_sheet(tc_axes *axes) {
  const tc_axes input = *axes;
  if (!tc_axes_are_orthonormal(axes) && !tc_axes_init(input.fibre, NULL, axes)) *axes = input;
}

static void rotate_tensor(const double value[3], const tc_axes *axes, double out[6]) {
  static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
  const double *f = axes->fibre, *s = axes->sheet;
  for (int k = 0; k < 6; k++)
    out[k] = (k < 3 ? value[1] : 0.0) + (value[0] - value[1]) * f[row[k]] * f[column[k]] +
             (value[2] - value[1]) * s[row[k]] * s[column[k]];
}

void tc_tensor_evaluate(tc_tensor_form form, const double *value, const tc_axes *axes, double out[6]) {
  memset(out, 0, 6 * sizeof *out);
  switch (form) {
  case TC_TENSOR_SCALAR: out[0] = out[1] = out[2] = value[0]; break;
  case TC_TENSOR_DIAGONAL: memcpy(out, value, 3 * sizeof *out); break;
  case TC_TENSOR_FULL: memcpy(out, value, 6 * sizeof *out); break;
  case TC_TENSOR_FIBRES: rotate_tensor(value, axes, out); break;
  }
}

void tc_tensor_evaluate_constant(const tc_tensor_input *tensor, double out[6]) {
  static const tc_axes coordinate_axes = {{1, 0, 0}, {0, 1, 0}};
  double value[6];
  for (int k = 0; k < tc_tensor_input_components(tensor->form); k++) value[k] = tensor->component[k].number;
  tc_tensor_evaluate(tensor->form, value, &coordinate_axes, out);
}
