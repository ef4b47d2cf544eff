/* TetGen text that several ranks read has the arrays, the names and the hash that one reader finds. */
#include "io/mesh/tetgen_ranks.h"

#include "io/mesh/mesh_files.h"
#include "io/mesh/tetgen.h"
#include "mesh/generate.h"
#include "support/expect.h"
#include "support/parallel.h"

/* The root creates a directory. All ranks know its path. */
static folder shared_folder(const tc_world *world) {
  folder f = {"", ""};
  if (world->rank == 0) f = folder_make();
  MPI_Bcast(&f, (int)sizeof f, MPI_BYTE, 0, tc_world_comm(world));
  return f;
}

static void remove_shared(const tc_world *world, const folder *f) {
  MPI_Barrier(tc_world_comm(world));
  if (world->rank == 0) folder_remove(f);
}

static void expect_equal(const tc_mesh *a, const tc_mesh *b) {
  cr_assert(a->nodes == b->nodes && a->cells == b->cells && a->faces == b->faces && a->base == b->base);
  cr_expect_eq(a->hash, b->hash);
  cr_expect_str_eq(a->name, b->name);
  cr_expect_arr_eq(a->points, b->points, 3 * (size_t)a->nodes * sizeof *a->points);
  cr_expect_arr_eq(a->vertices, b->vertices, 4 * (size_t)a->cells * sizeof *a->vertices);
  cr_expect_arr_eq(a->region, b->region, (size_t)a->cells * sizeof *a->region);
  cr_expect_arr_eq(a->face_nodes, b->face_nodes, 3 * (size_t)a->faces * sizeof *a->face_nodes);
  cr_expect_arr_eq(a->face_marker, b->face_marker, (size_t)a->faces * sizeof *a->face_marker);
  cr_assert_eq(a->names, b->names);
  for (int32_t i = 0; i < a->names; i++) {
    cr_expect(a->name_list[i].dimension == b->name_list[i].dimension &&
              a->name_list[i].number == b->name_list[i].number);
    cr_expect_str_eq(a->name_list[i].text, b->name_list[i].text);
  }
}

/* Reads the mesh on all ranks and compares it with that of one reader. */
static void expect_same(const tc_world *world, const folder *f) {
  tc_mesh *together = NULL, *alone = NULL;
  MPI_Barrier(tc_world_comm(world));
  expect_ok(tc_tetgen_read_by_ranks(world, f->base, 1.0, &together));
  cr_expect(world->rank == 0 || !together);
  if (world->rank == 0) {
    expect_ok(tc_tetgen_read(f->base, NULL, &alone));
    cr_assert(world->ranks == 1 || together);
    if (together) expect_equal(together, alone);
  }
  tc_mesh_destroy(&together);
  tc_mesh_destroy(&alone);
}

static void expect_not_read(const tc_world *world, const folder *f) {
  tc_mesh *mesh = NULL;
  MPI_Barrier(tc_world_comm(world));
  expect_ok(tc_tetgen_read_by_ranks(world, f->base, 1.0, &mesh));
  cr_expect_null(mesh);
}

/* A box with regions, markers and names, which are written at the ends of the files. */
ParallelTest(tetgen_ranks, written_mesh) {
  folder f = shared_folder(world);
  for (int base = 0; base < 2; base++) {
    if (world->rank == 0) {
      static const tc_mesh_name name[] = {{3, 1, "outer"}, {2, 6, "wall"}, {3, 0, "inner part"}};
      tc_mesh *mesh = NULL;
      expect_ok(tc_mesh_generate_box((const int32_t[]){5, 4, 3}, (const double[]){1.0, 2.0, 0.3}, &mesh));
      mesh->base = base;
      for (int32_t i = 0; i < mesh->cells; i++) mesh->region[i] = i % 3;
      expect_ok(tc_mesh_set_names(mesh, 3, name));
      expect_ok(tc_tetgen_write(f.base, mesh, NULL));
      tc_mesh_destroy(&mesh);
    }
    expect_same(world, &f);
  }
  remove_shared(world, &f);
}

/* Files of a few rows, so that some ranks have none. Each entry replaces one file of the mesh. */
static const char *const unusual[][2] = {
    {"m.node", "# first\n5 3 1 1 # head\n# named\n1 0 0 0 7.5 1\n\n2 1 0 0 7.5 1\n3 0 1 0 7.5 1\n4 0 0 1 7.5 "
               "1\n5 1 1 1 7.5 0"},
    {"m.node",
     "5 3 1 1\r\n1 0 0 0 7.5 1\r\n2 1 0 0 7.5 1\r\n3 0 1 0 7.5 1\r\n4 0 0 1 7.5 1\r\n5 1 1 1 7.5 0\r\n"},
    {"m.ele", "# region 10 early\n2 4 1\n# region 20 left\n1.0 1 2 3 4 10\n# region 10 right\n2 2 3 4 5 "
              "20\n# region 10 last\n"},
    {"m.face", "# marker 6 before\n3 1\n# marker 6 after\n1 1 2 3 6\n2 2 3 4 9\n3 5 4 2 -7\n"},
    {"m.face", "0 1\n"},
    {"m.face", NULL},
    {"m.face", "3 1\n# marker 6 a\n1 1 2 3 6\n# marker 6 b\n2 2 3 4 9\n3 5 4 2 -7\n# marker -7 c"},
};

ParallelTest(tetgen_ranks, small_and_unusual_files) {
  folder f = shared_folder(world);
  if (world->rank == 0) mesh_write(&f, good_node, good_ele, good_face);
  expect_same(world, &f);
  for (size_t k = 0; k < sizeof unusual / sizeof *unusual; k++) {
    if (world->rank == 0) file_write(&f, unusual[k][0], unusual[k][1]);
    expect_same(world, &f);
    if (world->rank == 0) mesh_write(&f, good_node, good_ele, good_face);
  }
  remove_shared(world, &f);
}

/* Names before and after the headers of both files, whose order is that of a single reader. */
ParallelTest(tetgen_ranks, order_of_names) {
  folder f = shared_folder(world);
  if (world->rank == 0)
    mesh_write(&f, good_node,
               "# region 10 a\n2 4 1\n# region 10 b\n1 1 2 3 4 10\n2 2 3 4 5 20\n# marker 6 c\n",
               "# marker 6 d\n3 1\n1 1 2 3 6\n# marker 6 e\n2 2 3 4 9\n3 5 4 2 -7\n# region 10 f\n");
  expect_same(world, &f);
  remove_shared(world, &f);
}

/* Files with an error, with a warning, or with line ends that only the first line determines. */
static const char *const left_to_root[][2] = {
    {"m.node", NULL},
    {"m.node", "5 3 1 1\n2 0 0 0 7.5 1\n3 1 0 0 7.5 1\n4 0 1 0 7.5 1\n5 0 0 1 7.5 1\n6 1 1 1 7.5 0\n"},
    {"m.node", "5 3 1 1\n1 0 0 0 7.5 1\n2 1 0 0 7.5 1\n3 0 1 0 7.5 1\n4 0 0 1 7.5 1\n"},
    {"m.node", "5 3 1 1\n1 0 0 0 7.5 1\n2 1 0 nan 7.5 1\n3 0 1 0 7.5 1\n4 0 0 1 7.5 1\n5 1 1 1 7.5 0\n"},
    {"m.ele", "2 4 1\n1 1 2 3 4 10\n3 2 3 4 5 20\n"},
    {"m.ele", "2 4 1\n9223372036854775807 1 2 3 4 10\n1 2 3 4 5 20\n"},
    {"m.ele", "2 4 1\n1 1 2 3 4 10\n2 2 3 4 6 20\n"},
    {"m.ele", "2 4 1\n1 0 2 3 4 10\n2 2 3 4 5 20\n"},
    {"m.ele", "2 4 1\n1 1 2 3 4 10\n2 2 3 4 5 20\n3 2 3 4 5 20\n"},
    {"m.ele", "2 4 1\n1 1 2 3 4 10\n2 2 3 x 5 20\n"},
    {"m.ele", "2 4 1\n1 1 2 3 4 10\r2 2 3 4 5 20\n"},
    {"m.face", "3 1\r1 1 2 3 6\r2 2 3 4 9\r3 5 4 2 -7\r"},
    {"m.face", "3 1\n1 1 2 3 6 7\r2 2 3 4 9\n3 5 4 2 -7\n"},
    {"m.face", "3 1\n1 1 2 3 6\n2 2 3 4 99999999999\n3 5 4 2 -7\n"},
};

ParallelTest(tetgen_ranks, files_for_the_root) {
  folder f = shared_folder(world);
  for (size_t k = 0; k < sizeof left_to_root / sizeof *left_to_root; k++) {
    if (world->rank == 0) {
      mesh_write(&f, good_node, good_ele, good_face);
      file_write(&f, left_to_root[k][0], left_to_root[k][1]);
    }
    expect_not_read(world, &f);
  }
  remove_shared(world, &f);
}

/* Without a mesh of text, no rank reads. */
ParallelTest(tetgen_ranks, no_text) {
  tc_mesh *mesh = NULL;
  expect_ok(tc_tetgen_read_by_ranks(world, NULL, 1.0, &mesh));
  cr_expect_null(mesh);
}

ParallelTest(tetgen_ranks, number_of_readers) {
  (void)world;
  cr_expect_eq(tc_tetgen_count_readers(0.0, 100.0, 8), 1);
  cr_expect_eq(tc_tetgen_count_readers(199.0, 100.0, 8), 1);
  cr_expect_eq(tc_tetgen_count_readers(350.0, 100.0, 8), 3);
  cr_expect_eq(tc_tetgen_count_readers(1e18, 100.0, 8), 8);
}
