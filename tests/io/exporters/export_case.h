/* A small mesh with all data that exporters write, and comparisons of the written files. */
#ifndef TC_TESTS_IO_EXPORTERS_EXPORT_CASE_H
#define TC_TESTS_IO_EXPORTERS_EXPORT_CASE_H

#include <math.h>
#include <sys/stat.h>

#include "io/exporters/exporter.h"
#include "io/mesh/mesh_files.h"
#include "mesh/check.h"
#include "support/expect.h"

typedef struct export_case {
  tc_mesh *mesh;
  tc_dual *dual;
  tc_export_mesh data;
  folder folder;
} export_case;

static const double case_fibre[18] = {1, 0, 0, 0, 1, 0, 0, 0.6, 0.8, 1, 0, 0, 0, 0, 0, 0.1, 0.2, 0.3};
static const double case_field[3] = {0.1, -2.5, 1e-300};

/* Three cells in the regions 10, 20 and 10, and six face entries. Entries 0 to 3 and 5 have markers, and
 * two of these five belong to the same interior face. Entry 4 has the marker 0. */
static inline tc_mesh *case_mesh(void) {
  static const double points[18] = {0, 0, 0, 1, 0, 0, 0, 1, 0, -0.0, 0, 1, 1, 1, 1, 0, 0, -1.0 / 3};
  static const int32_t vertices[12] = {0, 1, 2, 3, 1, 2, 3, 4, 2, 1, 0, 5}, region[3] = {10, 20, 10};
  static const int32_t node[18] = {0, 1, 3, 1, 2, 3, 4, 3, 1, 3, 2, 1, 0, 2, 3, 5, 0, 1},
                       marker[6] = {6, 9, 7, 9, 0, 6};
  static const tc_mesh_name name[4] = {{3, 10, "wall & \"core\""},
                                       {3, 20, "scar"},
                                       {2, 6, "base"},
                                       {2, 7, "scar"}};
  tc_mesh *mesh = NULL;
  expect_ok(tc_mesh_create("case", 6, 3, 6, &mesh));
  memcpy(mesh->points, points, sizeof points);
  memcpy(mesh->vertices, vertices, sizeof vertices);
  memcpy(mesh->region, region, sizeof region);
  memcpy(mesh->face_nodes, node, sizeof node);
  memcpy(mesh->face_marker, marker, sizeof marker);
  expect_ok(tc_mesh_set_names(mesh, 4, name));
  expect_ok(tc_mesh_orient(mesh));
  cr_assert_eq(mesh->reoriented, 0);
  return mesh;
}

/* Creates the mesh and its directory. If `name` is not NULL, it replaces the name of region 10. */
static inline export_case case_make(const char *name) {
  export_case c = {.mesh = case_mesh(), .folder = folder_make()};
  tc_mesh_name names[4];
  memcpy(names, c.mesh->name_list, sizeof names);
  if (name) names[0].text = name;
  expect_ok(tc_mesh_set_names(c.mesh, 4, names));
  expect_ok(tc_dual_create(c.mesh, &c.dual));
  c.data = (tc_export_mesh){.mesh = c.mesh, .dual = c.dual};
  return c;
}

static inline void case_free(export_case *c) {
  tc_dual_destroy(&c->dual);
  tc_mesh_destroy(&c->mesh);
  folder_remove(&c->folder);
}

static inline tc_status case_write(const export_case *c, const char *format, const char *file) {
  char path[400];
  file_path(&c->folder, file, path);
  return tc_exporter_find(format)->write(path, &c->data);
}

/* Expects that the exporter `format` writes the text `expected` to `file`. */
static inline void expect_file(const export_case *c, const char *format, const char *file,
                               const char *expected) {
  expect_ok(case_write(c, format, file));
  char *text = file_text(&c->folder, file);
  cr_assert_str_eq(text, expected);
  free(text);
}

#endif
