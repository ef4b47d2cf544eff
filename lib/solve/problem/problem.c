/* Creation and assembly of a problem. The scheme assembles rows whose columns are local cell numbers of the
 * submesh. The columns are then renumbered to the order of the halo. An error of the assembly is reported for
 * the lowest cell of all ranks. */
#include "solve/problem/problem.h"

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "comm/layout/halo_pattern.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "setting up the problem"

/* Collective. Assembles `system` with the scheme and renumbers its columns. */
static tc_status assemble_system(const tc_problem *problem, const tc_scheme *scheme, tc_system *system) {
  const tc_space *space = problem->space;
  tc_gid lowest;
  TC_TRY(tc_world_agree(space->world, scheme->assemble(space->geometry, problem->physics, system)));
  TC_TRY(TC_MPI(space->world, MPI_Allreduce(&system->flat_cell, &lowest, 1, TC_MPI_GID, MPI_MIN,
                                            tc_world_comm(space->world))));
  if (lowest < TC_GID_NONE) return tc_scheme_flat_cell_error(scheme, lowest, space->base);
  tc_ell_renumber(system->rates, space->owned, space->ghost_number);
  return TC_OK;
}

tc_status tc_problem_assemble(tc_problem *problem, double stabilisation, bool limited) {
  problem->system->stabilisation = stabilisation;
  problem->system->limited = limited;
  return assemble_system(problem, problem->scheme, problem->system);
}

tc_status tc_problem_create_two_point(const tc_problem *problem, tc_ell **out) {
  const tc_scheme *scheme = tc_scheme_find("two-point");
  const tc_halo *halo = problem->space->halo;
  tc_system *system = NULL;
  *out = NULL;
  if (problem->scheme == scheme) return TC_OK;
  TC_TRY(tc_world_agree(problem->space->world,
                        tc_system_create(halo->owned, halo->owned + halo->ghosts, scheme->width, &system)));
  const tc_status status = assemble_system(problem, scheme, system);
  if (!status) {
    *out = system->rates;
    system->rates = NULL;
  }
  tc_system_destroy(&system);
  return status;
}

/* Not collective. Allocates the problem. */
static tc_status alloc_problem(const tc_problem_options *choice, tc_problem *problem) {
  const tc_halo *halo = problem->space->halo;
  const tc_labels *markers = problem->space->markers;
  TC_TRY(tc_physics_create(problem->space->submesh, markers->count, markers->label, choice->tensor,
                           &problem->physics));
  return tc_system_create(halo->owned, halo->owned + halo->ghosts, choice->scheme->width, &problem->system);
}

static tc_status init_problem(tc_world *world, const tc_problem_options *choice, tc_mesh *mesh,
                              const tc_log *log, tc_problem *problem) {
  problem->scheme = choice->scheme;
  TC_TRY(tc_space_create(world, &choice->layout, choice->scheme->rings, choice->components, mesh, log,
                         &problem->space));
  const tc_log_phase phase = tc_log_begin_phase(log, TC_JOB_PHASE_assemble, "assembling the matrix");
  TC_TRY(tc_world_agree(world, alloc_problem(choice, problem)));
  if (choice->material) TC_TRY(tc_material_apply(problem->space, choice->material, log, problem->physics));
  if (choice->boundary) TC_TRY(tc_boundary_apply(problem->space, choice->boundary, log, problem->physics));
  TC_TRY(tc_problem_assemble(problem, choice->stabilisation, choice->limited));
  tc_log_end_phase(&phase);
  return TC_OK;
}

tc_status tc_problem_create(tc_world *world, const tc_problem_options *choice, tc_mesh *mesh,
                            const tc_log *log, tc_problem **out) {
  tc_problem *problem = NULL;
  TC_TRY(TC_WORLD_ALLOC(world, problem, 1));
  TC_RETURN_CREATED(init_problem(world, choice, mesh, log, problem), problem, tc_problem_destroy(&problem),
                    out);
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
  return tc_pattern_create_from_rows(problem->system->rates, space->halo, space->world->rank, out);
}

/* ---- hash of the matrix ---- */

/* Returns the hash of a row; id[columns] are cell numbers. The hash does not depend on the order of the
 * entries and skips padding, whose value is 0. */
static uint64_t hash_row(const tc_ell *rates, const tc_gid *id, int32_t i) {
  const uint64_t row = tc_hash_mix((uint64_t)id[i]);
  uint64_t hash = tc_hash_element(row, rates->diagonal[i]);
  for (size_t e = tc_ell_begin(rates, i), end = tc_ell_end(rates, i); e < end; e++)
    if (rates->value[e] != 0.0)
      hash += tc_hash_element(row + 1 + (uint64_t)id[rates->column[e]], rates->value[e]);
  return hash;
}

static void number_columns(const tc_space *space, tc_gid *id) {
  const int32_t owned = space->owned;
  for (int32_t i = 0; i < owned; i++) id[i] = space->id[i];
  for (int32_t g = 0; g < space->halo->ghosts; g++)
    id[owned + space->ghost_number[g]] = space->submesh->id[owned + g];
}

tc_status tc_problem_hash(const tc_problem *problem, uint64_t *out) {
  const tc_world *world = problem->space->world;
  const tc_ell *rates = problem->system->rates;
  tc_gid *id = NULL;
  uint64_t hash = 0;
  TC_TRY(TC_WORLD_ALLOC(world, id, rates->columns));
  number_columns(problem->space, id);
  for (int32_t i = 0; i < rates->rows; i++) hash += hash_row(rates, id, i);
  tc_free(id);
  *out = hash;
  return TC_MPI(world, MPI_Allreduce(MPI_IN_PLACE, out, 1, MPI_UINT64_T, MPI_SUM, tc_world_comm(world)));
}
