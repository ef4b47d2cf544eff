/* Import of TetGen text: the converted mesh has the arrays of the mesh that runs read. */
#include <criterion/criterion.h>

#include "convert/convert.h"
#include "io/importers/importer.h"
#include "io/mesh/tetgen.h"
#include "mesh/check.h"
#include "support/expect.h"

static const char path[] = "meshes/ventricle.node";

static tc_converted import(void) {
  const tc_importer *importer = NULL;
  const tc_import_options options = {0};
  tc_raw_mesh *raw = NULL;
  tc_converted out = {NULL};
  expect_ok(tc_importer_select(path, "tetgen", &importer));
  expect_ok(importer->read(path, &options, NULL, &raw));
  expect_ok(tc_raw_mesh_convert(&raw, "meshes/ventricle", &tc_convert_defaults, NULL, &out));
  return out;
}

Test(import_tetgen, has_the_arrays_of_the_mesh) {
  tc_mesh *mesh = NULL;
  expect_ok(tc_tetgen_read(path, NULL, &mesh));
  expect_ok(tc_mesh_orient(mesh));
  tc_converted out = import();
  cr_assert_eq(out.mesh->nodes, mesh->nodes);
  cr_assert_eq(out.mesh->cells, mesh->cells);
  cr_assert_eq(out.mesh->faces, mesh->faces);
  cr_assert_eq(out.mesh->base, mesh->base);
  cr_assert_eq(out.mesh->reoriented, mesh->reoriented);
  cr_assert_eq(out.mesh->hash, tc_mesh_hash_arrays(mesh));
  cr_assert_eq(out.source[99], 99 + mesh->base);
  tc_converted_free(&out);
  tc_mesh_destroy(&mesh);
}
