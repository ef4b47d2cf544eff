#include "mesh/submesh.h"

#include <stdlib.h>

#include "mesh/tetrahedron.h"
#include "support/meshes.h"

/* Distance assigned to all cells beyond the rings. It exceeds every number of rings in this test. */
enum { far = 5 };

/* A mesh with regions, random positions, and an array for the distance of each cell from the owned cells. */
typedef struct scene {
  tc_mesh *mesh;
  tc_dual *dual;
  int32_t *position, *distance;
} scene;

static scene scene_make(int32_t nx, int32_t ny, int32_t nz) {
  scene s = {.mesh = mesh_box(nx, ny, nz, 0.1)};
  size_t size = (size_t)s.mesh->cells * sizeof(int32_t);
  s.position = malloc(size);
  s.distance = malloc(size);
  expect_ok(tc_dual_create(s.mesh, &s.dual));
  for (int32_t i = 0; i < s.mesh->cells; i++) {
    s.position[i] = i;
    s.mesh->region[i] = 100 + i % 7;
  }
  for (int32_t i = s.mesh->cells - 1; i > 0; i--) {
    int32_t other = (int32_t)(tc_hash_mix((uint64_t)i) % (uint64_t)(i + 1)), held = s.position[i];
    s.position[i] = s.position[other];
    s.position[other] = held;
  }
  return s;
}

static void scene_free(scene *s) {
  tc_dual_destroy(&s->dual);
  tc_mesh_destroy(&s->mesh);
  free(s->position);
  free(s->distance);
}

/* Computes the distance of each cell from the owned cells, in faces, by breadth-first search. Cells beyond
 * the rings get the distance `far`. */
static void measure(const scene *s, int32_t owned, const int32_t *own, int rings) {
  for (int32_t i = 0; i < s->mesh->cells; i++) s->distance[i] = far;
  for (int32_t i = 0; i < owned; i++) s->distance[own[i]] = 0;
  for (int round = 1; round <= rings; round++)
    for (int32_t i = 0; i < s->mesh->cells; i++)
      for (int k = 0; k < 4; k++) {
        int32_t other = s->dual->neighbour[4 * i + k];
        if (other >= 0 && s->distance[i] == round - 1 && s->distance[other] > round)
          s->distance[other] = round;
      }
}

static void expect_rings(const scene *s, const tc_submesh *sub, int32_t owned, const int32_t *own,
                         int rings) {
  int32_t count[far + 1] = {0};
  measure(s, owned, own, rings);
  for (int32_t i = 0; i < s->mesh->cells; i++) count[s->distance[i]]++;
  cr_assert(sub->rings == rings && sub->ring_begin[0] == 0 && sub->owned == owned);
  cr_assert(sub->ring_begin[1] == sub->owned && sub->ring_begin[rings] == sub->inner &&
            sub->ring_begin[rings + 1] == sub->cells);
  for (int ring = 0; ring <= rings; ring++) {
    cr_assert_eq(sub->ring_begin[ring + 1] - sub->ring_begin[ring], count[ring], "ring %d of %d", ring,
                 rings);
    for (int32_t i = sub->ring_begin[ring]; i < sub->ring_begin[ring + 1]; i++) {
      cr_assert_eq(s->distance[sub->id[i]], ring, "cell %d", (int)i);
      cr_assert_eq(sub->position[i], s->position[sub->id[i]]);
      cr_assert_eq(sub->region[i], s->mesh->region[sub->id[i]]);
      if (ring == 0) cr_assert_eq(sub->id[i], own[i], "owned cells must be in row order");
      if (ring > 0 && i > sub->ring_begin[ring])
        cr_assert_gt(sub->position[i], sub->position[i - 1],
                     "rings must be sorted by position, each cell once");
    }
  }
}

/* Each vertex must occur once in the submesh. Every cell must have the same vertices as in the mesh, in the
 * same order and with the same bits. */
static void expect_nodes(const scene *s, const tc_submesh *sub) {
  int32_t cells = sub->cells, used = 0;
  int32_t *node_of = malloc((size_t)(sub->nodes + 1) * sizeof *node_of);
  char *seen = calloc((size_t)s->mesh->nodes, 1);
  for (int32_t n = 0; n < sub->nodes; n++) node_of[n] = -1;
  for (int32_t i = 0; i < cells; i++)
    for (int k = 0; k < 4; k++) {
      int32_t local = sub->vertices[4 * i + k], node = s->mesh->vertices[4 * sub->id[i] + k];
      cr_assert(local >= 0 && local < sub->nodes);
      if (node_of[local] < 0) {
        cr_assert_not(seen[node], "node %d has two numbers", (int)node);
        seen[node] = 1;
        node_of[local] = node;
        used++;
      }
      cr_assert_eq(node_of[local], node);
      cr_assert_arr_eq(sub->points + 3 * local, s->mesh->points + 3 * node, 24);
    }
  cr_assert_eq(used, sub->nodes);
  free(node_of);
  free(seen);
}

static void expect_neighbours(const scene *s, const tc_submesh *sub) {
  int32_t cells = sub->cells, boundary = 0;
  for (int32_t i = 0; i < sub->inner; i++)
    for (int k = 0; k < 4; k++) {
      int32_t local = sub->neighbour[4 * i + k], wanted = s->dual->neighbour[4 * sub->id[i] + k];
      if (wanted >= 0) {
        cr_assert(local >= 0 && local < cells);
        cr_assert_eq(sub->id[local], wanted);
      } else {
        cr_assert_eq(local, -1 - boundary);
        cr_assert_eq(sub->marker[boundary], s->dual->marker[-1 - wanted]);
        boundary++;
      }
    }
  cr_assert_eq(sub->boundary, boundary);
}

static void expect_depth(const scene *s, tc_submesh_extractor *cutter, int32_t owned, const int32_t *own,
                         int rings) {
  tc_submesh *sub = NULL;
  expect_ok(tc_submesh_extract(cutter, owned, own, rings, &sub));
  cr_assert_eq(sub->base, s->mesh->base);
  expect_rings(s, sub, owned, own, rings);
  expect_nodes(s, sub);
  expect_neighbours(s, sub);
  tc_submesh_destroy(&sub);
  cr_assert_null(sub);
  tc_submesh_destroy(&sub);
}

static void expect_cut(const scene *s, tc_submesh_extractor *cutter, int32_t owned, const int32_t *own) {
  for (int rings = 0; rings < far; rings++) expect_depth(s, cutter, owned, own, rings);
}

/* Extracts all submeshes with one extractor, to detect data that remain from the previous extraction. */
static void expect_all_cuts(const scene *s, int32_t parts) {
  tc_submesh_extractor *cutter = NULL;
  int32_t *own = malloc((size_t)s->mesh->cells * sizeof *own);
  expect_ok(tc_submesh_extractor_create(s->mesh, s->dual, s->position, &cutter));
  for (int round = 0; round < 2; round++)
    for (int32_t p = 0; p < parts; p++) {
      int32_t owned = 0;
      /* The first round uses contiguous cells. The second round uses scattered cells in reverse order. */
      for (int32_t i = 0; i < s->mesh->cells; i++)
        if ((round ? (int32_t)(tc_hash_mix((uint64_t)i) % (uint64_t)parts) : i * parts / s->mesh->cells) == p)
          own[owned++] = i;
      for (int32_t i = 0; round && i < owned / 2; i++) {
        int32_t held = own[i];
        own[i] = own[owned - 1 - i];
        own[owned - 1 - i] = held;
      }
      expect_cut(s, cutter, owned, own);
    }
  /* Extract the submesh of a rank that owns no cells. */
  expect_cut(s, cutter, 0, own);
  for (int32_t i = 0; i < s->mesh->cells; i++) own[i] = i;
  /* Extract the submesh of a rank that owns all cells. */
  expect_cut(s, cutter, s->mesh->cells, own);
  tc_submesh_extractor_destroy(&cutter);
  cr_assert_null(cutter);
  tc_submesh_extractor_destroy(&cutter);
  free(own);
}

Test(submesh, cuts_are_own_cells_and_rings) {
  scene s = scene_make(4, 5, 6);
  expect_all_cuts(&s, 5);
  expect_all_cuts(&s, 60);
  scene_free(&s);
}

/* Each rank has few scattered cells, so the rings need more memory than the initial allocation. */
Test(submesh, thin_scattered_parts) {
  scene s = scene_make(14, 14, 14);
  expect_all_cuts(&s, 9);
  scene_free(&s);
}

Test(submesh, one_cell) {
  scene s = {.mesh = mesh_single(1.0)};
  int32_t position = 0, distance;
  s.position = &position;
  s.distance = &distance;
  tc_submesh_extractor *cutter = NULL;
  expect_ok(tc_dual_create(s.mesh, &s.dual));
  expect_ok(tc_submesh_extractor_create(s.mesh, s.dual, s.position, &cutter));
  expect_cut(&s, cutter, 1, (int32_t[]){0});
  tc_submesh_extractor_destroy(&cutter);
  tc_dual_destroy(&s.dual);
  tc_mesh_destroy(&s.mesh);
}
