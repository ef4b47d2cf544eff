#include "fv/scheme/gershgorin.h"

#include "fv/whole_mesh.h"
#include "sparse/ell_kernels.h"

Test(stability, the_largest_row_sum_of_magnitudes) {
  tc_ell *ell = NULL;
  expect_ok(tc_ell_create(3, 3, 4, &ell));
  cr_assert_eq(tc_gershgorin_bound(ell), 0.0);
  const double diagonal[3] = {-1.0, -4.0, 2.0};
  memcpy(ell->diagonal, diagonal, sizeof diagonal);
  ell->value[0] = -5.0;
  ell->value[3] = 2.5;
  ell->value[5] = 4.25;
  ell->value[8] = 1.0;
  cr_assert_eq(tc_gershgorin_bound(ell), 8.5);
  /* the last column of the middle row */
  ell->value[7] = 0.5;
  cr_assert_eq(tc_gershgorin_bound(ell), 8.75);
  tc_ell_destroy(&ell);
}

Test(stability, no_rows) {
  tc_ell *ell = NULL;
  expect_ok(tc_ell_create(0, 0, 16, &ell));
  cr_assert_eq(tc_gershgorin_bound(ell), 0.0);
  tc_ell_destroy(&ell);
}

/* No vector may grow by more than Gershgorin's bound in the maximum norm. The bound must not be too large
 * either: the vector of a power iteration must grow by at least a tenth of the bound. */
Test(stability, bounds_growth) {
  for (int s = 0; s < tc_scheme_count(); s++) {
    whole w = whole_make(mesh_box(4, 4, 4, 0.15), tc_scheme_at(s)->name, full_tensor);
    const double bound = tc_gershgorin_bound(w.rates);
    double *u = malloc(8 * (size_t)w.n), *v = malloc(8 * (size_t)w.n), most = 0.0;
    for (int32_t i = 0; i < w.n; i++) u[i] = noise((uint64_t)i) > 0.0 ? 1.0 : -1.0;
    for (int round = 0; round < 50; round++) {
      most = 0.0;
      tc_ell_multiply(w.rates, u, v);
      for (int32_t i = 0; i < w.n; i++) most = fmax(most, fabs(v[i]));
      cr_assert_leq(most, bound * (1.0 + 1e-14));
      for (int32_t i = 0; i < w.n; i++) u[i] = v[i] / most;
    }
    cr_assert_gt(most, 0.1 * bound);
    free(u);
    free(v);
    whole_free(&w);
  }
}
