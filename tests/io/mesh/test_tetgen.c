#include "io/mesh/tetgen.h"

#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "io/mesh/mesh_files.h"
#include "mesh/generate.h"
#include "support/expect.h"

static tc_mesh *read_mesh(const folder *f) {
  tc_mesh *mesh = NULL;
  expect_ok(tc_tetgen_read(f->base, NULL, &mesh));
  return mesh;
}

/* Expects the two cells of good_node, good_ele and good_face, with `base` as the first number in the
 * files. The text of the files may differ from these strings. */
static void expect_good(const tc_mesh *mesh, int32_t base) {
  static const double points[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
  static const int32_t vertices[8] = {0, 1, 2, 3, 1, 2, 3, 4}, face_nodes[9] = {0, 1, 2, 1, 2, 3, 4, 3, 1};
  static const int32_t region[2] = {10, 20}, marker[3] = {6, 9, -7};
  cr_assert_eq(mesh->base, base);
  cr_assert_eq(mesh->nodes, 5);
  cr_assert_eq(mesh->cells, 2);
  cr_assert_eq(mesh->faces, 3);
  cr_assert_arr_eq(mesh->points, points, sizeof points);
  cr_assert_arr_eq(mesh->vertices, vertices, sizeof vertices);
  cr_assert_arr_eq(mesh->region, region, sizeof region);
  cr_assert_arr_eq(mesh->face_nodes, face_nodes, sizeof face_nodes);
  cr_assert_arr_eq(mesh->face_marker, marker, sizeof marker);
}

Test(tetgen, reads_nodes_cells_regions_and_markers) {
  folder f = folder_make();
  mesh_write(&f, good_node, good_ele, good_face);
  tc_mesh *mesh = read_mesh(&f);
  expect_good(mesh, 1);
  cr_assert_str_eq(mesh->name, f.base);
  cr_assert_eq(mesh->reoriented, 0);
  cr_assert_eq(tc_mesh_user_number(mesh, 1), 2);
  tc_mesh_destroy(&mesh);
  folder_remove(&f);
}

Test(tetgen, reads_numbering_from_0_tabs_crlf_and_comments) {
  folder f = folder_make();
  mesh_write(&f,
             "\r\n 5 3\t0 0 # header\r\n0 0 0 0\r\n1\t1.0 0 -0\r\n  2 0 1e0 0\r\n\r\n#\r\n3 .0 0. +1\r\n4 1 "
             "10e-1 1",
             "2  4  2\n0 0 1 2 3 1e1 x\n1 1 2 3 4 20.0 nan\n\n", "3 1\n0 0 1 2 6\n1 1 2 3 9\n2 4 3 1 -7");
  tc_mesh *mesh = read_mesh(&f);
  cr_assert(signbit(mesh->points[5]));
  mesh->points[5] = 0.0;
  expect_good(mesh, 0);
  tc_mesh_destroy(&mesh);
  folder_remove(&f);
}

/* TetGen accepts headers without their last fields, and its option -nn adds columns to the .face file. */
Test(tetgen, short_headers_and_extra_face_columns) {
  folder f = folder_make();
  mesh_write(&f, "5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n", "2\n1 1 2 3 4\n2 2 3 4 5\n",
             "3 1\n1 1 2 3 6 1 -1\n2 2 3 4 9 1 2\n3 5 4 2 -7 2 -1\n");
  tc_mesh *mesh = read_mesh(&f);
  cr_assert_eq(mesh->region[0], 0);
  cr_assert_eq(mesh->region[1], 0);
  mesh->region[0] = 10;
  mesh->region[1] = 20;
  expect_good(mesh, 1);
  tc_mesh_destroy(&mesh);
  folder_remove(&f);
}

Test(tetgen, faces_are_optional_and_so_are_their_markers) {
  folder f = folder_make();
  mesh_write(&f, good_node, good_ele, NULL);
  tc_mesh *mesh = read_mesh(&f);
  cr_assert_eq(mesh->faces, 0);
  tc_mesh_destroy(&mesh);
  file_write(&f, "m.face", "1 0\n1 1 2 3\n");
  mesh = read_mesh(&f);
  cr_assert_eq(mesh->faces, 1);
  cr_assert_eq(mesh->face_marker[0], 0);
  tc_mesh_destroy(&mesh);
  file_write(&f, "m.face", "0 1\n");
  mesh = read_mesh(&f);
  cr_assert_eq(mesh->faces, 0);
  tc_mesh_destroy(&mesh);
  folder_remove(&f);
}

Test(tetgen, a_base_may_have_an_ending) {
  static const char *const endings[] = {".node", ".ele", ".face"};
  folder f = folder_make();
  mesh_write(&f, good_node, good_ele, good_face);
  for (int i = 0; i < 3; i++) {
    char base[100];
    tc_mesh *mesh = NULL;
    snprintf(base, sizeof base, "%s%s", f.base, endings[i]);
    expect_ok(tc_tetgen_read(base, NULL, &mesh));
    cr_assert_str_eq(mesh->name, f.base);
    tc_mesh_destroy(&mesh);
  }
  char *path = NULL;
  /* ".node" is the whole name, so it is not removed as an ending. */
  expect_ok(tc_tetgen_path(".node", ".ele", &path));
  cr_assert_str_eq(path, ".node.ele");
  tc_free(path);
  folder_remove(&f);
}

Test(tetgen, the_hash_is_of_the_bytes) {
  folder f = folder_make();
  mesh_write(&f, good_node, good_ele, good_face);
  tc_mesh *mesh = read_mesh(&f);
  const uint64_t hash = mesh->hash;
  tc_mesh_destroy(&mesh);
  char other[200];
  snprintf(other, sizeof other, "%s", good_ele);
  /* In round 0 the file has the same bytes, so the hash is equal. Round 1 appends a blank, which changes
   * the hash. */
  for (int round = 0; round < 2; round++) {
    file_write(&f, "m.ele", other);
    mesh = read_mesh(&f);
    cr_assert_eq(mesh->hash == hash, round == 0);
    tc_mesh_destroy(&mesh);
    strcat(other, " ");
  }
  /* Markers are part of the problem, so changed markers and a missing .face file change the hash. A .face
   * file with 0 faces has the same effect as a missing one. */
  static const char *const faces[] = {"3 1\n1  1 2 3  6\n2  2 3 4  9\n3  5 4 2  -8\n", NULL, "0 1\n"};
  uint64_t hashes[3];
  file_write(&f, "m.ele", good_ele);
  for (int i = 0; i < 3; i++) {
    file_write(&f, "m.face", faces[i]);
    mesh = read_mesh(&f);
    hashes[i] = mesh->hash;
    cr_assert_neq(hashes[i], hash);
    tc_mesh_destroy(&mesh);
  }
  cr_assert_neq(hashes[0], hashes[1]);
  cr_assert_eq(hashes[1], hashes[2]);
  folder_remove(&f);
}

/* ---- writing TetGen files ---- */

/* Fills the points with doubles of random bits, which cover all magnitudes, and with some numbers of few
 * digits. */
static void fill_points(tc_mesh *mesh) {
  static const double few[] = {0.1,        -0.0,   0.3, 9.95, 1e22, 5e-324, 1.7976931348623157e308,
                               123456.789, 1.0 / 3};
  const size_t n = 3 * (size_t)mesh->nodes, given = sizeof few / sizeof *few;
  for (size_t i = 0; i < n; i++) {
    uint64_t bits = tc_hash_mix(i);
    memcpy(&mesh->points[i], &bits, sizeof bits);
    if (!isfinite(mesh->points[i])) mesh->points[i] = (double)i;
    if (i < given) mesh->points[i] = few[i];
    if (i >= n / 2) mesh->points[i] = (double)(bits >> 11) * 0x1p-53;
  }
}

static tc_mesh *box(int32_t n) {
  tc_mesh *mesh = NULL;
  expect_ok(tc_mesh_generate_box((int32_t[]){n, n, n}, (double[]){1, 1, 1}, &mesh));
  return mesh;
}

static void expect_same(const tc_mesh *a, const tc_mesh *b) {
  cr_assert_eq(a->nodes, b->nodes);
  cr_assert_eq(a->cells, b->cells);
  cr_assert_eq(a->faces, b->faces);
  cr_assert_eq(a->base, b->base);
  cr_assert_arr_eq(a->points, b->points, 24 * (size_t)a->nodes);
  cr_assert_arr_eq(a->vertices, b->vertices, 16 * (size_t)a->cells);
  cr_assert_arr_eq(a->region, b->region, 4 * (size_t)a->cells);
  cr_assert_arr_eq(a->face_nodes, b->face_nodes, 12 * (size_t)a->faces);
  cr_assert_arr_eq(a->face_marker, b->face_marker, 4 * (size_t)a->faces);
}

Test(tetgen, what_is_written_reads_back_bit_by_bit) {
  folder f = folder_make();
  tc_mesh *mesh = box(12);
  fill_points(mesh);
  for (int32_t cell = 0; cell < mesh->cells; cell++) mesh->region[cell] = cell % 2 ? INT32_MIN : INT32_MAX;
  for (mesh->base = 0; mesh->base < 2; mesh->base++) {
    expect_ok(tc_tetgen_write(f.base, mesh, NULL));
    tc_mesh *back = read_mesh(&f);
    expect_same(mesh, back);
    tc_mesh_destroy(&back);
    cr_assert_eq(folder_files(&f, 0), 3);
  }
  tc_mesh_destroy(&mesh);
  folder_remove(&f);
}

Test(tetgen, numbers_are_as_short_as_they_can_be) {
  folder f = folder_make();
  mesh_write(&f, "5 3 0 0\n0 0.1 0.30000000000000004 9.95\n1 0 0 0\n2 0 1 0\n3 0 0 1\n4 1 1 1\n",
             "1 4 0\n0 0 1 2 3\n", NULL);
  tc_mesh *mesh = read_mesh(&f);
  expect_ok(tc_tetgen_write(f.base, mesh, NULL));
  char *node = file_text(&f, "m.node"), *ele = file_text(&f, "m.ele");
  cr_assert_str_eq(node, "5 3 0 0\n0 0.1 0.30000000000000004 9.95\n1 0 0 0\n2 0 1 0\n3 0 0 1\n4 1 1 1\n"
                         "# Written by Tetracast\n");
  /* All regions are 0, so the cells have no attribute. */
  cr_assert_str_eq(ele, "1 4 0\n0 0 1 2 3\n# Written by Tetracast\n");
  free(node);
  free(ele);
  tc_mesh_destroy(&mesh);
  folder_remove(&f);
}

Test(tetgen, an_order_moves_cells_and_nothing_else) {
  folder f = folder_make();
  tc_mesh *mesh = box(2);
  int32_t order[48];
  for (int32_t p = 0; p < 48; p++) {
    order[p] = (7 * p + 5) % 48;
    mesh->region[p] = p;
  }
  expect_ok(tc_tetgen_write(f.base, mesh, order));
  tc_mesh *back = read_mesh(&f);
  for (int32_t p = 0; p < 48; p++) {
    cr_assert_eq(back->region[p], order[p]);
    cr_assert_arr_eq(back->vertices + 4 * p, mesh->vertices + 4 * order[p], 16);
    back->region[p] = p;
  }
  memcpy(back->vertices, mesh->vertices, 16 * 48);
  expect_same(mesh, back);
  tc_mesh_destroy(&back);
  tc_mesh_destroy(&mesh);
  folder_remove(&f);
}

Test(tetgen, faces_of_an_earlier_mesh_go_away) {
  folder f = folder_make();
  tc_mesh *mesh = box(1);
  expect_ok(tc_tetgen_write(f.base, mesh, NULL));
  mesh->faces = 0;
  expect_ok(tc_tetgen_write(f.base, mesh, NULL));
  cr_assert_eq(folder_files(&f, 0), 2);
  tc_mesh_destroy(&mesh);
  folder_remove(&f);
}

/* The disk is full while the first or the second file is written. The old files do not change, and no
 * temporary file remains. */
Test(tetgen, a_failed_write_changes_nothing) {
  folder f = folder_make();
  mesh_write(&f, good_node, good_ele, good_face);
  tc_mesh *mesh = box(6);
  struct rlimit limit;
  getrlimit(RLIMIT_FSIZE, &limit);
  signal(SIGXFSZ, SIG_IGN);
  const rlim_t unlimited = limit.rlim_cur;
  static const rlim_t sizes[] = {100, 20000};
  static const char *const named[] = {"m.node: cannot be written: File too large",
                                      "m.ele: cannot be written: File too large"};
  for (int i = 0; i < 2; i++) {
    limit.rlim_cur = sizes[i];
    setrlimit(RLIMIT_FSIZE, &limit);
    tc_status status = tc_tetgen_write(f.base, mesh, NULL);
    limit.rlim_cur = unlimited;
    setrlimit(RLIMIT_FSIZE, &limit);
    expect_error(status, TC_OUTPUT, named[i]);
    cr_assert_eq(folder_files(&f, 0), 3);
    tc_mesh *old = read_mesh(&f);
    expect_good(old, 1);
    tc_mesh_destroy(&old);
  }
  tc_mesh_destroy(&mesh);
  folder_remove(&f);
}

/* A mesh that Tetracast has written may be replaced. A mesh may not be replaced if one of its files comes
 * from another program. */
Test(tetgen, a_foreign_mesh_is_not_replaced) {
  folder f = folder_make();
  tc_mesh *mesh = box(1);
  expect_ok(tc_tetgen_prepare(f.base));
  expect_ok(tc_tetgen_write(f.base, mesh, NULL));
  expect_ok(tc_tetgen_prepare(f.base));
  file_write(&f, "m.face", good_face);
  expect_error(tc_tetgen_prepare(f.base), TC_OUTPUT, "m.face: exists and is not a mesh file that Tetracast");
  char path[400];
  file_path(&f, "m.face", path);
  unlink(path);
  cr_assert_eq(mkfifo(path, 0600), 0);
  expect_error(tc_tetgen_prepare(f.base), TC_OUTPUT, "m.face: cannot be written: it is a device or a pipe");
  tc_mesh_destroy(&mesh);
  folder_remove(&f);
}

Test(tetgen, writing_where_nothing_can_be_written) {
  folder f = folder_make();
  char base[100];
  tc_mesh *mesh = box(1);
  snprintf(base, sizeof base, "%s/none/m", f.path);
  expect_error(tc_tetgen_write(base, mesh, NULL), TC_OUTPUT, "none/m.node: cannot be written: No such file");
  tc_mesh_destroy(&mesh);
  folder_remove(&f);
}

/* A mesh adds its files to the command's list of input files, so that no output can replace one of them. */
Test(tetgen, lists_its_files) {
  tc_file_list files = {0};
  folder f = folder_make();
  mesh_write(&f, good_node, good_ele, NULL);
  cr_assert_eq(chdir(f.path), 0);
  expect_ok(tc_file_list_add_mesh(&files, false, "the mesh", "m.ele"));
  expect_error(tc_file_list_add_output(&files, "snapshots.file", "m.node"), TC_USAGE,
               "snapshots.file (m.node) and the mesh (m.ele) are the same file");
  expect_error(tc_file_list_add_mesh(&files, true, "-o", f.base), TC_USAGE, "-o (/tmp");
  folder_remove(&f);
}
