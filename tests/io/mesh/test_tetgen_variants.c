/* Variants of TetGen files that other programs write and that TetGen reads. */
#include "base/program/log.h"
#include "io/mesh/mesh_files.h"
#include "io/mesh/tetgen.h"
#include "support/expect.h"

#define NODE "5 3 1 1\n1 0 0 0 7.5 1\n2 1 0 0 7.5 1\n3 0 1 0 7.5 1\n4 0 0 1 7.5 1\n5 1 1 1 7.5 0\n"
#define ELE  "2 4 1\n1 1 2 3 4 10\n2 2 3 4 5 20\n"
#define FACE "3 1\n1 1 2 3 6\n2 2 3 4 9\n3 5 4 2 -7\n"

/* Reads the mesh with a log and returns the number of warnings. The last warning is copied to `warning`. */
static int read_with_log(const folder *f, tc_mesh **mesh, char warning[TC_LOG_TEXT]) {
  static tc_log_record record;
  record = (tc_log_record){0};
  const tc_log log = {NULL, TC_LOG_QUIET, &record, NULL};
  expect_ok(tc_tetgen_read(f->base, &log, mesh));
  snprintf(warning, TC_LOG_TEXT, "%s", record.warnings ? record.warning[record.warnings - 1] : "");
  return record.warnings;
}

static void expect_same_as_plain(const folder *f) {
  static const double points[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
  static const int32_t vertices[8] = {0, 1, 2, 3, 1, 2, 3, 4}, face_nodes[9] = {0, 1, 2, 1, 2, 3, 4, 3, 1};
  static const int32_t region[2] = {10, 20}, marker[3] = {6, 9, -7};
  tc_mesh *mesh = NULL;
  char warning[TC_LOG_TEXT];
  cr_assert_eq(read_with_log(f, &mesh, warning), 0, "%s", warning);
  cr_assert_arr_eq(mesh->points, points, sizeof points);
  cr_assert_arr_eq(mesh->vertices, vertices, sizeof vertices);
  cr_assert_arr_eq(mesh->region, region, sizeof region);
  cr_assert_arr_eq(mesh->face_nodes, face_nodes, sizeof face_nodes);
  cr_assert_arr_eq(mesh->face_marker, marker, sizeof marker);
  tc_mesh_destroy(&mesh);
}

/* Writes a text in which `end` replaces each line end. */
static void write_with_ends(const folder *f, const char *name, const char *text, const char *end) {
  char *out = calloc(2 * strlen(text) + 1, 1);
  for (const char *c = text; *c; c++) strncat(out, *c == '\n' ? end : c, *c == '\n' ? 2 : 1);
  file_write(f, name, out);
  free(out);
}

Test(tetgen_variants, line_ends_of_all_systems) {
  static const char *const ends[] = {"\n", "\r\n", "\r"};
  folder f = folder_make();
  for (int i = 0; i < 3; i++) {
    write_with_ends(&f, "m.node", NODE, ends[i]);
    write_with_ends(&f, "m.ele", ELE, ends[i]);
    write_with_ends(&f, "m.face", FACE, ends[i]);
    expect_same_as_plain(&f);
  }
  folder_remove(&f);
}

/* Each entry replaces one file of the mesh by another spelling, which must give the same mesh. */
static const char *const same[][2] = {
    {"m.node", "\xef\xbb\xbf" NODE},
    {"m.ele", "\xef\xbb\xbf" ELE},
    {"m.face", "\xef\xbb\xbf" FACE},
    {"m.node",
     "\xef\xbb\xbf\r5 3 1 1\r1 0 0 0 7.5 1\r2 1 0 0 7.5 1\r3 0 1 0 7.5 1\r4 0 0 1 7.5 1\r5 1 1 1 7.5 0"},
    {"m.node", "# a\r5 3 1 1\r1 0 0 0 7.5 1\r2 1 0 0 7.5 1\r3 0 1 0 7.5 1\n4 0 0 1 7.5 1\r\n5 1 1 1 7.5 0\n"},
    {"m.node",
     "5.0 3.0 1.0 1e0\n1.0 0 0 0 7.5 1\n2. 1 0 0 7.5 1\n3 0 1 0 7.5 1\n4 0 0 1 7.5 1\n5 1 1 1 7.5 0\n"},
    {"m.node", "5 3 1 1\n1 0.0D+00 0d0 0Q0 x 1\n2 1.0D+00 0 0 x 1\n3 0 1q0 0 x 1\n4 0 0 10.D-1 x 1\n"
               "5 .1d+1 1.0+000 100.0-002 x 0\n"},
    {"m.node", "5, 3, 1, 1\n1, 0, 0, 0, x, 1\n2, 1., 0, 0, x, 1\n3, 0, 1e0, 0, x, 1\n4, 0, 0, 1, x, 1\n"
               "5, 1, 1, 1, x, 0\n"},
    {"m.ele", "2.0 4.0 1.0\n1.0 1.0 2.0 3.0 4.0 1.0D+01\n2 2 3 4 5 2e1\n"},
    {"m.face", "3.0 1.0\n1.0 1.0 2.0 3.0 6.0\n2 2 3 4 9.0\n3 5 4 2 -7.0\n"},
};

Test(tetgen_variants, one_file_written_by_another_program) {
  folder f = folder_make();
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    mesh_write(&f, NODE, ELE, FACE);
    file_write(&f, same[i][0], same[i][1]);
    expect_same_as_plain(&f);
  }
  folder_remove(&f);
}

/* Each entry has a file with text after its last row, and the warning about this text. */
static const char *const longer[][3] = {
    {"m.node", NODE " THIS FILE WAS\tMODIFIED BY E4D\n",
     "m.node:7: ignored 1 line after the last of 5 nodes: \"THIS FILE WAS?MODIFIED BY E4D\""},
    {"m.ele", ELE "\nend of cells\n# comment\n",
     "m.ele:5: ignored 1 line after the last of 2 cells: \"end of cells\""},
    {"m.face", FACE "4 1 2 5 3\n5 1 2 5 3\n6 1 2 5 3\n",
     "m.face:5: ignored 3 lines after the last of 3 faces: \"4 1 2 5 3\""},
};

Test(tetgen_variants, text_after_the_last_row_is_ignored_with_a_warning) {
  folder f = folder_make();
  for (size_t i = 0; i < sizeof longer / sizeof *longer; i++) {
    char warning[TC_LOG_TEXT];
    tc_mesh *mesh = NULL, *plain = NULL;
    mesh_write(&f, NODE, ELE, FACE);
    expect_ok(tc_tetgen_read(f.base, NULL, &plain));
    file_write(&f, longer[i][0], longer[i][1]);
    cr_assert_eq(read_with_log(&f, &mesh, warning), 1);
    cr_assert_not_null(strstr(warning, longer[i][2]), "\"%s\"", warning);
    cr_assert_neq(mesh->hash, plain->hash, "the hash is of all bytes");
    cr_assert_arr_eq(mesh->points, plain->points, 15 * sizeof(double));
    tc_mesh_destroy(&mesh);
    tc_mesh_destroy(&plain);
  }
  folder_remove(&f);
}
