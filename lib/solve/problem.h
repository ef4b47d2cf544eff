/* Everything that is set up once: the mesh taken apart, the rows assembled, the exchange known. */
#ifndef TC_SOLVE_PROBLEM_H
#define TC_SOLVE_PROBLEM_H

#include "base/log.h"
#include "comm/halo.h"
#include "comm/layout.h"
#include "comm/pattern.h"
#include "fv/scheme.h"
#include "mesh/submesh.h"

typedef struct tc_problem_choice {
  tc_layout_choice layout;
  const tc_scheme *scheme;
  double tensor[6];     /* of every cell (fv/diffusion.h) */
  double stabilisation; /* the scheme's, at first */
} tc_problem_choice;

/* One rank's side of the discrete problem dv/dt = R v. Vectors have `owned` entries in row order. */
typedef struct tc_problem {
  tc_world *world; /* borrowed */
  const tc_scheme *scheme;
  tc_gid cells, nodes; /* of the whole mesh */
  int32_t owned;
  int32_t base;     /* the user knows cell id as id + base */
  tc_gid *id;       /* [owned] the mesh's own numbers */
  double *volume;   /* [owned] */
  double *centroid; /* [owned][3] */
  tc_distribution *distribution;
  tc_halo *halo;
  int32_t *ghost_number; /* [ghosts] the submesh's cell owned+g is ghost ghost_number[g] */
  tc_ell *matrix;        /* the rates R, or M = I + dt R; the system's */
  double dt;             /* of M; 0 while matrix holds R */
  tc_system *system;
  tc_submesh *submesh; /* the rank's geometry and what goes on in it, until they are forgotten */
  tc_geometry *geometry;
  tc_physics *physics;
} tc_problem;

/* Collective. mesh: read, not yet checked, on rank 0; NULL elsewhere. It is oriented in place, else only
 * read, and the caller's again on return. The log hears of phases and their seconds. Errors on all ranks:
 * what check, dual and schemes find. */
tc_status tc_problem_create(tc_world *world, const tc_problem_choice *choice, tc_mesh *mesh,
                            const tc_log *log, tc_problem **out);
void tc_problem_destroy(tc_problem **problem);

/* Collective. Assembles R anew, in place, with another stabilisation. The geometry must still be there.
 * Errors on all ranks: TC_INPUT naming the cell that is too flat. */
tc_status tc_problem_assemble(tc_problem *problem, double stabilisation);

/* R becomes M = I + dt R, in place. dt > 0. Not collective. */
void tc_problem_make_steps(tc_problem *problem, double dt);

/* Frees the geometry, about 60 bytes a cell, once the matrix is what it will be. Not collective. */
void tc_problem_forget_geometry(tc_problem *problem);

/* The pattern of this rank's rows, made anew for counting; the caller destroys it. Not collective. */
tc_status tc_problem_pattern(const tc_problem *problem, tc_pattern **out);

/* Collective. Cuts the rows into other blocks without moving them: possible for the contiguous kind of
 * distribution only, where blocks do not decide who owns what. */
tc_status tc_problem_set_block_size(tc_problem *problem, int32_t block_size);

#endif
