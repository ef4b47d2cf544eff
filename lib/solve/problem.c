#include "solve/problem.h"

#include "base/memory.h"

#define TC_PHASE "setting up the problem"

tc_status tc_problem_assemble(tc_problem *problem, double stabilisation, bool limited) {
  const tc_space *space = problem->space;
  tc_system *system = problem->system;
  tc_gid lowest;
  system->stabilisation = stabilisation;
  system->limited = limited;
  TC_TRY(tc_world_agree(space->world, problem->scheme->assemble(space->geometry, problem->physics, system)));
  TC_TRY(TC_MPI(MPI_Allreduce(&system->flat, &lowest, 1, TC_MPI_GID, MPI_MIN, space->world->comm)));
  if (lowest < TC_GID_NONE) return tc_scheme_flat_cell(problem->scheme, lowest, space->base);
  tc_ell_renumber(system->rates, space->owned, space->ghost_number);
  return TC_OK;
}

/* Not collective. */
static tc_status allocate(const tc_problem_choice *choice, tc_problem *problem) {
  const tc_halo *halo = problem->space->halo;
  const tc_labels *markers = problem->space->markers;
  TC_TRY(tc_physics_create(problem->space->submesh, markers->count, markers->label, choice->tensor,
                           &problem->physics));
  return tc_system_create(halo->owned, halo->owned + halo->ghosts, choice->scheme->width, &problem->system);
}

static tc_status set_up(tc_world *world, const tc_problem_choice *choice, tc_mesh *mesh, const tc_log *log,
                        tc_problem *problem) {
  problem->scheme = choice->scheme;
  TC_TRY(tc_space_create(world, &choice->layout, choice->scheme->rings, mesh, log, &problem->space));
  const tc_phase phase = tc_log_begin(log, "assemble the matrix");
  TC_TRY(tc_world_agree(world, allocate(choice, problem)));
  if (choice->material) TC_TRY(tc_material_fill(problem->space, choice->material, log, problem->physics));
  if (choice->boundary) TC_TRY(tc_boundary_fill(problem->space, choice->boundary, log, problem->physics));
  TC_TRY(tc_problem_assemble(problem, choice->stabilisation, choice->limited));
  tc_log_end(&phase);
  return TC_OK;
}

tc_status tc_problem_create(tc_world *world, const tc_problem_choice *choice, tc_mesh *mesh,
                            const tc_log *log, tc_problem **out) {
  tc_problem *problem = NULL;
  TC_TRY(TC_WORLD_ALLOC(world, problem, 1));
  tc_status status = set_up(world, choice, mesh, log, problem);
  if (status)
    tc_problem_destroy(&problem);
  else
    *out = problem;
  return status;
}

void tc_problem_destroy(tc_problem **problem) {
  if (!*problem) return;
  tc_system_destroy(&(*problem)->system);
  tc_physics_destroy(&(*problem)->physics);
  tc_space_destroy(&(*problem)->space);
  tc_free(*problem);
  *problem = NULL;
}

tc_status tc_problem_pattern(const tc_problem *problem, tc_pattern **out) {
  const tc_space *space = problem->space;
  return tc_pattern_create(problem->system->rates, space->halo, space->world->rank, out);
}
