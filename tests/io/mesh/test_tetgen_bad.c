/* Invalid mesh files must be refused with a message that names the file. Random changes must not crash the
 * reader. */
#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "io/mesh/mesh_files.h"
#include "io/mesh/tetgen.h"
#include "mesh/check.h"
#include "mesh/dual.h"
#include "support/expect.h"

/* Reads and checks a mesh with the calls that a run makes before it computes. */
static tc_status use(const char *base) {
  tc_mesh *mesh = NULL;
  tc_dual *dual = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_tetgen_read(base, NULL, &mesh));
  TC_GUARD(status, tc_mesh_orient(mesh));
  TC_GUARD(status, tc_dual_create(mesh, &dual));
cleanup:
  tc_dual_destroy(&dual);
  tc_mesh_destroy(&mesh);
  return status;
}

typedef struct bad_file {
  const char *text, *where, *why; /* text of the file, and two parts of the message that it must give */
} bad_file;

static const bad_file bad_nodes[] = {
    {NULL, "m.node: ", "cannot be opened: No such file or directory"},
    {"", "m.node: ", "is empty"},
    {"# nothing\n", "m.node:1: ", "ends without a header"},
    {"five 3 0 0\n", "m.node:1: ", "expected the number of nodes, found \"five\""},
    {"5.5 3 0 0\n", "m.node:1: ", "the number of nodes is 5.5, which is not integral: write an integer"},
    {"\n-5 3 0 0\n", "m.node:2: ", "announces -5 nodes"},
    {"0 3 0 0\n", "m.node:1: ", "announces 0 nodes"},
    {"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n",
     "m.node: ", "is a Git LFS pointer instead of the file: run git lfs pull"},
    {"\xff\xfe"
     "5 3 0 0\n",
     "m.node: ", "is encoded in UTF-16: save it as UTF-8"},
    {"999999999 3 0 0\n1 0 0 0\n",
     "m.node:1: ", "announces 999999999 nodes, but a file of 24 bytes cannot hold more than 3"},
    {"99999999999999999999 3 0 0\n1 0 0 0\n",
     "m.node:1: ", "the number of nodes is 99999999999999999999, which is out of range"},
    {"5 2 0 0\n1 0 0\n", "m.node:1: ", "dimension 2, but only dimension 3 is supported"},
    {"5 3 -1 0\n", "m.node:1: ", "announces -1 attributes"},
    {"5 3 999999999999999999 0\n", "m.node:1: ", "a file of 25 bytes cannot hold more than 12"},
    {"4 3 9223372036854775804 0\n1 0 0 0\n", "m.node:1: ", "announces 9223372036854775804 attributes"},
    {"4 3 9223372036854775803 1\n1 0 0 0\n", "m.node:1: ", "announces 9223372036854775803 attributes"},
    {"4 3 4611686018427387900 0\n1 0 0 0\n", "m.node:1: ", "announces 4611686018427387900 attributes"},
    {"4 3 9223372036854775807 0\n1 0 0 0\n", "m.node:1: ", "announces 9223372036854775807 attributes"},
    {"4 3 8 0\n1 0 0 0\n", "m.node:2: ", "the header announces an attribute, but this line has none"},
    {"4 3 0 1\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n",
     "m.node:2: ", "the header announces a boundary marker, but this line has none: set the number"},
    {"4 3 -9223372036854775808 0\n", "m.node:1: ", "announces -9223372036854775808 attributes"},
    {"9223372036854775807 3 0 0\n", "m.node:1: ", "cannot hold more than 3"},
    {"-9223372036854775808 3 0 0\n", "m.node:1: ", "announces -9223372036854775808 nodes"},
    {"4 9223372036854775807 0 0\n", "m.node:1: ", "dimension 9223372036854775807"},
    {"4 3 0 9223372036854775807\n", "m.node:1: ", "announces 9223372036854775807 boundary markers"},
    {"5 3 0 7\n", "m.node:1: ", "announces 7 boundary markers"},
    {"5 3 0 0 1\n", "m.node:1: ", "more than 4 numbers"},
    {"5 3 0 0\n7 0 0 0\n8 0 0 0\n9 0 0 0\n10 0 0 0\n11 0 0 0\n", "m.node:2: ", "the first node has number 7"},
    {"5 3 0 0\n1 0 0 0\n2 1 0 0\n4 0 1 0\n4 0 0 1\n5 1 1 1\n",
     "m.node:4: ", "expected node 3, found number 4: number the nodes consecutively from 1"},
    {"5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n\n", "m.node:6: ", "ends after 4 of the 5 nodes"},
    {"5 3 0 0\n1 0 0 0\n2 1 0 nan\n3 0 1 0\n4 0 0 1\n5 1 1 1\n",
     "m.node:3: ", "the z coordinate of node 2 is not a number"},
    {"5 3 0 0\n1 0 0 0\n2 1 -inf 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n",
     "m.node:3: ", "the y coordinate of node 2 is infinite"},
    {"5 3 0 0\n1 0 0 0\n2 1e999 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n",
     "m.node:3: ", "the x coordinate of node 2 is infinite"},
    {"5 3 0 0\n1 0 0 0\n2 1,5 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n",
     "m.node:3: ", "expected the x coordinate, found \"1,5\": it has a decimal comma: write a decimal point"},
    {"5,3,0,0\n1,0,0,0\n", "m.node:1: ",
     "expected the number of nodes, found \"5,3,0,0\": separate the numbers with blanks, not commas"},
    {"5,3\n1,0,0,0\n",
     "m.node:1: ", "expected the number of nodes, found \"5,3\": separate the numbers with"},
    {"5 3 0 0\n1,-0.5,1.25e-1,0.12345678901234\n", "m.node:2: ",
     "expected the number of the row, found \"1,-0.5,1.25e-1,0.1234567\": separate the numbers with blanks"},
    {"5 3 0 0\n1 0 0 0\n2 1,2,0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n", "m.node:3: ",
     "expected the x coordinate, found \"1,2,0\": separate the numbers with blanks, not commas"},
    {"5 3 0 0\n1 0 0 0\n2 1 0x1 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n",
     "m.node:3: ", "expected the y coordinate, found \"0x1\""},
    {"5 3 0 0\n1 0 0 0\n2 1 0 \n3 0 1 0\n4 0 0 1\n5 1 1 1\n", "m.node:3: ", "ends before the z coordinate"},
    {"5 3 1 0\n1 0 0 0 1\n2 1 0 0\n3 0 1 0 1\n4 0 0 1 1\n5 1 1 1 1\n",
     "m.node:3: ", "the header announces an attribute, but this line has none"},
    {"5 3 0 1\n1 0 0 0 1\n2 1 0 0\n3 0 1 0 1\n4 0 0 1 1\n5 1 1 1 1\n",
     "m.node:3: ", "the header announces a boundary marker, but this line has none"},
    {"5 3 0 0\n1 0 0 0\n2 1 0 0 3 0 1 0\n4 0 0 1\n5 1 1 1\n6 1 1 1\n",
     "m.node:3: ", "continues after the 0 attributes"},
    {"\x89PNG\r\n\x1a\n\xff\xff", "m.node:1: ", "expected the number of nodes, found \"?PNG\": use TetGen's"},
};

static const bad_file bad_cells[] = {
    {NULL, "m.ele: ", "cannot be opened: No such file or directory"},
    {"", "m.ele: ", "is empty"},
    {"x 4 0\n", "m.ele:1: ", "expected the number of cells, found \"x\""},
    {"-1 4 0\n", "m.ele:1: ", "announces -1 cells"},
    {"0 4 0\n", "m.ele:1: ", "announces 0 cells"},
    {"999999999 4 0\n1 1 2 3 4\n",
     "m.ele:1: ", "announces 999999999 cells, but a file of 24 bytes cannot hold more than 2"},
    {"1 4 9223372036854775803\n", "m.ele:1: ", "announces 9223372036854775803 attributes"},
    {"1 4 9223372036854775807\n", "m.ele:1: ", "announces 9223372036854775807 attributes"},
    {"1 4 4611686018427387899\n", "m.ele:1: ", "announces 4611686018427387899 attributes"},
    {"9223372036854775807 4 0\n", "m.ele:1: ", "cannot hold more than 2"},
    {"1 -9223372036854775808 0\n", "m.ele:1: ", "cells of -9223372036854775808 nodes"},
    {"1 10 0\n1 1 2 3 4 5 6 7 8 9 10\n", "m.ele:1: ", "run tetgen without -o2"},
    {"1 8 0\n1 1 2 3 4 5 6 7 8\n", "m.ele:1: ", "cells of 8 nodes, but only 4 are supported"},
    {"2 4 0\n1 1 2 3 4\n# a comment\n", "m.ele:3: ", "ends after 1 of the 2 cells"},
    {"1 4 0\n0 1 2 3 4\n", "m.ele:2: ",
     "the cells seem to be numbered from 0, but the nodes are numbered from 1: number both from 1"},
    {"2 4 0\n1 1 2 3 4\n2 2 3 4 6\n", "m.ele:3: ", "cell 2 has node 6, but nodes are numbered 1 to 5"},
    {"2 4 0\n1 1 2 3 4\n2 2 3 4 0\n", "m.ele:3: ", "cell 2 has node 0"},
    {"2 4 0\n1 1 2 3 4\n2 2 3 4 -99999999999\n", "m.ele:3: ", "cell 2 has node -99999999999"},
    {"2 4 0\n1 1 2 3 4\n2 2 3 4 5.5\n",
     "m.ele:3: ", "a node number is 5.5, which is not integral: write an integer"},
    {"2 4 0\n1 1 2 3 4\n2 2 3 4\n", "m.ele:3: ", "ends before a node number"},
    {"1 4 0\n1 1 2 3 4 5\n", "m.ele:2: ", "continues after the 0 attributes"},
    {"1 4 1\n1 1 2 3 4 1.5\n",
     "m.ele:2: ", "the region (the first attribute) is 1.5, which is not integral: write an integer"},
    {"1 4 1\n1 1 2 3 4 3000000000\n",
     "m.ele:2: ", "the region (the first attribute) is 3000000000, which is out of range"},
    {"1 4 1\n1 1 2 3 4 nan\n", "m.ele:2: ", "expected the region (the first attribute), found \"nan\""},
    {"1 4 2\n1 1 2 3 4 1\n", "m.ele:2: ", "the header announces an attribute, but this line has none"},
    {"1 4 0\n1 1 2 3 3\n", "m.ele: ", "cell 1 has node 3 twice"},
    {"2 4 0\n1 1 2 3 4\n2 4 3 1 2\n", "m.ele: ", "cells 1 and 2 have the same four nodes"},
    {"3 4 0\n1 1 2 3 4\n2 2 3 4 5\n3 1 2 3 5\n", "m.ele: ", "cells 1 and 3 overlap"},
};

static const bad_file bad_faces[] = {
    {"", "m.face: ", "is empty"},
    {"# nothing", "m.face:1: ", "ends without a header"},
    {"-1 1\n", "m.face:1: ", "announces -1 faces"},
    {"888888888 1\n1 1 2 3 6\n",
     "m.face:1: ", "announces 888888888 faces, but a file of 22 bytes cannot hold more than 2"},
    {"1 2\n1 1 2 3 6\n", "m.face:1: ", "announces 2 boundary markers"},
    {"2 1\n1 1 2 3 6     \n", "m.face:2: ", "ends after 1 of the 2 faces"},
    {"1 1\n1 1 2 9 6\n", "m.face:2: ", "face 1 has node 9"},
    {"1 1\n1 1 2 3\n", "m.face:2: ", "the header announces a boundary marker, but this line has none"},
    {"1 1\n1 1 2 3 0.5\n",
     "m.face:2: ", "the boundary marker is 0.5, which is not integral: write an integer"},
    {"3 1\n1 1 2 3\n2 2 3 4\n3 5 4 2\n",
     "m.face:2: ", "the header announces a boundary marker, but this line has none: set the number"},
    {"2 1\n0 1 2 3 6\n1 2 3 4 9\n", "m.face:2: ", "the faces seem to be numbered from 0"},
    {"1 1\n1 1 2 3 2147483648.0\n",
     "m.face:2: ", "the boundary marker is 2147483648.0, which is out of range"},
    {"2 1\n1 1 2 3 6\n2 1 2 5 6\n", "m.face: ", "face 2 (nodes 1, 2, 5) is not a face of the mesh"},
    {"1 1\n1 1 2 2 6\n", "m.face: ", "face 1 (nodes 1, 2, 2) is not a face of the mesh"},
    {"2 1\n1 1 2 3 6\n2 3 2 1 7\n",
     "m.face: ", "faces 1 and 2 are the same triangle (nodes 1, 2, 3), but have the markers 6 and 7"},
};

static void expect_bad(const folder *f, const char *file, const bad_file *bad) {
  mesh_write(f, good_node, good_ele, good_face);
  expect_ok(use(f->base));
  file_write(f, file, bad->text);
  tc_status status = use(f->base);
  const char *text = tc_status_text(status);
  cr_expect_eq(tc_status_code(status), TC_INPUT, "%s of \"%s\": %s", file, bad->text ? bad->text : "nothing",
               text);
  cr_expect_eq(strncmp(text, f->path, strlen(f->path)), 0, "%s", text);
  cr_expect_not_null(strstr(text, bad->where), "\"%s\" lacks \"%s\"", text, bad->where);
  cr_expect_not_null(strstr(text, bad->why), "\"%s\" lacks \"%s\"", text, bad->why);
  cr_expect_null(strchr(text, '\n'), "%s", text);
  tc_status_free(&status);
}

#define EXPECT_ALL_BAD(file, list)                                                                           \
  do {                                                                                                       \
    folder f = folder_make();                                                                                \
    for (size_t i = 0; i < sizeof(list) / sizeof *(list); i++) expect_bad(&f, (file), &(list)[i]);           \
    folder_remove(&f);                                                                                       \
  } while (0)

Test(tetgen_bad, node) { EXPECT_ALL_BAD("m.node", bad_nodes); }
Test(tetgen_bad, ele) { EXPECT_ALL_BAD("m.ele", bad_cells); }
Test(tetgen_bad, face) { EXPECT_ALL_BAD("m.face", bad_faces); }

Test(tetgen_bad, a_home_directory_that_is_not_expanded) {
  tc_mesh *mesh = NULL;
  expect_error(tc_tetgen_read("~/mesh", NULL, &mesh), TC_INPUT,
               "; ~ is not expanded: write the path of the home directory: set the mesh to the common name");
}

/* If the header announces more rows than the file can hold, the reader allocates no memory for them. */
Test(tetgen_bad, announced_counts_take_no_memory) {
  folder f = folder_make();
  size_t before = tc_memory_peak();
  mesh_write(&f, "999999999999999999 3 0 0\n", good_ele, NULL);
  expect_error(use(f.base), TC_INPUT, "cannot hold more than");
  mesh_write(&f, good_node, "536870911 4 0\n1 1 2 3 4\n", NULL);
  expect_error(use(f.base), TC_INPUT, "cannot hold more than");
  cr_assert_lt(tc_memory_peak(), before + ((size_t)64 << 20));
  folder_remove(&f);
}

Test(tetgen_bad, binary_files) {
  folder f = folder_make();
  mesh_write(&f, good_node, good_ele, good_face);
  file_write_bytes(&f, "m.ele", "2 4 0\n\0\0\0\1", 10);
  expect_error(use(f.base), TC_INPUT, "m.ele:2: contains a NUL byte, so this is a binary file");
  folder_remove(&f);
}

static void expect_harmless(const folder *f) {
  tc_status status = use(f->base);
  tc_code code = tc_status_code(status);
  cr_assert(code == TC_DONE || code == TC_INPUT, "%s", tc_status_text(status));
  tc_status_free(&status);
}

static const char *const names[] = {"m.node", "m.ele", "m.face"};

Test(tetgen_bad, files_cut_anywhere) {
  const char *const texts[] = {good_node, good_ele, good_face};
  folder f = folder_make();
  for (int i = 0; i < 3; i++) {
    mesh_write(&f, good_node, good_ele, good_face);
    for (size_t n = 0; n < strlen(texts[i]); n++) {
      file_write_bytes(&f, names[i], texts[i], n);
      expect_harmless(&f);
    }
  }
  folder_remove(&f);
}

/* Some bytes of a valid file are replaced, either by arbitrary bytes or by bytes that often occur in such
 * files. The reader must not crash. */
Test(tetgen_bad, files_with_wrong_bytes) {
  const char *const texts[] = {good_node, good_ele, good_face};
  static const char likely[] = "0123456789-+.eE \n\r\t#naif";
  folder f = folder_make();
  for (uint64_t round = 0; round < 4000; round++) {
    uint64_t random = tc_hash_mix(round);
    int i = (int)(random % 3), changes = 1 + (int)(random / 3 % 4);
    char text[256];
    size_t n = strlen(texts[i]);
    memcpy(text, texts[i], n);
    for (int k = 0; k < changes; k++) {
      random = tc_hash_mix(random);
      size_t at = (size_t)((random >> 32) % n);
      text[at] = random & 1 ? likely[(random >> 8) % (sizeof likely - 1)] : (char)(random >> 8);
    }
    mesh_write(&f, good_node, good_ele, good_face);
    file_write_bytes(&f, names[i], text, n);
    expect_harmless(&f);
  }
  folder_remove(&f);
}
