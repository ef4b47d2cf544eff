#include "solve/problem.h"

#include <string.h>

#include "base/memory.h"
#include "comm/scatter.h"
#include "mesh/check.h"

#define TC_PHASE "setting up the problem"

/* The root's part: a checked mesh, its dual and the layout. */
typedef struct root_work {
  tc_dual *dual;
  tc_layout layout;
} root_work;

static tc_status lay_out(const tc_world *world, const tc_problem_choice *choice, tc_mesh *mesh,
                         const tc_log *log, root_work *work) {
  tc_graph *graph = NULL;
  tc_status status = TC_OK;
  tc_phase phase = tc_log_begin(log, "check the mesh, find neighbours");
  TC_GUARD(status, tc_mesh_orient(mesh));
  if (mesh->reoriented)
    tc_log_note(log, TC_LOG_NORMAL, "%s: %d inverted cells were reoriented", mesh->name,
                (int)mesh->reoriented);
  TC_GUARD(status, tc_dual_create(mesh, &work->dual));
  tc_log_end(&phase);
  phase = tc_log_begin(log, "order and split");
  TC_GUARD(status, tc_graph_create(mesh->cells, 4, work->dual->neighbour, &graph));
  TC_GUARD(status, tc_layout_create(graph, world->ranks, &choice->layout, &work->layout));
  tc_log_end(&phase);
cleanup:
  tc_graph_destroy(&graph);
  return status;
}

/* Collective: everybody learns the numbers and, for the contiguous kind, the first rows. */
static tc_status agree_distribution(tc_world *world, const tc_layout_choice *choice, const tc_mesh *mesh,
                                    const tc_gid *root_first, tc_problem *problem) {
  tc_gid numbers[2] = {mesh ? mesh->cells : 0, mesh ? mesh->nodes : 0};
  tc_gid *first = NULL;
  size_t bounds = (size_t)world->ranks + 1;
  TC_TRY(TC_MPI(MPI_Bcast(numbers, 2, TC_MPI_GID, 0, world->comm)));
  problem->cells = numbers[0];
  problem->nodes = numbers[1];
  tc_status status = tc_world_agree(world, TC_ALLOC_ZERO(first, bounds));
  if (!status && choice->kind == TC_DISTRIBUTION_METIS) {
    if (root_first) memcpy(first, root_first, bounds * sizeof *first);
    status = TC_MPI(MPI_Bcast(first, world->ranks + 1, TC_MPI_GID, 0, world->comm));
  }
  if (!status)
    status = tc_world_agree(world, tc_distribution_create(choice->kind, problem->cells, world->ranks,
                                                          choice->block_size, first, &problem->distribution));
  tc_free(first);
  return status;
}

/* The rank's own part, without communication. */
static tc_status allocate_own(const tc_problem_choice *choice, tc_problem *problem) {
  const tc_submesh *s = problem->submesh;
  const int32_t ghosts = s->cells - s->owned;
  problem->owned = s->owned;
  problem->base = s->base;
  TC_TRY(TC_ALLOC(problem->id, s->owned));
  TC_TRY(TC_ALLOC(problem->volume, s->owned));
  TC_TRY(TC_ALLOC(problem->centroid, 3 * (size_t)s->owned));
  TC_TRY(TC_ALLOC(problem->ghost_number, ghosts));
  TC_TRY(tc_geometry_create(s, &problem->geometry));
  if (s->owned) {
    memcpy(problem->id, s->id, (size_t)s->owned * sizeof *s->id);
    memcpy(problem->volume, problem->geometry->volume, (size_t)s->owned * sizeof *problem->volume);
    memcpy(problem->centroid, problem->geometry->centroid, 3 * (size_t)s->owned * sizeof *problem->centroid);
  }
  TC_TRY(tc_physics_create(s, choice->tensor, &problem->physics));
  TC_TRY(tc_system_create(s->owned, s->owned + ghosts, choice->scheme->width, &problem->system));
  problem->matrix = problem->system->rates;
  return TC_OK;
}

tc_status tc_problem_assemble(tc_problem *problem, double stabilisation) {
  const tc_world *world = problem->world;
  tc_system *system = problem->system;
  tc_gid lowest;
  system->stabilisation = stabilisation;
  problem->dt = 0.0;
  TC_TRY(tc_world_agree(world, problem->scheme->assemble(problem->geometry, problem->physics, system)));
  TC_TRY(TC_MPI(MPI_Allreduce(&system->flat, &lowest, 1, TC_MPI_GID, MPI_MIN, world->comm)));
  if (lowest < TC_GID_NONE) return tc_scheme_flat_cell(problem->scheme, lowest, problem->base);
  tc_ell_renumber(problem->matrix, problem->owned, problem->ghost_number);
  return TC_OK;
}

void tc_problem_make_steps(tc_problem *problem, double dt) {
  tc_ell_euler(problem->matrix, dt);
  problem->dt = dt;
}

void tc_problem_forget_geometry(tc_problem *problem) {
  tc_physics_destroy(&problem->physics);
  tc_geometry_destroy(&problem->geometry);
  tc_submesh_destroy(&problem->submesh);
}

static tc_status set_up(tc_world *world, const tc_problem_choice *choice, tc_mesh *mesh, const tc_log *log,
                        root_work *work, tc_problem *problem) {
  TC_TRY(tc_world_agree(world, mesh ? lay_out(world, choice, mesh, log, work) : TC_OK));
  tc_phase phase = tc_log_begin(log, "hand out the mesh");
  TC_TRY(agree_distribution(world, &choice->layout, mesh, work->layout.first, problem));
  TC_TRY(tc_scatter_mesh(world, problem->distribution, mesh, work->dual, work->layout.order,
                         choice->scheme->rings, &problem->submesh));
  tc_dual_destroy(&work->dual);
  tc_layout_destroy(&work->layout);
  tc_log_end(&phase);
  phase = tc_log_begin(log, "assemble the matrix, find who needs what");
  TC_TRY(tc_world_agree(world, allocate_own(choice, problem)));
  const tc_submesh *s = problem->submesh;
  TC_TRY(tc_halo_create(world, problem->distribution, problem->matrix->columns - s->owned,
                        s->position + s->owned, problem->ghost_number, &problem->halo));
  TC_TRY(tc_problem_assemble(problem, choice->stabilisation));
  tc_log_end(&phase);
  return TC_OK;
}

tc_status tc_problem_create(tc_world *world, const tc_problem_choice *choice, tc_mesh *mesh,
                            const tc_log *log, tc_problem **out) {
  root_work work = {0};
  tc_problem *problem = NULL;
  TC_TRY(TC_WORLD_ALLOC(world, problem, 1));
  problem->world = world;
  problem->scheme = choice->scheme;
  tc_status status = set_up(world, choice, mesh, log, &work, problem);
  tc_dual_destroy(&work.dual);
  tc_layout_destroy(&work.layout);
  if (status)
    tc_problem_destroy(&problem);
  else
    *out = problem;
  return status;
}

void tc_problem_destroy(tc_problem **problem) {
  tc_problem *p = *problem;
  if (!p) return;
  tc_free(p->id);
  tc_free(p->volume);
  tc_free(p->centroid);
  tc_distribution_destroy(&p->distribution);
  tc_halo_destroy(&p->halo);
  tc_free(p->ghost_number);
  tc_system_destroy(&p->system);
  tc_problem_forget_geometry(p);
  tc_free(p);
  *problem = NULL;
}

tc_status tc_problem_pattern(const tc_problem *problem, tc_pattern **out) {
  const tc_halo *halo = problem->halo;
  tc_gid *position = NULL;
  TC_TRY(TC_ALLOC(position, problem->matrix->columns));
  for (int32_t i = 0; i < halo->owned; i++)
    position[i] = tc_distribution_position(problem->distribution, problem->world->rank, i);
  memcpy(position + halo->owned, halo->ghost_position, (size_t)halo->ghosts * sizeof *position);
  tc_status status = tc_pattern_create(problem->matrix, position, out);
  tc_free(position);
  return status;
}

tc_status tc_problem_set_block_size(tc_problem *problem, int32_t block_size) {
  tc_distribution *old = problem->distribution, *cut = NULL;
  tc_status status = tc_world_agree(problem->world, tc_distribution_create(old->kind, old->rows, old->ranks,
                                                                           block_size, old->first, &cut));
  if (status) {
    tc_distribution_destroy(&cut);
    return status;
  }
  problem->distribution = cut;
  problem->halo->distribution = cut;
  tc_distribution_destroy(&old);
  return TC_OK;
}
