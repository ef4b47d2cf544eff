/* Reads a Gmsh file that consists of the given text or bytes, and expects that it is accepted or refused. */
#ifndef TC_TESTS_IO_IMPORTERS_MSH_CASE_H
#define TC_TESTS_IO_IMPORTERS_MSH_CASE_H

#include "io/importers/import_case.h"
#include "io/importers/msh_forms.h"

#define MSH_HEAD(version)  "$MeshFormat\n" version " 0 8\n$EndMeshFormat\n"
#define MSH_ELEMENTS(rows) "$Elements\n" rows "$EndElements\n"
/* $Nodes section with the four vertices of a tetrahedron, in version 2 and in version 4.1. */
#define MSH_NODES2 "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n"
#define MSH_NODES4 "$Nodes\n1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n$EndNodes\n"

/* Reads a Gmsh file that consists of these bytes. */
static inline tc_status msh_read_bytes(const char *bytes, size_t length, tc_raw_mesh **out) {
  folder f = folder_make();
  file_write_bytes(&f, "m.msh", bytes, length);
  const tc_status status = import_file(&f, "m.msh", "msh", &no_options, NULL, out);
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

/* Reads a file that must fail with a message that contains `part`. */
static inline void msh_refuse_bytes(const char *bytes, size_t length, const char *part) {
  tc_raw_mesh *mesh;
  expect_error(msh_read_bytes(bytes, length, &mesh), TC_INPUT, part);
  cr_assert_null(mesh);
}

static inline void msh_refuse(const char *text, const char *part) {
  msh_refuse_bytes(text, strlen(text), part);
}

#endif
