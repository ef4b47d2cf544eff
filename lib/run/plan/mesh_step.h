/* How far the steps on a mesh could go, without a config. */
#ifndef TC_RUN_PLAN_MESH_STEP_H
#define TC_RUN_PLAN_MESH_STEP_H

#include "fv/scheme/scheme.h"
#include "mesh/mesh.h"
#include "solve/stability/stable_step.h"

/* Not collective: this process alone, as a run of 10 000 steps would look. The largest stable step of a
 * scheme with the same tensor everywhere, and whether anything grows. The mesh may be turned right by it.
 * Errors: what tc_problem_create and tc_stable_step_find say. */
tc_status tc_mesh_stable_step(tc_mesh *mesh, const tc_scheme *scheme, const double tensor[6],
                              const tc_log *log, tc_stable_step *out);

#endif
