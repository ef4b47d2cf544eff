#include "fv/physics/tensor_input.h"

#include <math.h>

#include "mesh/tetrahedron.h"
#include "support/expect.h"

static void expect_tensor(tc_tensor_form form, const double *value, const tc_axes *axes,
                          const double wanted[6]) {
  double made[6];
  tc_tensor_evaluate(form, value, axes, made);
  for (int k = 0; k < 6; k++)
    cr_expect_float_eq(made[k], wanted[k], 1e-14 * fabs(wanted[0]), "component %d: %g", k, made[k]);
}

Test(tensor, in_the_axes_of_the_mesh) {
  const double value[6] = {3, 2, 1, 0.5, 0.25, 0.125};
  expect_tensor(TC_TENSOR_SCALAR, value, NULL, (double[]){3, 3, 3, 0, 0, 0});
  expect_tensor(TC_TENSOR_DIAGONAL, value, NULL, (double[]){3, 2, 1, 0, 0, 0});
  expect_tensor(TC_TENSOR_FULL, value, NULL, value);
}

/* A tensor K is given by its axes and its value along each axis. K applied to an axis must be the axis
 * times this value. The test uses many directions and magnitudes. */
Test(tensor, along_fibres) {
  for (int i = 0; i < 200; i++) {
    const double u = 0.37 * i, v = 0.91 * i, scale = i % 3 == 0 ? 1e-110 : i % 3 == 1 ? 1e110 : 1.0;
    const double fibre[3] = {1e200 * cos(u) * cos(v), 1e200 * sin(u) * cos(v), 1e200 * sin(v)};
    const double sheet[3] = {1e-200, 1e-200 * (i % 5), -2e-200};
    const double value[3] = {9 * scale, scale, 3 * scale};
    tc_axes axes;
    double made[6], out[3], normal[3];
    cr_assert(tc_axes_init(fibre, sheet, &axes) && tc_axes_are_orthonormal(&axes), "%d", i);
    tc_tensor_evaluate(TC_TENSOR_FIBRES, value, &axes, made);
    tc_cross(axes.fibre, axes.sheet, normal);
    const double *axis[3] = {axes.fibre, normal, axes.sheet};
    for (int k = 0; k < 3; k++) {
      tc_diffusion_apply(made, axis[k], out);
      for (int d = 0; d < 3; d++) cr_expect_float_eq(out[d] / scale, value[k] / scale * axis[k][d], 1e-13);
    }
    cr_assert(tc_diffusion_is_positive(made));
  }
}

/* The sheet axis must be orthogonal to the fibre and in the plane of the given directions of fibre and
 * sheet. Without a sheet direction, any orthogonal axis is allowed. */
Test(tensor, axes_are_at_right_angles) {
  tc_axes axes;
  cr_assert(tc_axes_init((double[]){2, 0, 0}, (double[]){5, 0, -1e-3}, &axes));
  cr_expect(axes.fibre[0] == 1 && fabs(axes.sheet[2] + 1) < 1e-12 && fabs(axes.sheet[0]) < 1e-12);
  for (int i = 0; i < 3; i++) {
    double fibre[3] = {0, 0, 0};
    fibre[i] = -3;
    cr_assert(tc_axes_init(fibre, NULL, &axes) && tc_axes_are_orthonormal(&axes));
    cr_expect_eq(axes.fibre[i], -1);
  }
}

/* Invalid directions must be refused. They must be stored unchanged, because messages quote them. */
Test(tensor, what_is_no_direction) {
  const double bad[][6] = {{0, 0, 0, 1, 0, 0},         {NAN, 0, 0, 1, 0, 0},
                           {INFINITY, 0, 0, 1, 0, 0},  {1, 2, 3, 2, 4, 6},
                           {1, 0, 0, 0, 0, 0},         {1, 0, 0, 0, NAN, 0},
                           {1, 2, 3, 1, 2, 3 + 1e-12}, {1, -INFINITY, INFINITY, 0, 1, 0}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    tc_axes axes;
    cr_expect(!tc_axes_init(bad[i], bad[i] + 3, &axes), "%zu", i);
    cr_expect(!tc_axes_are_orthonormal(&axes), "%zu", i);
    cr_expect(!memcmp(axes.fibre, bad[i], 24) && !memcmp(axes.sheet, bad[i] + 3, 24), "%zu", i);
  }
}

Test(tensor, constants) {
  double out[6];
  tc_expression *formula = NULL;
  expect_ok(tc_expression_create("here", "x", tc_expression_xyzt, 3, &formula));
  tc_tensor_input t = {"here", TC_TENSOR_FIBRES, {{9, NULL}, {1, NULL}, {3, NULL}}};
  cr_assert(tc_tensor_is_constant(&t) && tc_tensor_has_sheet(&t));
  tc_tensor_evaluate_constant(&t, out);
  cr_expect(out[0] == 9 && out[1] == 3 && out[2] == 1 && out[3] == 0 && out[4] == 0 && out[5] == 0);
  t.component[2] = t.component[1];
  cr_assert(!tc_tensor_has_sheet(&t));
  t.component[2].formula = formula;
  cr_assert(tc_tensor_has_sheet(&t) && !tc_tensor_is_constant(&t));
  t.form = TC_TENSOR_SCALAR;
  cr_assert(tc_tensor_is_constant(&t), "unused components must be ignored");
  tc_expression_destroy(&formula);
}
