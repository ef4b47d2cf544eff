#include "api/host.h"
#include "io/mesh/mesh_files.h"
#include "support/parallel.h"

TestSuite(mesh, .init = host_begin);

static const double unit_cube[8][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                       {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
/* Division of the unit cube into six cells (Kuhn's triangulation), which tetracast_mesh_create_box also
 * uses. The orientations of the cells differ, so that the library must correct them. */
static const int64_t kuhn[6][4] = {{0, 1, 3, 7}, {0, 1, 7, 5}, {0, 2, 7, 3},
                                   {0, 2, 6, 7}, {0, 4, 5, 7}, {0, 4, 7, 6}};

static tetracast_world *create_world(void) {
  tetracast_world *world = NULL;
  host_restore();
  succeeds(tetracast_world_create(MPI_COMM_WORLD, 0, &world));
  return world;
}

static void expect_size(const tetracast_mesh *mesh, int64_t vertices, int64_t cells) {
  int64_t found[2];
  tetracast_mesh_size(mesh, &found[0], &found[1]);
  tetracast_mesh_size(mesh, NULL, NULL);
  cr_assert(found[0] == vertices && found[1] == cells, "%lld vertices, %lld cells", (long long)found[0],
            (long long)found[1]);
}

/* Expects that a problem on the mesh can be set up and that its cells have the number `cells` and the
 * total volume 1. */
static void expect_usable(tetracast_mesh *mesh, int64_t cells) {
  tetracast_problem *problem = NULL;
  int64_t owned;
  const double *volume;
  succeeds(tetracast_problem_create(mesh, &problem));
  succeeds(tetracast_problem_set(problem, "diffusion.scheme", "two-point"));
  succeeds(tetracast_problem_set(problem, "storage", "ell"));
  succeeds(tetracast_problem_set_up(problem));
  succeeds(tetracast_problem_cells(problem, &owned, NULL, NULL, &volume));
  double sum[2] = {(double)owned, 0.0};
  for (int64_t i = 0; i < owned; i++) sum[1] += volume[i];
  MPI_Allreduce(MPI_IN_PLACE, sum, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  cr_assert(sum[0] == (double)cells && sum[1] > 1.0 - 1e-12 && sum[1] < 1.0 + 1e-12, "%g cells of volume %g",
            sum[0], sum[1]);
  tetracast_problem_destroy(&problem);
}

ParallelTest(mesh, box) {
  (void)world;
  tetracast_world *w = create_world();
  tetracast_mesh *mesh = NULL;
  const double length[3] = {1.0, 1.0, 1.0};
  fails(TETRACAST_USAGE, "brick[1]", tetracast_mesh_create_box(w, (const int64_t[]){2, 0, 2}, length, &mesh));
  fails(TETRACAST_USAGE, "brick",
        tetracast_mesh_create_box(w, (const int64_t[]){2, 2, 1LL << 40}, length, &mesh));
  fails(TETRACAST_USAGE, "cells",
        tetracast_mesh_create_box(w, (const int64_t[]){2000, 2000, 2000}, length, &mesh));
  fails(TETRACAST_USAGE, "",
        tetracast_mesh_create_box(w, (const int64_t[]){2, 2, 2}, (const double[]){1.0, -1.0, 1.0}, &mesh));
  cr_assert_null(mesh);
  succeeds(tetracast_mesh_create_box(w, (const int64_t[]){3, 2, 2}, length, &mesh));
  expect_size(mesh, 36, 72);
  expect_usable(mesh, 72);
  expect_usable(mesh, 72);
  host_call(tetracast_mesh_destroy(&mesh));
  cr_assert_null(mesh);
  tetracast_mesh_destroy(&mesh);
  tetracast_mesh_destroy(NULL);
  tetracast_world_destroy(&w);
}

ParallelTest(mesh, read) {
  (void)world;
  tetracast_world *w = create_world();
  tetracast_mesh *mesh = NULL;
  fails(TETRACAST_INPUT, "meshes/none", tetracast_mesh_read(w, "meshes/none", &mesh));
  fails(TETRACAST_USAGE, "base", tetracast_mesh_read(w, NULL, &mesh));
  fails(TETRACAST_USAGE, "NULL", tetracast_mesh_read(NULL, "meshes/bar", &mesh));
  succeeds(tetracast_mesh_read(w, "meshes/bar", &mesh));
  int64_t cells;
  tetracast_mesh_size(mesh, NULL, &cells);
  cr_assert_gt(cells, 0);
  /* The mesh retains the world until the mesh is destroyed. */
  tetracast_world_destroy(&w);
  tetracast_mesh_destroy(&mesh);
}

/* The root imports a mesh file of another program, and a second read uses the imported mesh. Only the path
 * that the root passes is used. */
ParallelTest(mesh, source_file_is_imported) {
  (void)world;
  tetracast_world *w = create_world();
  tetracast_mesh *mesh = NULL;
  folder f = {"", ""};
  char path[400] = "m.elem";
  if (host_rank() == 0) {
    f = folder_make();
    file_write(&f, "m.pts", "5\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 1 1\n");
    file_write(&f, "m.elem", "2\nTt 0 1 2 3\nTt 1 2 3 4\n");
    file_path(&f, "m.elem", path);
  }
  for (int k = 0; k < 2; k++) {
    succeeds(tetracast_mesh_read(w, path, &mesh));
    expect_size(mesh, 5, 2);
    tetracast_mesh_destroy(&mesh);
  }
  if (host_rank() == 0) {
    cr_assert_eq(folder_files(&f, 0), 3);
    folder_remove(&f);
  }
  tetracast_world_destroy(&w);
}

ParallelTest(mesh, arrays) {
  (void)world;
  tetracast_world *w = create_world();
  tetracast_mesh *mesh = NULL;
  const int root = host_rank() == 0;
  const double *point = root ? unit_cube[0] : NULL;
  const int64_t *corner = root ? kuhn[0] : NULL, n = root ? 8 : 0, cells = root ? 6 : 0;
  int64_t far[4] = {0, 1, 2, 8};
  double infinite[24];
  memcpy(infinite, unit_cube, sizeof infinite);
  infinite[7] = HUGE_VAL;
  fails(TETRACAST_INPUT, "cell 0 has vertex 8",
        tetracast_mesh_create(w, "cube", n, point, root, root ? far : NULL, &mesh));
  fails(TETRACAST_INPUT, "vertex 2",
        tetracast_mesh_create(w, "cube", n, root ? infinite : NULL, cells, corner, &mesh));
  fails(TETRACAST_USAGE, "0 cells", tetracast_mesh_create(w, "cube", n, point, 0, corner, &mesh));
  fails(TETRACAST_USAGE, "point", tetracast_mesh_create(w, "cube", n, NULL, cells, corner, &mesh));
  if (host_ranks() > 1)
    fails(TETRACAST_USAGE, "other than 0",
          tetracast_mesh_create(w, "cube", 8, unit_cube[0], 6, kuhn[0], &mesh));
  succeeds(tetracast_mesh_create(w, "cube", n, point, cells, corner, &mesh));
  expect_size(mesh, 8, 6);
  expect_usable(mesh, 6);
  tetracast_mesh_destroy(&mesh);
  tetracast_world_destroy(&w);
}

/* Points and cells that one rank passes. Ranks own cells and vertices alternately, in descending order of
 * their numbers. Vertex 0 is passed by all ranks. */
typedef struct rows {
  int64_t vertices, cells, vertex_id[9], cell_id[6], corner[6][4];
  double point[9][3];
} rows;

static rows own_rows(void) {
  rows r = {0};
  const int rank = host_rank(), ranks = host_ranks();
  for (int v = 7; v >= 0; v--)
    if (v == 0 || v % ranks == rank) {
      memcpy(r.point[r.vertices], unit_cube[v], sizeof r.point[0]);
      r.vertex_id[r.vertices++] = v;
    }
  for (int c = 5; c >= 0; c--)
    if (c % ranks == rank) {
      memcpy(r.corner[r.cells], kuhn[c], sizeof r.corner[0]);
      r.cell_id[r.cells++] = c;
    }
  return r;
}

static tetracast_error *create_from(tetracast_world *w, const rows *r, tetracast_mesh **mesh) {
  return tetracast_mesh_create_distributed(w, "cube", r->vertices, r->vertex_id, r->point[0], r->cells,
                                           r->cell_id, r->corner[0], mesh);
}

ParallelTest(mesh, distributed_arrays) {
  (void)world;
  tetracast_world *w = create_world();
  tetracast_mesh *mesh = NULL;
  const int last = host_rank() == host_ranks() - 1;
  rows wrong = own_rows();
  if (last) wrong.vertex_id[0] = wrong.vertex_id[1];
  fails(TETRACAST_INPUT, "is given twice", create_from(w, &wrong, &mesh));
  wrong = own_rows();
  if (last) wrong.vertex_id[0] = 100;
  fails(TETRACAST_INPUT, "vertex 100", create_from(w, &wrong, &mesh));
  wrong = own_rows();
  if (last) {
    wrong.vertex_id[0] = 0;
    memcpy(wrong.point[0], unit_cube[0], sizeof unit_cube[0]);
  }
  fails(TETRACAST_INPUT, host_ranks() == 3 ? "vertex 5 is missing" : "vertex", create_from(w, &wrong, &mesh));
  wrong = own_rows();
  if (last) wrong.cell_id[0] = 17;
  fails(TETRACAST_INPUT, "cell 17", create_from(w, &wrong, &mesh));
  wrong = own_rows();
  if (last) wrong.cell_id[0] = INT64_MAX;
  fails(TETRACAST_INPUT, "cell 9223372036854775807", create_from(w, &wrong, &mesh));
  if (host_rank() == 0) wrong.cell_id[wrong.cells - 1] = 17;
  fails(TETRACAST_INPUT, "cell 17 ", create_from(w, &wrong, &mesh));
  wrong = own_rows();
  for (int64_t i = 0; i < wrong.cells; i++) wrong.cell_id[i] |= 1;
  fails(TETRACAST_INPUT, "cell 0 is missing", create_from(w, &wrong, &mesh));
  wrong = own_rows();
  for (int64_t i = 0; i < wrong.cells; i++) wrong.cell_id[i] &= ~1;
  fails(TETRACAST_INPUT, "cell 0 is given twice", create_from(w, &wrong, &mesh));
  wrong = own_rows();
  if (last) wrong.cell_id[0] = -1;
  fails(TETRACAST_INPUT, "cell number -1", create_from(w, &wrong, &mesh));
  wrong = own_rows();
  if (last) wrong.cells = -1;
  fails(TETRACAST_USAGE, "negative", create_from(w, &wrong, &mesh));
  wrong = own_rows();
  wrong.point[wrong.vertices - 1][0] = 1e-9 * host_rank();
  if (host_ranks() > 1) fails(TETRACAST_INPUT, "vertex 0 is given twice", create_from(w, &wrong, &mesh));
  const rows right = own_rows();
  fails(TETRACAST_USAGE, "NULL",
        tetracast_mesh_create_distributed(NULL, "cube", right.vertices, right.vertex_id, right.point[0],
                                          right.cells, right.cell_id, right.corner[0], &mesh));
  succeeds(create_from(w, &right, &mesh));
  expect_size(mesh, 8, 6);
  expect_usable(mesh, 6);
  int32_t region[6] = {0};
  for (int64_t i = 0; i < right.cells; i++) region[i] = right.cell_id[i] == 4 ? 7 : 1;
  succeeds(tetracast_mesh_set_regions(mesh, right.cells, region));
  expect_usable(mesh, 6);
  tetracast_mesh_destroy(&mesh);
  tetracast_world_destroy(&w);
}

static size_t address_space(void) {
  long long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  cr_assert(file && fscanf(file, "%lld", &pages) == 1);
  fclose(file);
  return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* Replaces the markers of a mesh while the address space may grow by `room` bytes only. Returns the code
 * of the error. */
static tetracast_code mark_in_room(tetracast_mesh *mesh, size_t room, int64_t faces, const int64_t *corner,
                                   const int32_t *marker) {
  struct rlimit before, tight;
  cr_assert_eq(getrlimit(RLIMIT_AS, &before), 0);
  tight = before;
  tight.rlim_cur = address_space() + room;
  cr_assert_eq(setrlimit(RLIMIT_AS, &tight), 0);
  tetracast_error *error = tetracast_mesh_set_markers(mesh, faces, corner, marker);
  cr_assert_eq(setrlimit(RLIMIT_AS, &before), 0);
  const tetracast_code code = tetracast_error_code(error);
  tetracast_error_free(&error);
  return code;
}

/* If memory is exhausted while markers are replaced, the old markers must remain. Skipped with sanitizers,
 * which reserve terabytes of address space and end the process if an allocation fails. */
ParallelTest(mesh, markers_without_memory) {
  (void)world;
  enum { faces = 1 << 21 };
  if (host_ranks() > 1 || address_space() > (size_t)1 << 40) return;
  tetracast_world *w = create_world();
  tetracast_mesh *mesh = NULL;
  int64_t *corner = calloc(3 * faces, sizeof *corner);
  int32_t *marker = calloc(faces, sizeof *marker);
  int failures = 0;
  succeeds(tetracast_mesh_create_box(w, (const int64_t[]){1, 1, 1}, (const double[]){1.0, 1.0, 1.0}, &mesh));
  while (mark_in_room(mesh, (size_t)failures << 22, faces, corner, marker) == TETRACAST_INTERNAL) {
    expect_usable(mesh, 6);
    cr_assert(++failures < 100, "the markers need more than %d MiB", failures << 2);
  }
  cr_assert_gt(failures, 10);
  free(corner);
  free(marker);
  tetracast_mesh_destroy(&mesh);
  tetracast_world_destroy(&w);
}

ParallelTest(mesh, regions_and_markers) {
  (void)world;
  tetracast_world *w = create_world();
  tetracast_mesh *mesh = NULL;
  const int root = host_rank() == 0;
  const int32_t region[6] = {1, 1, 2, 2, 3, 3}, marker[2] = {4, 5};
  const int64_t face[2][3] = {{0, 1, 3}, {3, 2, 0}}, far[2][3] = {{0, 1, 3}, {0, 2, 9}};
  succeeds(tetracast_mesh_create_box(w, (const int64_t[]){1, 1, 1}, (const double[]){1.0, 1.0, 1.0}, &mesh));
  fails(TETRACAST_USAGE, "regions", tetracast_mesh_set_regions(mesh, root ? 5 : 0, region));
  succeeds(tetracast_mesh_set_regions(mesh, root ? 6 : 0, root ? region : NULL));
  fails(TETRACAST_INPUT, "face 1 has vertex 9",
        tetracast_mesh_set_markers(mesh, root ? 2 : 0, far[0], marker));
  fails(TETRACAST_USAGE, "the number of faces is -1", tetracast_mesh_set_markers(mesh, -1, face[0], marker));
  fails(TETRACAST_USAGE, "corner", tetracast_mesh_set_markers(mesh, 2, NULL, marker));
  succeeds(tetracast_mesh_set_markers(mesh, root ? 2 : 0, face[0], marker));
  expect_usable(mesh, 6);
  succeeds(tetracast_mesh_set_markers(mesh, 0, NULL, NULL));
  expect_usable(mesh, 6);
  tetracast_mesh_destroy(&mesh);
  tetracast_world_destroy(&w);
}
