#include "io/exporters/exporter.h"

#include "io/exporters/export_case.h"

static const char *selected(const char *path, const char *format) {
  const tc_exporter *exporter = NULL;
  expect_ok(tc_exporter_select(path, format, &exporter));
  return exporter->name;
}

Test(exporter, selection) {
  const tc_exporter *exporter = NULL;
  cr_assert_str_eq(selected("a.vtu", NULL), "vtu");
  cr_assert_str_eq(selected("a.MSH", NULL), "msh");
  cr_assert_str_eq(selected("a.pts", NULL), "carp");
  cr_assert_str_eq(selected("a.node", NULL), "tetgen");
  cr_assert_str_eq(selected("a.msh", "msh2"), "msh2");
  expect_error(tc_exporter_select("a.stl", NULL, &exporter), TC_USAGE, "a.stl: no format has this ending");
  expect_error(tc_exporter_select("a.vtu", "vtk", &exporter), TC_USAGE, "(did you mean 'vtu'?)");
}

Test(exporter, files) {
  const char *const *files = NULL;
  tc_pool pool = {0};
  expect_ok(tc_exporter_list_files(tc_exporter_find("vtu"), "a.vtu", &pool, &files));
  cr_assert(!strcmp(files[0], "a.vtu") && !files[1]);
  expect_ok(tc_exporter_list_files(tc_exporter_find("carp"), "b/a.elem", &pool, &files));
  cr_assert(!strcmp(files[0], "b/a.pts") && !strcmp(files[1], "b/a.elem") && !strcmp(files[2], "b/a.lon"));
  cr_assert_null(files[3]);
  tc_pool_free(&pool);
}

Test(exporter, abilities) {
  tc_line line;
  export_case c = case_make(NULL);
  c.data.width = 3;
  cr_assert_str_eq(tc_exporter_format_omitted(tc_exporter_find("vtu"), &c.data, &line), "repeated names");
  /* Only the fourth name repeats another one ("scar"). Without it no name is repeated. */
  c.mesh->names = 3;
  cr_assert_str_eq(tc_exporter_format_omitted(tc_exporter_find("vtu"), &c.data, &line), "");
  cr_assert_str_eq(tc_exporter_format_omitted(tc_exporter_find("msh2"), &c.data, &line), "fibres");
  cr_assert_str_eq(tc_exporter_format_omitted(tc_exporter_find("carp"), &c.data, &line), "markers, names");
  c.mesh->faces = c.mesh->names = 0;
  cr_assert_str_eq(tc_exporter_format_omitted(tc_exporter_find("carp"), &c.data, &line), "");
  expect_ok(tc_exporter_check_field(tc_exporter_find("vtu"), "--field"));
  expect_error(tc_exporter_check_field(tc_exporter_find("msh"), "--field"), TC_USAGE,
               "--field: the format msh cannot store a field: remove the option or use --format vtu");
  case_free(&c);
}

/* Every format writes a file, and fails with a message if the directory is missing. */
Test(exporter, all_formats) {
  export_case c = case_make("wall");
  for (int i = 0; i < tc_exporter_count(); i++) {
    cr_assert_gt(strlen(tc_exporter_at(i)->summary), 10);
    expect_ok(case_write(&c, tc_exporter_at(i)->name, "m"));
    expect_error(case_write(&c, tc_exporter_at(i)->name, "none/m"), TC_OUTPUT,
                 "cannot be written: No such file");
    cr_assert_gt(folder_files(&c.folder, 1), 0);
  }
  case_free(&c);
}
