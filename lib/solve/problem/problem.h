/* A discrete problem: a space, what happens in it, and the rows that a scheme makes of both. */
#ifndef TC_SOLVE_PROBLEM_PROBLEM_H
#define TC_SOLVE_PROBLEM_PROBLEM_H

#include "count/pattern.h"
#include "fv/scheme/scheme.h"
#include "solve/problem/boundary.h"
#include "solve/problem/material.h"
#include "solve/space/space.h"

typedef struct tc_problem_options {
  tc_layout_options layout;
  tc_components_policy components; /* of a mesh with several components */
  const tc_scheme *scheme;
  double tensor[6];                    /* of every cell (fv/physics/diffusion_tensor.h) */
  const tc_material *material;         /* in place of the tensor; or NULL */
  const tc_boundary_options *boundary; /* NULL: no flux */
  double stabilisation;                /* the scheme's, at first, */
  bool limited;                        /* and whether its harmonic points are limited (fv/scheme/system.h) */
} tc_problem_options;

/* One rank's side of dv/dt = R v + b. */
typedef struct tc_problem {
  const tc_scheme *scheme;
  tc_space *space;
  tc_physics *physics; /* may be changed; then the system must be assembled anew */
  tc_system *system;   /* columns: own rows, then ghosts as the space's halo numbers them */
} tc_problem;

/* Collective. The space (solve/space/space.h), physics, and the system. Errors on all ranks: what check, dual
 * and schemes find, solve/problem/material.h, solve/problem/boundary.h. */
tc_status tc_problem_create(tc_world *world, const tc_problem_options *choice, tc_mesh *mesh,
                            const tc_log *log, tc_problem **out);
void tc_problem_destroy(tc_problem **problem);

/* Collective. Assembles the system anew, in place, with a stabilisation and perhaps limited harmonic points
 * (fv/scheme/system.h). Errors on all ranks: TC_INPUT naming the cell that is too flat. */
tc_status tc_problem_assemble(tc_problem *problem, double stabilisation, bool limited);

/* Collective. A hash of all entries of R by the mesh's own numbers of their cells: the same on any number of
 * ranks. Errors on all ranks: TC_INTERNAL out of memory. */
tc_status tc_problem_hash(const tc_problem *problem, uint64_t *out);

/* The pattern of this rank's rows, for counting: it borrows the columns of the system, and the caller
 * destroys it. Not collective. Errors: TC_INTERNAL out of memory. */
tc_status tc_problem_pattern(const tc_problem *problem, tc_pattern **out);

#endif
