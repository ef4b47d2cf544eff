/* Discrete problem: a space (distributed mesh), the physics on it (tensors and boundary conditions), and the
 * matrix rows that a scheme assembles. The session and the dry run create the problem before they create
 * integrators and forcing. tc_problem_create creates the space from the mesh, then the physics with material
 * and boundary conditions, and then assembles the matrix. The search for a stable step
 * (solve/stability/stable_step.h) may assemble again with another stabilisation. */
#ifndef TC_SOLVE_PROBLEM_PROBLEM_H
#define TC_SOLVE_PROBLEM_PROBLEM_H

#include "count/pattern.h"
#include "fv/scheme/scheme.h"
#include "solve/problem/boundary.h"
#include "solve/problem/material.h"
#include "solve/space/space.h"

typedef struct tc_problem_options {
  tc_layout_options layout;
  tc_components_policy components; /* Treatment of a mesh that consists of several connected components:
                                      warning, no message or error. */
  const tc_scheme *scheme;
  double tensor[6]; /* Tensor of every cell (fv/physics/diffusion_tensor.h). */
  /* Tensors by region or formula, which replace `tensor`; NULL if all cells have `tensor`. */
  const tc_material *material;
  /* Boundary conditions; NULL stands for no flux through all boundaries. */
  const tc_boundary_options *boundary;
  double stabilisation; /* Stabilisation of the scheme in the first assembly. */
  bool limited; /* True to limit how far harmonic points are moved along their faces in the first assembly
                   (fv/scheme/face.h). */
} tc_problem_options;

/* Discrete problem dv/dt = R v + b; each rank stores the rows that it owns. */
typedef struct tc_problem {
  const tc_scheme *scheme;
  tc_space *space;
  tc_physics *physics; /* A caller that changes the physics must then call tc_problem_assemble. */
  tc_system *system;   /* Assembled system. The columns of the matrix R are the owned rows, then the ghosts in
                          the order of the halo. */
} tc_problem;

/* Collective. Creates the space (solve/space/space.h), the physics and the system. `mesh` is NULL on all
 * ranks except the root. Errors (on all ranks): those of the mesh check, the dual graph, the scheme,
 * solve/problem/material.h and solve/problem/boundary.h. */
tc_status tc_problem_create(tc_world *world, const tc_problem_options *choice, tc_mesh *mesh,
                            const tc_log *log, tc_problem **out);
void tc_problem_destroy(tc_problem **problem);

/* Collective. Assembles the system again, in place, with another stabilisation. If `limited` is true, limits
 * how far harmonic points are moved along their faces (fv/scheme/face.h). Errors (on all ranks): TC_INPUT
 * with the lowest cell number if a cell is too flat. */
tc_status tc_problem_assemble(tc_problem *problem, double stabilisation, bool limited);

/* Collective. Assembles the rate matrix of the two-point scheme, with the tensors and boundary conditions of
 * the problem and the columns of its matrix R. The caller destroys *out with tc_ell_destroy. *out is NULL if
 * the problem itself has this scheme, because problem->system->rates then is this matrix. Errors: those of
 * tc_problem_assemble. */
tc_status tc_problem_create_two_point(const tc_problem *problem, tc_ell **out);

/* Collective. Computes a hash of all entries of R and of the cell numbers of their rows and columns. It is
 * equal on any number of ranks. Errors (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_problem_hash(const tc_problem *problem, uint64_t *out);

/* Not collective. Creates the sparsity pattern of this rank's rows. Communication traffic is counted from it.
 * The pattern borrows the column array of the system. The caller destroys the pattern. Errors: TC_INTERNAL if
 * memory is exhausted. */
tc_status tc_problem_pattern(const tc_problem *problem, tc_pattern **out);

#endif
