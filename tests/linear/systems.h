/* Linear systems of small problems, A = I - step R. */
#ifndef TC_TESTS_LINEAR_SYSTEMS_H
#define TC_TESTS_LINEAR_SYSTEMS_H

#include "comm/transpose.h"
#include "linear/solver.h"
#include "support/problems.h"

typedef struct scene {
  tc_problem *problem;
  tc_ell *adjoint;
  tc_linear system;
  double *b; /* [owned] a right side that does not depend on who owns what */
} scene;

static inline scene scene_make(tc_world *world, const cutting *how, double step) {
  scene s = {0};
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  s.problem = problem_make(world, how, mesh);
  tc_mesh_destroy(&mesh);
  const tc_space *space = s.problem->space;
  const tc_ell *R = s.problem->system->rates;
  double skew;
  expect_ok(tc_transpose(world, space->halo, R, space->volume, &s.adjoint));
  expect_ok(tc_skewness(world, R, s.adjoint, space->volume, &skew));
  s.system = (tc_linear){.world = world,
                         .halo = space->halo,
                         .R = R,
                         .R_adjoint = s.adjoint,
                         .shift = 1.0,
                         .scale = -step,
                         .volume = space->volume,
                         .id = space->id,
                         .symmetric = skew < 1e-12};
  s.b = calloc((size_t)space->owned + 1, sizeof *s.b);
  for (int32_t i = 0; i < space->owned; i++) s.b[i] = noise((uint64_t)space->id[i]);
  return s;
}

static inline void scene_free(scene *s) {
  tc_ell_destroy(&s->adjoint);
  tc_problem_destroy(&s->problem);
  free(s->b);
}

static inline tc_solver_choice scene_choice(const char *method, const char *preconditioner) {
  return (tc_solver_choice){.method = tc_method_find(method),
                            .method_choice = {30, 1.0},
                            .preconditioner = tc_preconditioner_find(preconditioner),
                            .preconditioner_choice = {TC_SCOPE_GLOBAL, 3, 1.0, 10, 1e-3},
                            .tolerance = 1e-8,
                            .most_iterations = 1000,
                            .strategy = tc_strategy_find("neighbour"),
                            .format = tc_format_at(0)};
}

#endif
