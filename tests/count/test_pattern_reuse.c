#include "count/pattern_reuse.h"

#include "io/mesh/tetgen.h"
#include "support/problems.h"

/* Creates the pattern of one rank with the functions of a dry run. */
static tc_pattern *create_pattern(const tc_graph *dual, const cutting *how, int ranks, int rank,
                                  tc_distribution **d) {
  const tc_problem_options choice = cutting_choice(how);
  tc_layout layout = {0};
  tc_pattern *pattern = NULL;
  int32_t *position = calloc((size_t)dual->vertices, sizeof *position);
  expect_ok(tc_layout_create(dual, NULL, ranks, &choice.layout, &layout));
  expect_ok(tc_distribution_create(how->kind, dual->vertices, ranks, how->block_size, layout.first, d));
  for (int32_t p = 0; p < dual->vertices; p++) position[layout.order[p]] = p;
  expect_ok(tc_pattern_create_from_graph(dual, layout.order, position, *d, rank, choice.scheme->rings,
                                         choice.scheme->width, &pattern));
  tc_layout_destroy(&layout);
  free(position);
  return pattern;
}

static tc_reuse count(const tc_pattern *pattern, const tc_distribution *distribution, int rank) {
  tc_reuse reuse;
  expect_ok(tc_pattern_count_reuse(pattern, distribution, rank, &reuse));
  return reuse;
}

static double reads(const tc_reuse *r) {
  double all = r->cold + r->cold_in_order;
  for (int b = 0; b < TC_REUSE_BINS; b++) all += r->scattered[b] + r->in_order[b];
  return all;
}

/* Returns the number of entries of a pattern, without padding. */
static double entries(const tc_pattern *pattern) {
  double all = 0.0;
  for (int32_t i = 0; i < pattern->rows; i++)
    for (int k = 0; k < pattern->width; k++) all += pattern->column[i * pattern->width + k] != i;
  return all;
}

static void expect_same(tc_world *world, tc_mesh *mesh, const cutting *how) {
  tc_problem *problem = problem_make(world, how, mesh);
  tc_graph *dual = dual_of(mesh);
  tc_distribution *distribution = NULL;
  tc_pattern *real = NULL, *imagined = create_pattern(dual, how, world->ranks, world->rank, &distribution);
  expect_ok(tc_problem_pattern(problem, &real));
  const tc_reuse wanted = count(real, problem->space->distribution, world->rank),
                 got = count(imagined, distribution, world->rank);
  cr_assert_eq(memcmp(&got, &wanted, sizeof got), 0, "%s, order %s, rank %d of %d", how->scheme, how->order,
               world->rank, world->ranks);
  cr_assert_eq(reads(&got), entries(real));
  cr_assert_eq(got.lines, (problem->space->halo->owned + problem->space->halo->ghosts + 7) / 8);
  tc_pattern_destroy(&real);
  tc_pattern_destroy(&imagined);
  tc_distribution_destroy(&distribution);
  tc_graph_destroy(&dual);
  tc_problem_destroy(&problem);
}

static void expect_all_same(tc_world *world, tc_mesh *mesh) {
  const cutting cuttings[] = {{NULL, "rcm", TC_DISTRIBUTION_METIS, 64},
                              {NULL, "none", TC_DISTRIBUTION_CYCLIC, 64},
                              {NULL, "metis", TC_DISTRIBUTION_CYCLIC, 7},
                              {NULL, "none", TC_DISTRIBUTION_CYCLIC, 1000000}}; /* rank 0 owns all rows */
  for (int s = 0; s < tc_scheme_count(); s++)
    for (size_t c = 0; c < sizeof cuttings / sizeof *cuttings; c++) {
      cutting how = cuttings[c];
      how.scheme = tc_scheme_at(s)->name;
      expect_same(world, mesh, &how);
    }
}

ParallelTest(reuse, of_a_run_and_of_one_imagined) {
  tc_mesh *mesh = mesh_box(5, 6, 7, 0.1);
  expect_all_same(world, mesh);
  tc_mesh_destroy(&mesh);
}

ParallelTest(reuse, of_the_ventricle) {
  tc_mesh *mesh = NULL;
  expect_ok(tc_tetgen_read("meshes/ventricle", NULL, &mesh));
  expect_ok(tc_mesh_orient(mesh));
  expect_all_same(world, mesh);
  tc_mesh_destroy(&mesh);
}
