/* Importers can read the counts in the header of a source file without reading the mesh. These counts must
 * equal those of the mesh that the importer reads. */
#include "base/core/memory.h"
#include "io/exporters/exporter.h"
#include "io/importers/importer.h"
#include "io/importers/msh_forms.h"
#include "io/mesh/mesh_files.h"
#include "support/meshes.h"

static tc_mesh *create_box(tc_dual **dual, double **fibre) {
  tc_mesh *mesh = mesh_box(3, 4, 5, 0.1);
  expect_ok(tc_dual_create(mesh, dual));
  expect_ok(TC_ALLOC_ZERO(*fibre, 6 * (size_t)mesh->cells));
  for (int32_t c = 0; c < mesh->cells; c++) (*fibre)[6 * c] = (*fibre)[6 * c + 4] = 1.0;
  return mesh;
}

/* Writes the mesh in a format and compares the counts in the header with those of the mesh. */
static void expect_counts(const folder *f, const char *format, const char *name, const tc_export_mesh *mesh) {
  char path[400];
  const tc_exporter *exporter = tc_exporter_find(format);
  const tc_importer *importer;
  tc_import_counts counts = {0};
  tc_raw_mesh *raw = NULL;
  file_path(f, name, path);
  expect_ok(exporter->write(path, mesh));
  expect_ok(tc_importer_select(path, NULL, &importer));
  expect_ok(importer->count(path, &counts));
  expect_ok(importer->read(path, &(tc_import_options){0}, NULL, &raw));
  cr_assert_eq(counts.points, raw->points, "%s", format);
  cr_assert_eq(counts.elements, raw->elements, "%s", format);
  cr_assert_eq(counts.width, raw->width, "%s", format);
  tc_raw_mesh_destroy(&raw);
}

Test(counts, are_those_of_the_mesh) {
  folder f = folder_make();
  tc_dual *dual = NULL;
  double *fibre = NULL;
  tc_mesh *mesh = create_box(&dual, &fibre);
  const tc_export_mesh out = {.mesh = mesh, .dual = dual, .width = 6, .fibre = fibre},
                       plain = {.mesh = mesh, .dual = dual};
  expect_counts(&f, "msh", "a.msh", &plain);
  expect_counts(&f, "msh4text", "b.msh", &plain);
  expect_counts(&f, "msh2", "c.msh", &plain);
  expect_counts(&f, "carp", "d.pts", &out);
  expect_counts(&f, "carp", "e.elem", &plain);
  expect_counts(&f, "tetgen", "g.node", &plain);
  tc_free(fibre);
  tc_dual_destroy(&dual);
  tc_mesh_destroy(&mesh);
  folder_remove(&f);
}

/* Writes all versions, in text and binary, also with the byte order of other processors. */
Test(counts, all_forms_of_gmsh) {
  folder f = folder_make();
  char path[400];
  file_path(&f, "m.msh", path);
  for (int k = 0; k < msh_form_count; k++) {
    static msh_bytes bytes;
    tc_import_counts counts = {0};
    msh_write(&msh_forms[k], &bytes);
    file_write_bytes(&f, "m.msh", bytes.text, bytes.length);
    expect_ok(tc_importer_find("msh")->count(path, &counts));
    cr_assert(counts.points == 5 && counts.elements == 5, "form %d", k);
  }
  folder_remove(&f);
}

/* The reader searches a section in buffers of `block` bytes. In this test $Elements begins at positions
 * near the end of the first or second buffer. */
Test(counts, sections_are_found_anywhere) {
  enum { block = 256 << 10, room = 128 };
  static const char head[] = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n7\n",
                    tail[] = "\n$EndNodes\n$Elements\n9\n$EndElements\n";
  folder f = folder_make();
  char path[400], *text = malloc(2 * block + room);
  file_path(&f, "m.msh", path);
  for (int blocks = 1; blocks <= 2; blocks++)
    for (int shift = -20; shift <= 20; shift += 5) {
      tc_import_counts counts = {0};
      memset(text, ' ', 2 * block + room);
      memcpy(text, head, sizeof head - 1);
      memcpy(text + blocks * block + shift, tail, sizeof tail - 1);
      file_write_bytes(&f, "m.msh", text, (size_t)(blocks * block + room));
      expect_ok(tc_importer_find("msh")->count(path, &counts));
      cr_assert(counts.points == 7 && counts.elements == 9, "%d blocks, shift %d", blocks, shift);
    }
  free(text);
  folder_remove(&f);
}

Test(counts, headers_with_mistakes) {
  static const char *const texts[][2] =
      {{"$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 x\n", "expected a number of blocks or rows"},
       {"$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n2000000000\n", "the file has space for only"},
       {"$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n-3\n", "$Nodes announces -3 rows"},
       {"$MeshFormat\n", "the file ends in the section $MeshFormat"},
       {"x", "does not begin with $MeshFormat"}};
  folder f = folder_make();
  char path[400];
  file_path(&f, "m.msh", path);
  for (int k = 0; k < 5; k++) {
    tc_import_counts counts = {0};
    file_write(&f, "m.msh", texts[k][0]);
    expect_error(tc_importer_find("msh")->count(path, &counts), TC_INPUT, texts[k][1]);
    cr_assert(counts.points == 0 && counts.elements == 0, "text %d", k);
  }
  folder_remove(&f);
}
