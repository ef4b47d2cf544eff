#include "solve/space/mean_removal.h"

#include <math.h>

#include "solve/space/field.h"
#include "support/forcing.h"
#include "support/parallel.h"
#include "support/problems.h"

static const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 7};

/* Applies the mean removal to a field that is 2 in the upper part of the mesh and 1 in the lower part.
 * Returns norm and integral of the result. */
static void apply(const tc_problem *p, double *norm, double *integral) {
  double *v = problem_zeros(p), square;
  tc_mean_removal removal = {0};
  expect_ok(tc_mean_removal_init(p->space, p->physics, p->system->rates, v, &removal));
  for (int32_t i = 0; i < p->space->owned; i++)
    v[i] = tc_geometry_centroid(p->space->geometry, i)[2] > 0.42 ? 2.0 : 1.0;
  expect_ok(tc_mean_removal_apply(&removal, v));
  expect_ok(tc_field_dot(p->space, v, v, &square));
  expect_ok(tc_field_integral(p->space, v, integral));
  *norm = sqrt(square);
  tc_mean_removal_free(&removal);
  free(v);
}

/* In the mesh with a slab the field is constant in each component, so the result must be 0. In a connected
 * mesh, the deviation of the field from its mean must remain. With a boundary value the mean decays too, so
 * it must not be removed. */
ParallelTest(mean_removal, of_components_without_outflow) {
  double norm, integral;
  tc_problem *p = problem_slabbed(world, &how, 6);
  apply(p, &norm, &integral);
  cr_assert(norm < 1e-12 && fabs(integral) < 1e-12, "%g, %g", norm, integral);
  tc_problem_destroy(&p);
  tc_mesh *mesh = mesh_box(3, 3, 4, 0.0);
  p = problem_make(world, &how, mesh);
  apply(p, &norm, &integral);
  cr_assert(norm > 0.3 && fabs(integral) < 1e-12, "%g, %g", norm, integral);
  entry e = entry_make(p, TC_BOUNDARY_VALUE, "0", NULL);
  apply(p, &norm, &integral);
  cr_assert(norm > 1.0 && integral > 1.0, "%g, %g", norm, integral);
  entry_free(&e);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
