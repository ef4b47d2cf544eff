/* Stable time step for a mesh without a config. The command `mesh check` calls tc_mesh_stable_step on one
 * process, and prints the largest step of a scheme and the result of the stability analysis. The function
 * sets up a complete problem and needs as much memory as a run on one rank. */
#ifndef TC_RUN_PLAN_MESH_STEP_H
#define TC_RUN_PLAN_MESH_STEP_H

#include "fv/scheme/scheme.h"
#include "mesh/mesh.h"
#include "solve/stability/stable_step.h"

/* Not collective: uses MPI_COMM_SELF. Computes the largest stable explicit step of a scheme with a constant
 * diffusion tensor, as for a run of 10 000 steps. May change the orientation of cells in the mesh. Errors:
 * those of tc_problem_create and tc_stable_step_find. */
tc_status tc_mesh_stable_step(tc_mesh *mesh, const tc_scheme *scheme, const double tensor[6],
                              const tc_log *log, tc_stable_step *out);

#endif
