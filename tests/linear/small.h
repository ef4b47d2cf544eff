/* Linear systems of a few rows on one rank, without a mesh, for tests of solvers. A test calls small_make and
 * small_free. */
#ifndef TC_TESTS_LINEAR_SMALL_H
#define TC_TESTS_LINEAR_SMALL_H

#include "linear/solver/solver.h"
#include "support/expect.h"
#include "support/parallel.h"

enum { small_most = 6, small_width = 8 };

typedef struct small {
  tc_world *self;
  tc_distribution *distribution;
  tc_halo *halo;
  tc_ell *R, *adjoint;
  double volume[small_most];
  tc_gid id[small_most];
  tc_linear_system system;
} small;

/* Returns the matrix with the rows a[i * n ..], or its transpose. */
static inline tc_ell *small_ell(int n, const double *a, bool transposed) {
  tc_ell *ell = NULL;
  expect_ok(tc_ell_create(n, n, small_width, &ell));
  for (int i = 0; i < n; i++) {
    int k = i * small_width;
    for (int j = 0; j < n; j++) {
      const double value = transposed ? a[j * n + i] : a[i * n + j];
      if (i == j) ell->diagonal[i] = value;
      if (i == j || value == 0.0) continue;
      ell->column[k] = j;
      ell->value[k++] = value;
    }
  }
  return ell;
}

/* Sets *out to the system A = a with volumes of 1. *out must not be moved afterwards, because the system
 * contains pointers to members of *out. */
static inline void small_make(int n, const double *a, small *out) {
  *out = (small){.self = NULL};
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &out->self));
  expect_ok(tc_distribution_create(TC_DISTRIBUTION_CYCLIC, n, 1, n, NULL, &out->distribution));
  expect_ok(tc_halo_create(out->self, out->distribution, 0, NULL, NULL, &out->halo));
  out->R = small_ell(n, a, false);
  out->adjoint = small_ell(n, a, true);
  bool symmetric = true;
  for (int i = 0; i < n; i++) {
    out->volume[i] = 1.0;
    out->id[i] = i;
    for (int j = 0; j < n; j++) symmetric &= a[i * n + j] == a[j * n + i];
  }
  out->system = (tc_linear_system){.world = out->self,
                                   .halo = out->halo,
                                   .R = out->R,
                                   .R_adjoint = out->adjoint,
                                   .shift = 0.0,
                                   .scale = 1.0,
                                   .volume = out->volume,
                                   .id = out->id,
                                   .base = 1,
                                   .symmetric = symmetric};
}

static inline void small_free(small *s) {
  tc_ell_destroy(&s->R);
  tc_ell_destroy(&s->adjoint);
  tc_halo_destroy(&s->halo);
  tc_distribution_destroy(&s->distribution);
  tc_world_destroy(&s->self);
}

static inline tc_solver_options small_choice(const char *method) {
  return (tc_solver_options){.method = tc_method_find(method),
                             .method_options = {.restart = 30, .relaxation = 1.0},
                             .preconditioner = tc_preconditioner_find("none"),
                             .preconditioner_options = tc_preconditioner_options_default(),
                             .tolerance = 1e-8,
                             .most_iterations = 1000,
                             .strategy = tc_strategy_find("condensed"),
                             .format = tc_format_at(0)};
}

#endif
