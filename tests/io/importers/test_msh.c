/* The reader of Gmsh MSH files: equal meshes from all forms of the format, and properties of real files. */
#include "io/importers/importer.h"

#include "base/numeric/hash.h"
#include "io/importers/msh_forms.h"
#include "io/mesh/mesh_files.h"
#include "support/expect.h"

static tc_raw_mesh *read_file(const folder *f) {
  static const tc_import_options options;
  const tc_importer *importer;
  tc_raw_mesh *mesh = NULL;
  char path[400];
  file_path(f, "m.msh", path);
  expect_ok(tc_importer_select(path, NULL, &importer));
  cr_assert_str_eq(importer->name, "msh");
  expect_ok(importer->read(path, &options, NULL, &mesh));
  return mesh;
}

static void expect_group(const tc_raw_mesh *mesh, int32_t element, int dimension, int64_t number,
                         const char *name) {
  const int32_t set = mesh->set[element], begin = mesh->set_begin[set];
  cr_assert_eq(mesh->set_begin[set + 1] - begin, 1);
  const tc_raw_group *group = &mesh->group[mesh->set_group[begin]];
  cr_assert_eq(group->dimension, dimension);
  cr_assert_eq(group->number, number);
  cr_assert_str_eq(group->name ? group->name : "", name);
}

static void expect_small_mesh(const tc_raw_mesh *mesh) {
  cr_assert_eq(mesh->points, 5);
  cr_assert_eq(mesh->base, 1);
  cr_assert_null(mesh->point_number);
  cr_assert_arr_eq(mesh->point, msh_points, sizeof msh_points);
  cr_assert_eq(mesh->elements, 5);
  cr_assert_eq(mesh->groups, 5);
  cr_assert_eq(mesh->sets, 6);
  cr_assert_arr_eq(mesh->corner, ((int32_t[]){0, 1, 2, 1, 2, 4, 4, 3, 1, 0, 1, 2, 3, 1, 2, 3, 4}),
                   17 * sizeof(int32_t));
  static const char *const names[5] = {"wall", "inlet", "outlet", "outer", "inner"};
  for (int32_t i = 0; i < 5; i++) {
    cr_assert_eq(mesh->type[i], i < 3 ? TC_ELEMENT_TRIANGLE : TC_ELEMENT_TETRAHEDRON);
    cr_assert_eq(mesh->element_number[i], i + 1);
    expect_group(mesh, i, i < 3 ? 2 : 3, msh_elements[i].group, names[i]);
  }
  cr_assert_eq(mesh->facts.subdomains, 0);
}

Test(msh, forms_give_equal_meshes) {
  static msh_bytes bytes;
  folder f = folder_make();
  for (int i = 0; i < msh_form_count; i++) {
    msh_write(&msh_forms[i], &bytes);
    file_write_bytes(&f, "m.msh", bytes.text, bytes.length);
    tc_raw_mesh *mesh = read_file(&f);
    cr_assert_str_eq(mesh->format, msh_forms[i].format);
    cr_assert_eq(mesh->hash, tc_hash_bytes(0, bytes.text, bytes.length));
    expect_small_mesh(mesh);
    tc_raw_mesh_destroy(&mesh);
  }
  folder_remove(&f);
}
