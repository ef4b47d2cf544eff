#include "comm/layout/mesh_scatter.h"

#include "support/parallel.h"
#include "support/problems.h"

static void expect_same(const tc_submesh *a, const tc_submesh *b) {
  cr_assert(a->rings == b->rings && a->inner == b->inner && a->cells == b->cells);
  cr_assert(a->nodes == b->nodes && a->boundary == b->boundary && a->base == b->base);
  const size_t cells = (size_t)a->cells;
  cr_assert_arr_eq(a->ring_begin, b->ring_begin, 4 * ((size_t)a->rings + 2));
  cr_assert_arr_eq(a->id, b->id, 8 * cells);
  cr_assert_arr_eq(a->position, b->position, 8 * cells);
  cr_assert_arr_eq(a->region, b->region, 4 * cells);
  cr_assert_arr_eq(a->vertices, b->vertices, 16 * cells);
  cr_assert_arr_eq(a->neighbour, b->neighbour, 16 * (size_t)a->inner);
  cr_assert_arr_eq(a->marker, b->marker, 4 * (size_t)a->boundary);
  cr_assert_arr_eq(a->points, b->points, 24 * (size_t)a->nodes);
}

/* Extracts the expected submesh of this rank from the complete mesh. */
static tc_submesh *extract_submesh(const tc_world *world, const tc_distribution *d, const tc_mesh *mesh,
                                   const tc_dual *dual, const int32_t *order, int rings) {
  const int32_t owned = tc_distribution_owned(d, world->rank);
  int32_t *position = malloc(4 * (size_t)mesh->cells), *own = malloc(4 * (size_t)owned + 4);
  for (int32_t p = 0; p < mesh->cells; p++) position[order[p]] = p;
  for (int32_t i = 0; i < owned; i++) own[i] = order[tc_distribution_position(d, world->rank, i)];
  tc_submesh_extractor *cutter = NULL;
  tc_submesh *submesh = NULL;
  expect_ok(tc_submesh_extractor_create(mesh, dual, position, &cutter));
  expect_ok(tc_submesh_extract(cutter, owned, own, rings, &submesh));
  tc_submesh_extractor_destroy(&cutter);
  free(position);
  free(own);
  return submesh;
}

static void expect_scattered(const tc_world *world, tc_mesh *mesh, int32_t block_size) {
  tc_dual *dual = NULL;
  tc_distribution *d = NULL;
  tc_submesh *got = NULL;
  int32_t *order = malloc(4 * (size_t)mesh->cells);
  for (int32_t p = 0; p < mesh->cells; p++) order[p] = mesh->cells - 1 - p;
  for (int32_t cell = 0; cell < mesh->cells; cell++) mesh->region[cell] = cell % 5;
  expect_ok(tc_dual_create(mesh, &dual));
  expect_ok(tc_distribution_create(TC_DISTRIBUTION_CYCLIC, mesh->cells, world->ranks, block_size, NULL, &d));
  const bool root = world->rank == 0;
  for (int rings = 0; rings < 4; rings++) {
    expect_ok(
        tc_scatter_mesh(world, d, root ? mesh : NULL, root ? dual : NULL, root ? order : NULL, rings, &got));
    tc_submesh *wanted = extract_submesh(world, d, mesh, dual, order, rings);
    expect_same(got, wanted);
    tc_submesh_destroy(&wanted);
    tc_submesh_destroy(&got);
  }
  tc_distribution_destroy(&d);
  tc_dual_destroy(&dual);
  free(order);
}

ParallelTest(scatter, everybody_gets_its_cells_and_rings) {
  tc_mesh *box = mesh_box(4, 3, 3, 0.1), *single = mesh_single(1.0);
  static const int32_t sizes[] = {1, 7, 108, 1000}; /* with blocks of 1000 rows, some ranks have no rows */
  for (int b = 0; b < 4; b++) expect_scattered(world, box, sizes[b]);
  expect_scattered(world, single, 1);
  tc_mesh_destroy(&box);
  tc_mesh_destroy(&single);
}

/* Ranks request the values of cells in any order and some of them twice. Rank 1 requests none. */
ParallelTest(scatter, values_of_cells) {
  enum { cells = 50 };
  for (int width = 1; width <= 6; width += 5) {
    double values[6 * cells], out[6 * cells];
    tc_gid id[cells];
    const int32_t count = world->rank == 1 ? 0 : 10 + world->rank;
    for (int i = 0; i < width * cells; i++) values[i] = i + 0.5;
    for (int32_t i = 0; i < count; i++) id[i] = (7 * i + world->rank) % (cells / 2) * 2;
    expect_ok(tc_scatter_cells(world, count, id, width, world->rank == 0 ? values : NULL, out));
    for (int32_t i = 0; i < count; i++)
      for (int k = 0; k < width; k++)
        cr_assert_eq(out[i * width + k], (double)(id[i] * width + k) + 0.5, "cell %d", (int)id[i]);
  }
}
