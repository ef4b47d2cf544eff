/* Reading of one Gmsh mesh in a directory of its own, and short assertions on the result. */
#ifndef TC_TESTS_IO_IMPORTERS_MSH_CASE_H
#define TC_TESTS_IO_IMPORTERS_MSH_CASE_H

#include "io/importers/importer.h"
#include "io/importers/msh_forms.h"
#include "io/mesh/mesh_files.h"
#include "support/expect.h"

#define MSH_HEAD(version)  "$MeshFormat\n" version " 0 8\n$EndMeshFormat\n"
#define MSH_ELEMENTS(rows) "$Elements\n" rows "$EndElements\n"
/* Four vertices of a cell, in version 2 and in version 4.1. */
#define MSH_NODES2 "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n"
#define MSH_NODES4 "$Nodes\n1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n$EndNodes\n"

/* Reads a file with these bytes. */
static inline tc_status msh_read_bytes(const char *bytes, size_t length, tc_raw_mesh **out) {
  static const tc_import_options options;
  char path[400];
  folder f = folder_make();
  file_write_bytes(&f, "m.msh", bytes, length);
  file_path(&f, "m.msh", path);
  *out = NULL;
  const tc_status status = tc_importer_find("msh")->read(path, &options, NULL, out);
  folder_remove(&f);
  return status;
}

/* Reads a file that must be valid. The caller destroys the mesh. */
static inline tc_raw_mesh *msh_accept_bytes(const char *bytes, size_t length) {
  tc_raw_mesh *mesh;
  expect_ok(msh_read_bytes(bytes, length, &mesh));
  return mesh;
}

static inline tc_raw_mesh *msh_accept(const char *text) { return msh_accept_bytes(text, strlen(text)); }

/* Reads a file that must fail with a message that contains `part`, and begins with the file. */
static inline void msh_refuse_bytes(const char *bytes, size_t length, const char *part) {
  tc_raw_mesh *mesh;
  expect_error(msh_read_bytes(bytes, length, &mesh), TC_INPUT, part);
  cr_assert_null(mesh);
}

static inline void msh_refuse(const char *text, const char *part) {
  msh_refuse_bytes(text, strlen(text), part);
}

/* Number of groups of an element. */
static inline int msh_groups(const tc_raw_mesh *mesh, int32_t element) {
  return mesh->set_begin[mesh->set[element] + 1] - mesh->set_begin[mesh->set[element]];
}

/* Expects that an element has this group as number `k` of its set. */
static inline void msh_expect_group(const tc_raw_mesh *mesh, int32_t element, int k, int dimension,
                                    int64_t number, const char *name) {
  cr_assert_gt(msh_groups(mesh, element), k);
  const tc_raw_group *group = &mesh->group[mesh->set_group[mesh->set_begin[mesh->set[element]] + k]];
  cr_assert_eq(group->dimension, dimension);
  cr_assert_eq(group->number, number);
  cr_assert_str_eq(group->name ? group->name : "", name);
}

#endif
