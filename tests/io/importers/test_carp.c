#include "base/file/file_hash.h"
#include "base/file/line_reader.h"
#include "io/importers/import_case.h"

static const char *const pts = "5\n0 0 0\n1e3 0 0\n0 1e3 0\n0 0 1e3\n1e3 1e3 1e3\n";
static const char *const elem = "# comment\n3\nTt 0 1 2 3 7\nTt 1 2 3 4 8\nTr 0 1 2 4\n";

static void write_mesh(const folder *f, const char *points, const char *elements, const char *lon) {
  file_write(f, "m.pts", points);
  file_write(f, "m.elem", elements);
  file_write(f, "m.lon", lon);
}

static tc_raw_mesh *accept(const folder *f, const tc_import_options *options) {
  tc_raw_mesh *raw = NULL;
  expect_ok(import_file(f, "m.elem", NULL, options, NULL, &raw));
  return raw;
}

static void refuse(const folder *f, const tc_import_options *options, const char *part) {
  tc_raw_mesh *raw = NULL;
  expect_error(import_file(f, "m.pts", NULL, options, NULL, &raw), TC_INPUT, part);
  cr_assert_null(raw);
}

static void refuse_files(const folder *f, const char *points, const char *elements, const char *part) {
  write_mesh(f, points, elements, NULL);
  refuse(f, &no_options, part);
}

Test(carp, meshes_with_tags_and_fibres) {
  folder f = folder_make();
  write_mesh(&f, pts, elem, "2\n1 0 0 0 1 0\n0 0 0 0 0 0\n0 0 1 0 1 0\n");
  tc_raw_mesh *raw = accept(&f, &no_options);
  cr_assert_str_eq(raw->format, "openCARP, text");
  cr_assert_eq(raw->points, 5);
  cr_assert_eq(raw->point[5 * 3 - 1], 1000);
  cr_assert_eq(tc_raw_mesh_point_number(raw, 4), 4);
  cr_assert_eq(raw->elements, 3);
  cr_assert_eq(raw->element_number[1], 1);
  cr_assert_arr_eq(raw->corner, ((int32_t[]){0, 1, 2, 3, 1, 2, 3, 4, 0, 1, 2}), 11 * sizeof(int32_t));
  expect_group(raw, 0, 3, 7, "");
  expect_group(raw, 1, 3, 8, "");
  expect_group(raw, 2, 2, 4, "");
  cr_assert_eq(raw->width, 6);
  cr_assert_eq(raw->vector[4], 1);
  cr_assert_eq(raw->vector[14], 1);
  tc_raw_mesh_destroy(&raw);
  folder_remove(&f);
}

Test(carp, shapes_in_the_order_of_vtk) {
  folder f = folder_make();
  write_mesh(&f, "8\n0 0 0\n0 0 0\n0 0 0\n0 0 0\n0 0 0\n0 0 0\n0 0 0\n0 0 0\n",
             "6\r\nHx 0 1 2 3 4 5 6 7\r\nPr 0 1 2 3 4 5\r\nPy 0 1 2 3 4\r\nQd 0 1 2 3\r\nLn 0 1\r\nCx 6 7",
             NULL);
  tc_raw_mesh *raw = accept(&f, &no_options);
  cr_assert_arr_eq(raw->type,
                   ((uint8_t[]){TC_ELEMENT_HEXAHEDRON, TC_ELEMENT_PRISM, TC_ELEMENT_PYRAMID,
                                TC_ELEMENT_QUADRILATERAL, TC_ELEMENT_LINE, TC_ELEMENT_LINE}),
                   6);
  cr_assert_arr_eq(raw->corner, ((int32_t[]){0, 1, 2, 3, 4, 7, 6, 5, 0, 1, 2, 3, 5, 4}),
                   14 * sizeof(int32_t));
  cr_assert_eq(raw->groups, 0);
  cr_assert_eq(raw->set[0], 0);
  cr_assert_eq(raw->width, 0);
  tc_raw_mesh_destroy(&raw);
  folder_remove(&f);
}

Test(carp, surfaces) {
  folder f = folder_make();
  char path[400];
  tc_raw_mesh *raw;
  write_mesh(&f, pts, elem, "1 0 0\n1 0 0\n1 0 0\n");
  file_write(&f, "wall.surf", "2\nTr 1 2 4 99\nQd 0 1 4 3\n");
  file_path(&f, "wall.surf", path);
  const tc_import_options options = {.surfaces = 1, .surface = &(tc_import_surface){path, 3}};
  raw = accept(&f, &options);
  const uint64_t hash = raw->hash;
  cr_assert_eq(raw->elements, 5);
  cr_assert_eq(raw->element_number[3], 3);
  expect_group(raw, 3, 2, 3, "");
  expect_group(raw, 4, 2, 3, "");
  cr_assert_eq(raw->vector[3 * 3], 0);
  tc_raw_mesh_destroy(&raw);
  file_write(&f, "wall.surf", "1\nTr 1 2 4\n");
  raw = accept(&f, &options);
  cr_assert_neq(raw->hash, hash);
  tc_raw_mesh_destroy(&raw);
  file_write(&f, "wall.surf", "1\nTt 1 2 4 3\n");
  refuse(&f, &options, "wall.surf:2: a surface file may contain only triangles (Tr) and quadrilaterals (Qd)");
  folder_remove(&f);
}

Test(carp, hash_of_all_files) {
  folder f = folder_make();
  char path[400];
  const char *const *files;
  uint64_t hash;
  tc_pool pool = {0};
  write_mesh(&f, pts, elem, "1 0 0\n1 0 0\n1 0 0\n");
  file_path(&f, "m.pts", path);
  expect_ok(tc_importer_find("carp")->list_files(path, &pool, &files));
  cr_assert_not_null(strstr(files[2], "m.lon"));
  cr_assert_null(files[3]);
  expect_ok(tc_file_hash(files, &hash));
  tc_raw_mesh *raw = accept(&f, &no_options);
  cr_assert_eq(raw->hash, hash);
  tc_raw_mesh_destroy(&raw);
  tc_pool_free(&pool);
  folder_remove(&f);
}

Test(carp, hash_of_one_file) {
  folder f = folder_make();
  char path[400];
  tc_line_reader *lines;
  tc_text text;
  uint64_t hash;
  file_write(&f, "m.pts", pts);
  file_path(&f, "m.pts", path);
  expect_ok(tc_line_reader_open(path, &lines));
  do expect_ok(tc_line_reader_next(lines, &text));
  while (text.cursor);
  expect_ok(tc_file_hash((const char *const[]){path, NULL}, &hash));
  cr_assert_eq(hash, tc_line_reader_hash(lines));
  tc_line_reader_close(&lines);
  folder_remove(&f);
}

Test(carp, tags_of_some_rows) {
  folder f = folder_make();
  refuse_files(&f, pts, "2\nTt 0 1 2 3 1\nTt 1 2 3 4\n",
               "m.elem:3: the tag is missing, but line 2 has one: add the tag");
  refuse_files(&f, pts, "2\nTt 0 1 2 3\n\nTt 1 2 3 4 5\n",
               "m.elem:4: the row has a tag, but line 2 has none: add the tag there");
  refuse_files(&f, pts, "1\nTt 0 1 2 3 1.5\n", "m.elem:2: expected the tag, found \"1.5\"");
  refuse_files(&f, pts, "1\nTt 0 1 2 3 1 2\n", "m.elem:2: the line continues after the tag: remove the rest");
  folder_remove(&f);
}

Test(carp, elements_with_mistakes) {
  folder f = folder_make();
  refuse_files(&f, pts, NULL, "m.elem: ");
  refuse_files(&f, pts, "1\nXx 0 1 2 3\n", "m.elem:2: expected a type of element (Tt, ");
  refuse_files(&f, pts, "1\n0 1 2 3 4\n", "found \"0\": correct it");
  refuse_files(&f, pts, "1\nTt 0 1 2 5\n",
               "m.elem:2: the row has point 5, but points are numbered 0 to 4: correct it");
  refuse_files(&f, pts, "1\nTt 0 1 2\n", "m.elem:2: the line ends before the number of a point: complete it");
  refuse_files(&f, pts, "2\nTt 0 1 2 3\n#\n#\n",
               "m.elem:4: the file ends after 1 of the 2 elements that its header announces: copy");
  refuse_files(&f, pts, "1\nTt 0 1 2 3\nTt 0 1 2 3\n",
               "m.elem:3: the file continues after the 1 element that its header announces: correct");
  refuse_files(&f, pts, "2000000000\nTt 0 1 2 3\n",
               "m.elem:1: announces 2000000000 elements, but the file has");
  folder_remove(&f);
}

Test(carp, points_with_mistakes) {
  folder f = folder_make();
  refuse_files(&f, NULL, elem, "m.pts: ");
  refuse_files(&f, "# none\n", elem, "m.pts:1: the file ends before its header");
  refuse_files(&f, "-1\n", elem, "m.pts:1: announces -1 points: correct the number");
  refuse_files(&f, "0 0 0\n1 0 0\n", elem,
               "m.pts:1: the line continues after the number of points: write the h");
  refuse_files(&f, "1\n0 0 nan\n", elem, "m.pts:2: expected the z coordinate, found \"nan\": correct it");
  refuse_files(&f, "1\n0 0,5 0\n", elem, "m.pts:2: expected the y coordinate, found \"0,5\": ");
  refuse_files(&f, "1\n0 0 0 0\n", elem, "m.pts:2: the line continues after 3 coordinates: remove the rest");
  folder_remove(&f);
}

Test(carp, fibres_of_other_meshes) {
  folder f = folder_make();
  write_mesh(&f, pts, elem, "1\n1 0 0\n0 1 0\n");
  refuse(&f, &no_options, "m.lon: has directions for 2 cells, but the mesh has 3");
  folder_remove(&f);
}

Test(carp, binary_files) {
  folder f = folder_make();
  tc_raw_mesh *raw = NULL;
  file_write_bytes(&f, "m.bpts", "\0\1", 2);
  expect_error(import_file(&f, "m.bpts", NULL, &no_options, NULL, &raw), TC_INPUT,
               "/m -ifmt=carp_bin -omsh=");
  folder_remove(&f);
}

Test(carp, options_of_other_formats) {
  folder f = folder_make();
  tc_raw_mesh *raw = NULL;
  write_mesh(&f, pts, elem, NULL);
  expect_error(import_file(&f, "m.pts", NULL, &(tc_import_options){.fibres = "a"}, NULL, &raw), TC_USAGE,
               "--fibres a: ");
  expect_error(import_file(&f, "m.pts", NULL, &(tc_import_options){.regions = "a"}, NULL, &raw), TC_USAGE,
               "--regions-from a");
  folder_remove(&f);
}
