/* Importers must report a failing allocation as an error. */
#include <fcntl.h>
#include <unistd.h>

#include "io/importers/importer.h"
#include "io/importers/meshio_stream.h"
#include "io/importers/meshio_streams.h"
#include "io/mesh/mesh_files.h"
#include "io/mesh/tetgen.h"
#include "support/expect.h"
#include "support/out_of_memory.h"

/* Function that reads a file and frees the result. */
typedef tc_status (*reader)(const char *path);

/* Runs the reader repeatedly until no allocation fails. Each run lets another allocation fail, which the
 * reader must report. Sanitizers check that the reader frees its memory. */
static void expect_all_reported(const char *path, reader read) {
  long failures = 0;
  do {
    short_memory_hit = false;
    short_memory_left = failures++;
    tc_status status = read(path);
    short_memory_left = -1;
    cr_assert_eq(tc_status_code(status), short_memory_hit ? TC_INTERNAL : TC_DONE, "%s",
                 tc_status_text(status));
    tc_status_free(&status);
  } while (short_memory_hit);
  cr_assert_gt(failures, 10);
}

static tc_status read_carp(const char *path) {
  tc_raw_mesh *raw = NULL;
  const tc_import_options options = {.surfaces = 1, .surface = &(tc_import_surface){path, 3}};
  const tc_status status = tc_importer_find("carp")->read(path, &options, NULL, &raw);
  cr_assert_eq(raw == NULL, status != TC_OK);
  tc_raw_mesh_destroy(&raw);
  return status;
}

Test(importer_memory, carp) {
  folder f = folder_make();
  char path[400];
  file_write(&f, "m.pts", "4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n");
  file_write(&f, "m.elem", "1\nTr 0 1 2 7\n");
  file_write(&f, "m.lon", "1\n1 0 0\n");
  file_path(&f, "m.elem", path);
  expect_all_reported(path, read_carp);
  folder_remove(&f);
}

static tc_status read_stream(const char *path) {
  tc_raw_mesh *raw = NULL;
  bool is_missing, is_cut;
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  const tc_status status = tc_meshio_stream_read(file, "x.vtu", NULL, &is_missing, &is_cut, &raw);
  close(file);
  cr_assert_eq(raw == NULL, status != TC_OK);
  tc_raw_mesh_destroy(&raw);
  return status;
}

Test(importer_memory, meshio_stream) {
  folder f = folder_make();
  char path[400];
  stream_bytes s;
  stream_make(&s);
  file_write_bytes(&f, "s", s.byte, s.length);
  file_path(&f, "s", path);
  expect_all_reported(path, read_stream);
  folder_remove(&f);
}

static tc_status read_tetgen(const char *path) {
  tc_mesh *mesh = NULL;
  const tc_status status = tc_tetgen_read(path, NULL, &mesh);
  cr_assert_eq(mesh == NULL, status != TC_OK);
  tc_mesh_destroy(&mesh);
  return status;
}

Test(importer_memory, names_of_tetgen) {
  folder f = folder_make();
  mesh_write(&f, good_node, "2 4 1\n1  1 2 3 4  10\n2  2 3 4 5  20\n# region 10 a\n# region 20 b\n",
             good_face);
  expect_all_reported(f.base, read_tetgen);
  folder_remove(&f);
}
