#include "io/exporters/export_case.h"

static const char points[] = "6\n0 0 0\n1 0 0\n0 1 0\n-0 0 1\n1 1 1\n0 0 -0.3333333333333333\n";
static const char cells[] = "3\nTt 0 1 2 3 10\nTt 1 2 3 4 20\nTt 2 1 0 5 10\n";

static void expect_text(const export_case *c, const char *file, const char *expected) {
  char *text = file_text(&c->folder, file);
  cr_assert_str_eq(text, expected, "%s", file);
  free(text);
}

Test(export_carp, points_cells_and_fibres) {
  export_case c = case_make(NULL);
  c.data.fibre = case_fibre;
  c.data.width = 6;
  expect_file(&c, "carp", "m.pts", points);
  expect_text(&c, "m.elem", cells);
  expect_text(&c, "m.lon", "2\n1 0 0 0 1 0\n0 0.6 0.8 1 0 0\n0 0 0 0.1 0.2 0.3\n");
  c.data.width = 3;
  expect_file(&c, "carp", "m.elem", cells);
  expect_text(&c, "m.lon", "1\n1 0 0\n0 1 0\n0 0.6 0.8\n");
  case_free(&c);
}

/* The old file of fibres (.lon) belongs to another mesh, and readers would use it with the new mesh. The
 * exporter must therefore remove it. */
Test(export_carp, without_fibres_an_old_file_is_removed) {
  export_case c = case_make(NULL);
  file_write(&c.folder, "m.b.lon", "1\n1 0 0\n");
  expect_ok(case_write(&c, "carp", "m.b"));
  expect_text(&c, "m.b.pts", points);
  expect_text(&c, "m.b.elem", cells);
  cr_assert_eq(folder_files(&c.folder, 0), 2);
  case_free(&c);
}

Test(export_carp, a_failed_export_replaces_nothing) {
  char path[400];
  export_case c = case_make(NULL);
  c.data.fibre = case_fibre;
  c.data.width = 3;
  file_write(&c.folder, "m.pts", "old");
  file_path(&c.folder, "m.lon", path);
  cr_assert_eq(symlink(path, path), 0);
  expect_error(case_write(&c, "carp", "m.pts"), TC_OUTPUT, "m.lon: cannot be written");
  expect_text(&c, "m.pts", "old");
  cr_assert_eq(folder_files(&c.folder, 0), 2, "no temporary files");
  case_free(&c);
}
