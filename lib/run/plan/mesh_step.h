/* Stable step size of explicit Euler steps on a mesh, computed without a config. Used by the command `mesh
 * check`, which prints the step, and by the calibration (run/environment/job_rates.c), which times the
 * computation. */
#ifndef TC_RUN_PLAN_MESH_STEP_H
#define TC_RUN_PLAN_MESH_STEP_H

#include "fv/scheme/scheme.h"
#include "mesh/mesh.h"
#include "solve/stability/ellipse.h"
#include "solve/stability/stable_step.h"

/* Not collective, because it uses MPI_COMM_SELF. Discretises diffusion on the mesh with a finite volume
 * scheme. All cells have the diffusion tensor `tensor` (xx, yy, zz, xy, xz, yz). *out receives the
 * stabilisation of the scheme and the result of the stability analysis for a run of 10 000 steps. It also
 * receives the step size, which is 0.9 times the largest stable one. *ellipse receives the ellipse of the
 * eigenvalues with this stabilisation; NULL skips its search. Sets up a complete problem, which needs
 * as much memory as a run on one rank. May change the orientation of cells in the mesh. Errors: those of
 * tc_problem_create, tc_stable_step_find and tc_ellipse_find. */
tc_status tc_mesh_stable_step(tc_mesh *mesh, const tc_scheme *scheme, const double tensor[6],
                              const tc_log *log, tc_stable_step *out, tc_ellipse *ellipse);

#endif
