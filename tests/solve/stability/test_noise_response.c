#include "solve/stability/noise_response.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "solve/stability/response_pieces.h"
#include "solve/stability/stable_step.h"
#include "support/forcing.h"
#include "support/parallel.h"
#include "support/problems.h"

static const double anisotropic[6] = {1, 1, 1000, 0, 0, 0};

static tc_problem *make(tc_world *world, const double tensor[6], tc_mesh *mesh) {
  tc_problem_options choice = {.layout = {tc_order_find("metis"), 0, TC_DISTRIBUTION_METIS, 64,
                                          TC_OBJECTIVE_CUT, TC_PARTITIONER_AUTO},
                               .scheme = tc_scheme_find("gradient")};
  tc_problem *problem = NULL;
  memcpy(choice.tensor, tensor, sizeof choice.tensor);
  expect_ok(tc_problem_create(world, &choice, world->rank == 0 ? mesh : NULL, NULL, &problem));
  return problem;
}

/* Returns the responses to noise on a mesh of slivers with prescribed boundary values, for the stabilisations
 * 0.3 and 1. */
static void measure(tc_world *world, tc_mesh *mesh, tc_response out[2]) {
  tc_problem *p = make(world, anisotropic, mesh);
  entry e = entry_make(p, TC_BOUNDARY_VALUE, "0", NULL);
  for (int k = 0; k < 2; k++) {
    expect_ok(tc_problem_assemble(p, k == 0 ? 0.3 : 1.0, false));
    expect_ok(tc_response_find(p, &out[k]));
  }
  entry_free(&e);
  tc_problem_destroy(&p);
}

ParallelTest(response, stands_out_where_a_mode_barely_decays) {
  tc_mesh *mesh = mesh_slivers(7, 0.03, 2);
  tc_response all[2], alone[2];
  tc_world *self = NULL;
  measure(world, mesh, all);
  cr_assert(all[0].solved && all[0].largest > 2.0 * TC_RESPONSE_LIMIT && all[0].cells > 0);
  cr_assert(!tc_response_is_even(&all[0]));
  cr_assert(all[1].solved && all[1].cells == 0 && tc_response_is_even(&all[1]), "%g", all[1].largest);
  cr_assert(all[0].worst[0].value > all[0].worst[1].value && all[0].worst[1].value > all[0].worst[2].value);
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
  measure(self, mesh, alone);
  for (int k = 0; k < 2; k++)
    cr_assert(alone[k].largest == all[k].largest && alone[k].worst[2].cell == all[k].worst[2].cell &&
              alone[k].products == all[k].products);
  tc_world_destroy(&self);
  tc_mesh_destroy(&mesh);
}

/* The user sets a stabilisation that is too small for some cells. The search must reject it, and the error
 * must name these cells. */
ParallelTest(response, names_the_cells) {
  tc_mesh *mesh = mesh_slivers(7, 0.03, 2);
  tc_problem *p = make(world, anisotropic, mesh);
  entry e = entry_make(p, TC_BOUNDARY_VALUE, "0", NULL);
  tc_response r;
  tc_stable_step safe;
  const tc_stable_step_options options = {.where_dt = "dt",
                                          .where_stabilisation = "stabilisation",
                                          .stabilisation = 0.3,
                                          .safety = 0.9,
                                          .steps = 50,
                                          .steady = true};
  expect_ok(tc_problem_assemble(p, 0.3, false));
  expect_ok(tc_response_find(p, &r));
  char place[160];
  snprintf(place, sizeof place,
           "errors confined to a few cells decay too slowly near cell %lld at (%.4g, %.4g, %.4g), %lld at",
           (long long)r.worst[0].cell, r.worst[0].position[0], r.worst[0].position[1], r.worst[0].position[2],
           (long long)r.worst[1].cell);
  expect_error(tc_stable_step_find(p, &options, NULL, &safe), TC_NUMERICAL, place);
  entry_free(&e);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* Constant and smooth modes may decay slowly and must not be reported. In the mesh with a slab without
 * conduction, the empty rows of the slab must not be tested. */
ParallelTest(response, is_even_where_only_smooth_modes_are_slow) {
  const double unit[6] = {1, 1, 1, 0, 0, 0};
  tc_mesh *mesh = mesh_box(6, 6, 6, 0.15);
  tc_response r;
  for (int k = 0; k < 2; k++) {
    tc_problem *p = make(world, k == 0 ? unit : anisotropic, mesh);
    expect_ok(tc_problem_assemble(p, 0.3, false));
    expect_ok(tc_response_find(p, &r));
    cr_assert(r.solved && r.largest < 0.5 * TC_RESPONSE_LIMIT && r.products > 0, "%g", r.largest);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
  const cutting how = {"two-point", "none", TC_DISTRIBUTION_CYCLIC, 16};
  tc_problem *p = problem_slabbed(world, &how, 6);
  expect_ok(tc_response_find(p, &r));
  cr_assert(r.solved && r.largest < 0.5 * TC_RESPONSE_LIMIT && r.products > 0, "%g", r.largest);
  tc_problem_destroy(&p);
}

typedef struct jump_measure {
  tc_response response;
  tc_extreme_cell gain;
} jump_measure;

/* Collective. Returns the response and the gain across the jump, for the tensor I in the lower half and
 * `upper` in the upper half of the mesh. */
static jump_measure measure_jump(tc_world *world, const double upper[6], tc_mesh *mesh,
                                 double stabilisation) {
  jump_measure m;
  tc_problem *p = make(world, (const double[6]){1, 1, 1, 0, 0, 0}, mesh);
  set_upper_tensor(p, upper);
  entry e = entry_make(p, TC_BOUNDARY_VALUE, "0", NULL);
  expect_ok(tc_problem_assemble(p, stabilisation, false));
  expect_ok(tc_response_find(p, &m.response));
  expect_ok(tc_tensor_jump_gain(p, &m.gain));
  entry_free(&e);
  tc_problem_destroy(&p);
  return m;
}

/* The response of a cell is compared with the mean response on its side of a jump of the tensor. A jump alone
 * must therefore not be reported as a slow mode. The results must have the same bits on any number of
 * ranks. */
ParallelTest(response, is_judged_on_each_side_of_a_jump) {
  static const double jumps[3][6] = {{30, 30, 30, 0, 0, 0},
                                     {0.03, 0.03, 0.03, 0, 0, 0},
                                     {1e8, 1e8, 1e8, 0, 0, 0}};
  tc_mesh *mesh = mesh_box(6, 6, 6, 0.15);
  tc_world *self = NULL;
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
  for (int k = 0; k < 3; k++) {
    const jump_measure m = measure_jump(world, jumps[k], mesh, 0.3),
                       alone = measure_jump(self, jumps[k], mesh, 0.3);
    cr_assert(tc_response_is_even(&m.response) && m.response.products > 0, "%g", m.response.largest);
    cr_assert(alone.response.largest == m.response.largest && alone.response.products == m.response.products);
    cr_assert(alone.gain.value == m.gain.value && alone.gain.cell == m.gain.cell);
    cr_assert((m.gain.value > 50.0) == (k == 2) && m.gain.value > 1.0, "%g", m.gain.value);
    cr_assert(m.gain.position[2] < 0.7 && m.gain.position[2] > 0.3);
  }
  tc_world_destroy(&self);
  tc_mesh_destroy(&mesh);
}

/* Slow modes of slivers must be detected even if a jump of the tensor separates the slivers from other
 * cells. */
ParallelTest(response, stands_out_on_one_side_of_a_jump) {
  tc_mesh *mesh = mesh_slivers(9, 0.02, 2);
  const jump_measure m = measure_jump(world, (const double[6]){0.1, 0.1, 100, 0, 0, 0}, mesh, 0.3);
  cr_assert(!tc_response_is_even(&m.response) && m.gain.value > 10.0, "%g", m.response.largest);
  tc_mesh_destroy(&mesh);
}

/* Copies a body into a mesh, starting at the given node, cell and face. Adds x to the x coordinates and to
 * the markers of the copy. */
static void put_body(tc_mesh *mesh, const tc_mesh *body, int32_t node, int32_t cell, int32_t face, double x) {
  for (int32_t i = 0; i < 3 * body->nodes; i++)
    mesh->points[3 * node + i] = body->points[i] + (i % 3 == 0 ? x : 0.0);
  for (int32_t i = 0; i < body->cells; i++) mesh->region[cell + i] = body->region[i];
  for (int32_t i = 0; i < 4 * body->cells; i++) mesh->vertices[4 * cell + i] = node + body->vertices[i];
  for (int32_t i = 0; i < 3 * body->faces; i++) mesh->face_nodes[3 * face + i] = node + body->face_nodes[i];
  for (int32_t i = 0; i < body->faces; i++) mesh->face_marker[face + i] = (int)x + body->face_marker[i];
}

/* Returns a mesh of both bodies. The second one is shifted by 10 in x and has markers from 11 on. Destroys
 * both arguments. */
static tc_mesh *mesh_pair(tc_mesh *first, tc_mesh *second) {
  tc_mesh *both = NULL;
  expect_ok(tc_mesh_create("two bodies", first->nodes + second->nodes, first->cells + second->cells,
                           first->faces + second->faces, &both));
  both->base = 1;
  put_body(both, first, 0, 0, 0, 0.0);
  put_body(both, second, first->nodes, first->cells, first->faces, 10.0);
  tc_mesh_destroy(&first);
  tc_mesh_destroy(&second);
  return both;
}

/* Returns a bar of bricks with edges of 0.1. */
static tc_mesh *mesh_bar(int32_t bricks) {
  tc_mesh *bar = NULL;
  expect_ok(tc_mesh_generate_box((int32_t[3]){bricks, 1, 1}, (double[3]){0.1 * bricks, 0.1, 0.1}, &bar));
  return bar;
}

/* Returns the response of a problem with prescribed values on the markers `low` to `high`. */
static tc_response respond(tc_world *world, const double tensor[6], tc_mesh *mesh, int32_t low,
                           int32_t high) {
  tc_response r;
  tc_problem *p = make(world, tensor, mesh);
  for (int k = 0; k < p->physics->boundaries; k++) {
    tc_boundary *b = &p->physics->boundary[k];
    if (b->marker >= low && b->marker <= high) *b = (tc_boundary){b->marker, TC_BOUNDARY_VALUE, true};
  }
  expect_ok(tc_problem_assemble(p, 0.3, false));
  expect_ok(tc_response_find(p, &r));
  tc_problem_destroy(&p);
  return r;
}

/* The constant field of a closed body does not decay, but must not be reported as a slow mode. This must hold
 * with and without prescribed values on the other body. */
ParallelTest(response, is_even_in_several_bodies) {
  static const double tensor[6] = {1, 1, 50, 0, 0, 0};
  static const int32_t bricks[][2] = {{3, 1}, {6, 1}, {3, 4}};
  static const int32_t markers[][2] = {{0, 0}, {1, 6}, {11, 16}, {1, 16}};
  tc_world *self = NULL;
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
  for (int m = 0; m < 3; m++) {
    tc_mesh *mesh =
        mesh_pair(mesh_box(bricks[m][0], bricks[m][0], bricks[m][0], 0.0), mesh_bar(bricks[m][1]));
    for (int k = 0; k < 4; k++) {
      const tc_response r = respond(world, tensor, mesh, markers[k][0], markers[k][1]);
      const tc_response alone = respond(self, tensor, mesh, markers[k][0], markers[k][1]);
      cr_assert(r.solved && r.largest < 0.5 * TC_RESPONSE_LIMIT && r.cells == 0, "mesh %d, values at %d: %g",
                m, k, r.largest);
      cr_assert(alone.largest == r.largest && alone.worst[2].cell == r.worst[2].cell &&
                alone.products == r.products);
    }
    tc_mesh_destroy(&mesh);
  }
  tc_world_destroy(&self);
}

/* Slow modes of slivers between boundary values must be detected, although smooth modes of a closed body
 * in the same mesh are slower. */
ParallelTest(response, stands_out_beside_another_body) {
  tc_mesh *mesh = mesh_pair(mesh_box(5, 5, 5, 0.0), mesh_slivers(7, 0.03, 2));
  const tc_response r = respond(world, anisotropic, mesh, 11, 16);
  cr_assert(r.solved && r.largest > 2.0 * TC_RESPONSE_LIMIT && r.worst[0].position[0] > 9.0, "%g", r.largest);
  tc_mesh_destroy(&mesh);
}

/* Returns a mesh of separate bodies of two cells each. */
static tc_mesh *mesh_pairs(int32_t bodies) {
  static const double corner[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
  static const int32_t cell[8] = {0, 1, 2, 3, 1, 2, 3, 4};
  double *points = calloc(15 * (size_t)bodies, sizeof *points);
  int32_t *vertices = calloc(8 * (size_t)bodies, sizeof *vertices);
  for (int32_t i = 0; i < 15 * bodies; i++) points[i] = corner[i % 15] + (i % 3 == 0 ? 2.0 * (i / 15) : 0.0);
  for (int32_t i = 0; i < 8 * bodies; i++) vertices[i] = cell[i % 8] + 5 * (i / 8);
  tc_mesh *mesh = mesh_of(5 * bodies, points, 2 * bodies, vertices);
  free(points);
  free(vertices);
  return mesh;
}

/* The mean response of a body of two cells may be small by chance, so such bodies must not be tested. */
ParallelTest(response, of_bodies_of_few_cells) {
  tc_mesh *mesh = mesh_pairs(TC_GROUPED_DOT_MAX + 1);
  const tc_response r = respond(world, anisotropic, mesh, 0, 0);
  cr_assert(r.largest == 0.0 && r.cells == 0 && r.products == 0 && tc_response_is_even(&r));
  tc_mesh_destroy(&mesh);
}

/* The response is compared within groups of components (`pieces`). If there are more components than groups,
 * components of similar size form one group. The groups must not depend on the number of components that are
 * counted in one pass. */
ParallelTest(response, groups_components_by_size) {
  tc_mesh *mesh = mesh_pair(mesh_box(3, 3, 3, 0.0), mesh_bar(2));
  tc_problem *p = make(world, anisotropic, mesh);
  for (int k = 0; k < 4; k++) {
    tc_response_pieces pieces = {0};
    double cells = 0.0;
    int largest = 0;
    expect_ok(tc_response_pieces_find(p->space, p->system->rates, k < 2 ? 2 : 1, k % 2 ? 1 : 1000, &pieces));
    cr_assert(k < 2 ? pieces.count == 2 : pieces.count > 2, "%d", pieces.count);
    for (int c = 0; c < pieces.count; c++) {
      cells += pieces.cells[c];
      if (pieces.cells[c] > pieces.cells[largest]) largest = c;
      cr_assert(pieces.cells[c] == 0.0 || pieces.cells[c] == 12.0 || pieces.cells[c] == 162.0, "%g",
                pieces.cells[c]);
    }
    cr_assert(cells == 174.0 && pieces.closed[largest]);
    for (int32_t i = 0; i < p->space->owned; i++)
      cr_assert_eq(pieces.of[i] == largest, p->space->centroid[3 * i] < 5.0);
    tc_response_pieces_free(&pieces);
  }
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* A mesh of one cell has no diffusion and must not be tested. */
ParallelTest(response, of_a_single_cell) {
  const double unit[6] = {1, 1, 1, 0, 0, 0};
  tc_mesh *mesh = mesh_single(0.3);
  tc_problem *p = make(world, unit, mesh);
  tc_response r;
  expect_ok(tc_response_find(p, &r));
  cr_assert(r.products == 0 && tc_response_is_even(&r));
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
