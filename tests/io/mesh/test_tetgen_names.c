/* Tetracast stores the names of regions and markers in comment lines of TetGen files. */
#include "io/mesh/mesh_files.h"
#include "io/mesh/tetgen.h"
#include "support/expect.h"

static tc_mesh *read_mesh(const folder *f) {
  tc_mesh *mesh;
  expect_ok(tc_tetgen_read(f->base, NULL, &mesh));
  return mesh;
}

static void expect_name(const tc_mesh *mesh, int index, int dimension, int number, const char *text) {
  cr_assert_lt(index, mesh->names);
  cr_assert_eq(mesh->name_list[index].dimension, dimension);
  cr_assert_eq(mesh->name_list[index].number, number);
  cr_assert_str_eq(mesh->name_list[index].text, text);
}

Test(tetgen_names, comment_lines) {
  folder f = folder_make();
  mesh_write(
      &f, good_node,
      "# region 10 left atrium \r\n2 4 1\n \t# region\t20 x#y\n1  1 2 3 4  10\n2  2 3 4 5  20 # region 5 z\n"
      "#region 20 second\n# region 1\n# region x y\n# regions 1 a\n# region 99999999999 a\n# a region 1 b\n",
      "3 1\n1  1 2 3  6\n2  2 3 4  9\n3  5 4 2  -7\n# marker -7 wall\n# end\n");
  tc_mesh *mesh = read_mesh(&f);
  cr_assert_eq(mesh->names, 4);
  expect_name(mesh, 0, 3, 10, "left atrium");
  expect_name(mesh, 1, 3, 20, "x#y");
  expect_name(mesh, 2, 3, 20, "second");
  expect_name(mesh, 3, 2, -7, "wall");
  tc_mesh_destroy(&mesh);
  folder_remove(&f);
}

Test(tetgen_names, are_written_and_read) {
  folder f = folder_make();
  mesh_write(&f, good_node, good_ele, good_face);
  tc_mesh *mesh = read_mesh(&f);
  cr_assert_eq(mesh->names, 0);
  expect_ok(tc_tetgen_write(f.base, mesh, NULL));
  char *plain = file_text(&f, "m.ele"), *plain_face = file_text(&f, "m.face");
  const tc_mesh_name names[] = {{2, 6, "wall"}, {3, 10, "left\natrium"}, {3, 20, "scar"}};
  expect_ok(tc_mesh_set_names(mesh, 3, names));
  expect_ok(tc_tetgen_write(f.base, mesh, NULL));
  char *named = file_text(&f, "m.ele"), *named_face = file_text(&f, "m.face");
  tc_mesh_destroy(&mesh);
  const size_t rows = (size_t)(strstr(plain, "# Written") - plain);
  cr_assert_arr_eq(plain, named, rows);
  cr_assert_str_eq(named + rows, "# region 10 left atrium\n# region 20 scar\n# Written by Tetracast\n");
  cr_assert_str_eq(strstr(named_face, "#"), "# marker 6 wall\n# Written by Tetracast\n");
  cr_assert_str_eq(strstr(plain_face, "#"), "# Written by Tetracast\n");
  mesh = read_mesh(&f);
  cr_assert_eq(mesh->names, 3);
  expect_name(mesh, 0, 3, 10, "left atrium");
  expect_name(mesh, 1, 3, 20, "scar");
  expect_name(mesh, 2, 2, 6, "wall");
  tc_mesh_destroy(&mesh);
  free(plain);
  free(plain_face);
  free(named);
  free(named_face);
  folder_remove(&f);
}
