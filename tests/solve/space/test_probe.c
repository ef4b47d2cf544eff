#include "solve/space/probe.h"

#include <math.h>

#include "base/program/log_stream.h"
#include "support/problems.h"

static const cutting cuttings[] = {
    {"two-point", "none", TC_DISTRIBUTION_CYCLIC, 1},
    {"two-point", "metis", TC_DISTRIBUTION_METIS, 10},
    {"two-point", "none", TC_DISTRIBUTION_CYCLIC, 100000},
};

static tc_probe probe_at(double x, double y, double z) { return (tc_probe){{x, y, z}, "run.yaml:4: probes"}; }

static tc_gid locate(tc_problem *p, tc_probe probe) {
  tc_probes *probes = NULL;
  expect_ok(tc_probes_create(p->space, 1, &probe, &probes));
  const tc_gid cell = probes->cell[0];
  int32_t owners = probes->row[0] >= 0;
  if (owners) cr_assert_eq(p->space->id[probes->row[0]], cell);
  MPI_Allreduce(MPI_IN_PLACE, &owners, 1, MPI_INT32_T, MPI_SUM, tc_world_comm(p->space->world));
  cr_assert_eq(owners, 1, "%d ranks have cell %d", (int)owners, (int)cell);
  tc_probes_destroy(&probes);
  cr_assert_null(probes);
  return cell;
}

/* Returns a probe at the mean of the first `vertices` vertices of a cell. For 4 vertices this point is the
 * centroid. For 3, 2 or 1 it is on a face, on an edge or at a vertex. */
static tc_probe probe_at_vertex_mean(const tc_mesh *mesh, int32_t cell, int vertices) {
  double at[3] = {0};
  for (int k = 0; k < vertices; k++)
    for (int i = 0; i < 3; i++) at[i] += mesh->points[3 * mesh->vertices[4 * cell + k] + i] / vertices;
  return probe_at(at[0], at[1], at[2]);
}

static bool has(const tc_mesh *mesh, int32_t cell, int32_t node) {
  for (int k = 0; k < 4; k++)
    if (mesh->vertices[4 * cell + k] == node) return true;
  return false;
}

/* Returns the lowest cell that contains the first `vertices` vertices of another cell. */
static tc_gid lowest_with(const tc_mesh *mesh, int32_t cell, int vertices) {
  for (int32_t other = 0; other < mesh->cells; other++) {
    bool all = true;
    for (int k = 0; k < vertices; k++) all = all && has(mesh, other, mesh->vertices[4 * cell + k]);
    if (all) return other;
  }
  return TC_GID_NONE;
}

ThreadedTest(probe, of_several_cells_it_is_the_lowest_however_the_mesh_is_dealt) {
  tc_mesh *mesh = mesh_box(3, 3, 2, 0.15);
  for (int c = 0; c < 3; c++) {
    tc_problem *p = problem_make(world, &cuttings[c], mesh);
    for (int32_t cell = 0; cell < mesh->cells; cell++)
      for (int vertices = 1; vertices <= 4; vertices++)
        cr_assert_eq(locate(p, probe_at_vertex_mean(mesh, cell, vertices)), lowest_with(mesh, cell, vertices),
                     "cell %d, its first %d vertices", (int)cell, vertices);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}

ParallelTest(probe, points_far_outside_are_refused_with_the_distance) {
  tc_mesh *mesh = mesh_box(3, 3, 2, 0.0);
  tc_problem *p = problem_make(world, &cuttings[0], mesh);
  tc_probes *probes = NULL;
  locate(p, probe_at(nextafter(1.0, 2.0), 0.3, 0.3));
  locate(p, probe_at(0.3, 0.3, -1e-17));
  const tc_probe outside[] = {probe_at(0.5, 0.5, 0.5), probe_at(1.5, 0.3, 0.3), probe_at(-1.0, 0.0, NAN),
                              probe_at(0.0, 1.0, INFINITY), probe_at(2.0, 2.0, 2.0)};
  for (int i = 1; i < 5; i++) {
    const tc_probe both[] = {outside[0], outside[i]};
    expect_error(tc_probes_create(p->space, 2, both, &probes), TC_USAGE, "run.yaml:4: probes: the point (");
    cr_assert_null(probes);
  }
  expect_error(tc_probes_create(p->space, 1, outside + 1, &probes), TC_USAGE,
               "(1.5, 0.3, 0.3) is outside the mesh by 0.5, more than a tenth of the longest edge (");
  expect_error(tc_probes_create(p->space, 1, outside + 4, &probes), TC_USAGE,
               "outside the mesh by 1.73, more than");
  expect_error(tc_probes_create(p->space, 1, outside + 1, &probes), TC_USAGE,
               "the bounding box of the mesh is (0, 0, 0) to (1, 1, 1): move the probe");
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* The points are outside the cube, near a face, an edge or a corner, at known distances. If several cells
 * have the same distance, the probe must read the lowest one, on any number of ranks. */
ThreadedTest(probe, points_just_outside_read_the_nearest_cell) {
  tc_mesh *mesh = mesh_box(3, 3, 2, 0.0);
  const tc_probe point[] = {probe_at(1.0 + 1e-3, 0.3, 0.21), probe_at(-3e-3, -4e-3, 0.3),
                            probe_at(1.02, 1.02, 1.01), probe_at(-1e-15, 0.0, 0.0), probe_at(0.0, 0.0, 0.0)};
  const double distance[] = {1e-3, 5e-3, 0.03, 1e-15, 0.0};
  const tc_probe on[] = {probe_at(1.0, 0.3, 0.21), probe_at(0.0, 0.0, 0.3), probe_at(1.0, 1.0, 1.0),
                         probe_at(0.0, 0.0, 0.0), probe_at(0.0, 0.0, 0.0)};
  for (int c = 0; c < 3; c++) {
    tc_problem *p = problem_make(world, &cuttings[c], mesh);
    tc_probes *probes = NULL;
    expect_ok(tc_probes_create(p->space, 5, point, &probes));
    for (int n = 0; n < 5; n++) {
      cr_assert_float_eq(probes->outside[n].distance, distance[n], 1e-14 * (distance[n] > 1e-12));
      cr_assert_eq(probes->outside[n].is_rounding, n == 3);
      cr_assert_eq(probes->cell[n], locate(p, on[n]), "probe %d", n);
    }
    tc_probes_destroy(&probes);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}

ParallelTest(probe, the_log_states_the_distance) {
  tc_mesh *mesh = mesh_box(3, 3, 2, 0.0);
  tc_problem *p = problem_make(world, &cuttings[0], mesh);
  const tc_probe point[] = {probe_at(-1e-15, 0.0, 0.0), probe_at(1.001, 0.3, 0.21), probe_at(0.5, 0.5, 0.5)};
  char *text = NULL;
  size_t size;
  tc_probes *probes = NULL;
  tc_log_stream sink;
  tc_log log = {tc_log_stream_init(&sink, open_memstream(&text, &size)), TC_LOG_NORMAL, NULL, NULL};
  expect_ok(tc_probes_create(p->space, 3, point, &probes));
  tc_probes_log(probes, 1, &log);
  fclose(sink.out);
  cr_assert_eq(strncmp(text,
                       "the probe (-1e-15, 0, 0) is outside the mesh by 1e-15 and reads the nearest cell 1\n",
                       80),
               0, "%s", text);
  cr_assert_not_null(
      strstr(text, "\nwarning: the probe (1.001, 0.3, 0.21) is outside the mesh by 0.001 and reads"));
  cr_assert_null(strstr(text, "0.5, 0.5"));
  free(text);
  tc_probes_destroy(&probes);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* Values must be returned with all bits, including -0 and the sign of NaN. */
ParallelTest(probe, values_come_with_all_their_bits) {
  tc_mesh *mesh = mesh_box(2, 2, 2, 0.1);
  tc_problem *p = problem_make(world, &cuttings[0], mesh);
  tc_probe point[8];
  tc_probes *probes = NULL;
  double *value = malloc(8 * (size_t)p->space->owned + 8), out[8];
  for (int n = 0; n < 8; n++) point[n] = probe_at_vertex_mean(mesh, 5 * n, 4);
  expect_ok(tc_probes_create(p->space, 8, point, &probes));
  for (int32_t i = 0; i < p->space->owned; i++) value[i] = noise((uint64_t)p->space->id[i]);
  for (int n = 0; n < 2; n++)
    if (probes->row[n] >= 0) value[probes->row[n]] = n ? -0.0 : -NAN;
  expect_ok(tc_probes_evaluate(world, probes, value, out));
  cr_assert(isnan(out[0]) && signbit(out[0]) && out[1] == 0.0 && signbit(out[1]));
  for (int n = 2; n < 8; n++) cr_assert_eq(out[n], noise(5 * (uint64_t)n));
  free(value);
  tc_probes_destroy(&probes);
  expect_ok(tc_probes_create(p->space, 0, NULL, &probes));
  expect_ok(tc_probes_evaluate(world, probes, NULL, out));
  tc_probes_destroy(&probes);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
