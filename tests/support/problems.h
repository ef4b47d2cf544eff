/* Problems on small meshes for tests of solve/ and of later modules, the same problems on one rank (twins),
 * and worlds with other assignments of ranks to nodes. */
#ifndef TC_TESTS_PROBLEMS_H
#define TC_TESTS_PROBLEMS_H

#include <stdlib.h>

#include "comm/exchange/strategy.h"
#include "solve/problem/problem.h"
#include "support/meshes.h"
#include "support/parallel.h"

/* Scheme, ordering and distribution of a problem. The entries of the matrix depend on the scheme alone. */
typedef struct cutting {
  const char *scheme, *order;
  tc_distribution_kind kind;
  int32_t block_size;
} cutting;

static inline tc_problem_options cutting_choice(const cutting *how) {
  return (tc_problem_options){
      .layout = {tc_order_find(how->order), 0, how->kind, how->block_size, TC_OBJECTIVE_CUT,
                 TC_PARTITIONER_AUTO},
      .scheme = tc_scheme_find(how->scheme),
      .tensor = {2.0, 1.0, 0.7, 0.5, -0.3, 0.2},
  };
}

/* Collective. Creates a problem on the mesh of rank 0. The caller destroys the mesh. */
static inline tc_problem *problem_make(tc_world *world, const cutting *how, tc_mesh *mesh) {
  const tc_problem_options choice = cutting_choice(how);
  tc_problem *problem = NULL;
  expect_ok(tc_problem_create(world, &choice, world->rank == 0 ? mesh : NULL, NULL, &problem));
  return problem;
}

/* Returns an array of zeros for the owned cells of this rank. The caller frees it. */
static inline double *problem_zeros(const tc_problem *p) {
  double *out = calloc((size_t)p->space->owned + 1, sizeof *out);
  cr_assert_not_null(out);
  return out;
}

/* A problem on a single rank, for comparison with the distributed one. Every rank has its own complete copy,
 * in which row i is cell i. */
typedef struct twin {
  tc_world *world;
  tc_problem *problem;
} twin;

static inline twin twin_make(const char *scheme, tc_mesh *mesh) {
  twin t = {NULL, NULL};
  const cutting how = {scheme, "none", TC_DISTRIBUTION_CYCLIC, 1 << 30};
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &t.world));
  t.problem = problem_make(t.world, &how, mesh);
  return t;
}

static inline void twin_free(twin *t) {
  tc_problem_destroy(&t->problem);
  tc_world_destroy(&t->world);
}

/* In a world of torn_world, MPI must communicate as between nodes. This setting selects the one-sided
 * component of Open MPI that sends messages. The default component would access the memory of the peer
 * directly, and operations would never be pending. */
__attribute__((constructor)) static void forbid_shortcuts(void) { setenv("OMPI_MCA_osc", "sm,pt2pt", 1); }

/* Returns a world in which no ranks share memory, so that all communication is remote. */
static inline tc_world *torn_world(void) {
  tc_world *world = NULL;
  expect_ok(tc_world_create(MPI_COMM_WORLD, 1, &world));
  MPI_Comm_free(&world->mpi->node_comm);
  MPI_Comm_dup(MPI_COMM_SELF, &world->mpi->node_comm);
  world->shm_groups = world->ranks;
  world->max_shm_ranks = world->shm_ranks = 1;
  world->shm_rank = 0;
  for (int r = 0; r < world->ranks; r++) world->shm_group_of_rank[r] = r;
  return world;
}

/* Collective. Returns the counts of one product with a strategy on this rank. node_of_rank may be any
 * assignment of ranks to nodes. */
static inline void problem_count(const tc_strategy *strategy, const tc_problem *p, const int *node_of_rank,
                                 tc_counts *out) {
  tc_pattern *pattern = NULL;
  expect_ok(tc_problem_pattern(p, &pattern));
  expect_ok(tc_strategy_count_traffic_collective(p->space->world, strategy, pattern, p->space->distribution,
                                                 node_of_rank, out));
  tc_pattern_destroy(&pattern);
}

/* Sets the region to 2 for cells with a centroid between the heights `low` and `high`, and to 1 for
 * others. */
static inline void mesh_mark_slab(tc_mesh *mesh, double low, double high) {
  for (int32_t c = 0; c < mesh->cells; c++) {
    double z = 0.0;
    for (int k = 0; k < 4; k++)
      z += mesh->points[3 * (size_t)mesh->vertices[4 * (size_t)c + (size_t)k] + 2] / 4.0;
    mesh->region[c] = z > low && z < high ? 2 : 1;
  }
}

/* Collective. Sets the diffusion tensor of region 2 to zero. */
static inline void problem_insulate(tc_problem *p) {
  expect_ok(tc_physics_set_nonuniform(p->physics));
  for (int32_t i = 0; i < p->physics->cells; i++)
    if (p->space->submesh->region[i] == 2) memset(p->physics->tensor + 6 * (size_t)i, 0, 6 * sizeof(double));
  expect_ok(tc_problem_assemble(p, 0.0, false));
}

/* Sets the tensor of the cells with z > 0.5. The caller assembles the problem afterwards. */
static inline void set_upper_tensor(tc_problem *p, const double tensor[6]) {
  expect_ok(tc_physics_set_nonuniform(p->physics));
  for (int32_t i = 0; i < p->physics->cells; i++)
    if (tc_geometry_centroid(p->space->geometry, i)[2] > 0.5)
      memcpy(p->physics->tensor + 6 * (size_t)i, tensor, 6 * sizeof *tensor);
}

/* Returns a problem on a box of 2 x 2 x `bricks` bricks with six cells each. The slab between a third and a
 * half of the height has no diffusion. The matrix therefore has two large components, and each cell of the
 * slab is a component. */
static inline tc_problem *problem_slabbed(tc_world *world, const cutting *how, int bricks) {
  tc_mesh *mesh = mesh_box(2, 2, bricks, 0.0);
  mesh_mark_slab(mesh, 1.0 / 3, 0.5);
  tc_problem *p = problem_make(world, how, mesh);
  tc_mesh_destroy(&mesh);
  problem_insulate(p);
  return p;
}

#endif
