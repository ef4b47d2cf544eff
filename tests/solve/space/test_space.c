#include "solve/space/space.h"

#include "support/parallel.h"
#include "support/problems.h"

static tc_layout_options layout_at(int index) {
  const tc_layout_options layouts[] =
      {{tc_order_find("metis"), 0, TC_DISTRIBUTION_METIS, 65536, TC_OBJECTIVE_CUT, TC_PARTITIONER_AUTO},
       {tc_order_find("rcm"), 0, TC_DISTRIBUTION_METIS, 7, TC_OBJECTIVE_CUT, TC_PARTITIONER_AUTO},
       {tc_order_find("rcm"), 0, TC_DISTRIBUTION_CYCLIC, 7, TC_OBJECTIVE_CUT, TC_PARTITIONER_AUTO},
       {tc_order_find("none"), 0, TC_DISTRIBUTION_CYCLIC, 100000, TC_OBJECTIVE_CUT, TC_PARTITIONER_AUTO}};
  return layouts[index];
}
enum { layout_count = 4 };

static tc_space *make(tc_world *world, const tc_layout_options *layout, int rings, tc_mesh *mesh) {
  tc_space *space = NULL;
  expect_ok(tc_space_create(world, layout, rings, TC_COMPONENTS_WARN, world->rank == 0 ? mesh : NULL, NULL,
                            &space));
  return space;
}

/* Each cell must have exactly one owner, and the sum of all volumes must be that of the cube. */
static void expect_partition(const tc_space *s) {
  int64_t *owners = calloc((size_t)s->cells, 8);
  double *volume = calloc((size_t)s->cells, 8), sum = 0.0;
  for (int32_t i = 0; i < s->owned; i++) {
    owners[s->id[i]]++;
    volume[s->id[i]] = s->volume[i];
  }
  expect_ok(tc_world_sum_int64(s->world, owners, (int)s->cells));
  expect_ok(tc_world_max(s->world, volume, (int)s->cells));
  for (int32_t cell = 0; cell < s->cells; cell++) {
    cr_assert_eq(owners[cell], 1, "cell %d", cell);
    sum += volume[cell];
  }
  cr_assert_float_eq(sum, 1.0, 1e-14);
  free(owners);
  free(volume);
}

/* Each ring cell must be a ghost exactly once. The halo must store the position of each ghost. */
static void expect_ghosts(const tc_space *s) {
  const int32_t ghosts = s->submesh->cells - s->owned;
  cr_assert(s->halo->ghosts == ghosts && s->halo->owned == s->owned);
  for (int32_t g = 0; g < ghosts; g++) {
    const int32_t number = s->ghost_number[g];
    cr_assert(number >= 0 && number < ghosts);
    cr_assert_eq(s->halo->ghost_position[number], s->submesh->position[s->owned + g]);
  }
}

ParallelTest(space, owners_ghosts_and_geometry) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.15);
  for (int l = 0; l < layout_count; l++)
    for (int rings = 1; rings <= 3; rings++) {
      const tc_layout_options layout = layout_at(l);
      tc_space *s = make(world, &layout, rings, mesh);
      cr_assert(s->cells == mesh->cells && s->nodes == mesh->nodes && s->base == 1);
      cr_assert(s->owned == s->submesh->owned && s->submesh->rings == rings);
      cr_assert_eq(s->geometry->submesh, s->submesh);
      expect_partition(s);
      expect_ghosts(s);
      for (int32_t i = 0; i < s->owned; i++) {
        cr_assert_eq(s->id[i], s->submesh->id[i]);
        for (size_t k = 0; k < 3; k++)
          cr_assert_eq(s->centroid[3 * (size_t)i + k], tc_geometry_centroid(s->geometry, i)[k]);
      }
      tc_space_destroy(&s);
      cr_assert_null(s);
    }
  tc_mesh_destroy(&mesh);
}

/* A caller may set another block size of a distribution in contiguous rows. No other result may change. */
ParallelTest(space, other_blocks) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.15);
  const tc_layout_options layout = layout_at(0);
  tc_space *s = make(world, &layout, 2, mesh);
  tc_gid *id = calloc((size_t)s->owned + 1, sizeof *id);
  for (int32_t i = 0; i < s->owned; i++) id[i] = s->id[i];
  expect_ok(tc_space_set_block_size(s, 5));
  cr_assert(s->distribution->block_size == 5 && s->halo->distribution == s->distribution);
  for (int32_t i = 0; i < s->owned; i++) cr_assert_eq(s->id[i], id[i]);
  expect_partition(s);
  expect_ghosts(s);
  free(id);
  tc_space_destroy(&s);
  tc_space_destroy(&s);
  tc_mesh_destroy(&mesh);
}

/* An error that only the root detects must be returned on all ranks. */
ParallelTest(space, a_bad_mesh) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.0);
  mesh->vertices[4 * 100] = mesh->vertices[4 * 100 + 1];
  for (int l = 0; l < layout_count; l++) {
    const tc_layout_options layout = layout_at(l);
    tc_space *s = NULL;
    expect_error(tc_space_create(world, &layout, 1, TC_COMPONENTS_WARN, world->rank == 0 ? mesh : NULL, NULL,
                                 &s),
                 TC_INPUT, "cell 101 has node");
    cr_assert_null(s);
  }
  tc_mesh_destroy(&mesh);
}

/* Regions and markers come from the mesh of the root and must be equal on all ranks. */
ParallelTest(space, labels_of_the_whole_mesh) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.0);
  for (int32_t c = 0; c < mesh->cells; c++) mesh->region[c] = c % 3 ? 7 : -2;
  for (int l = 0; l < layout_count; l++) {
    const tc_layout_options layout = layout_at(l);
    tc_space *s = make(world, &layout, 1, mesh);
    cr_assert(s->regions->count == 2 && s->regions->label[0] == -2 && s->regions->label[1] == 7);
    cr_assert_eq(s->regions->items[0], mesh->cells / 3);
    cr_assert_float_eq(s->regions->size[0], 1.0 / 3.0, 1e-14);
    cr_assert_eq(s->markers->count, 6);
    for (int k = 0; k < 6; k++) cr_assert_float_eq(s->markers->size[k], 1.0, 1e-14);
    cr_assert(s->markers->label[0] == 1 && s->markers->items[0] == 18 && s->markers->items[5] == 24);
    tc_space_destroy(&s);
  }
  tc_mesh_destroy(&mesh);
}
