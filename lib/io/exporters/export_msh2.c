/* Writer of MSH 2.2 text, which almost all programs that use Gmsh meshes read. */
#include "base/file/file.h"
#include "io/exporters/exporter.h"
#include "io/exporters/msh_groups.h"
#include "io/exporters/number_rows.h"

static void write_points(const tc_mesh *mesh, FILE *out) {
  fprintf(out, "$Nodes\n%d\n", (int)mesh->nodes);
  for (int32_t n = 0; n < mesh->nodes; n++) {
    fprintf(out, "%lld ", (long long)n + 1);
    tc_export_write_doubles(out, 3, mesh->points + 3 * (size_t)n);
    fputc('\n', out);
  }
  fputs("$EndNodes\n", out);
}

/* Writes an element with two tags: the physical number and the entity. */
static void write_element(FILE *out, int64_t number, int type, int32_t group, const tc_labels *labels,
                          int corners, const int32_t *vertex) {
  fprintf(out, "%lld %d 2 %d %d", (long long)number, type, (int)group,
          (int)tc_labels_find(labels, group) + 1);
  tc_export_write_vertices(out, corners, vertex, 1);
  fputc('\n', out);
}

static void write_elements(const tc_msh_groups *groups, FILE *out) {
  const tc_mesh *mesh = groups->mesh;
  const tc_marked_faces *faces = &groups->faces;
  fprintf(out, "$Elements\n%lld\n", (long long)mesh->cells + faces->count);
  for (int32_t cell = 0; cell < mesh->cells; cell++)
    write_element(out, (int64_t)cell + 1, TC_MSH_TETRAHEDRON, mesh->region[cell], groups->region, 4,
                  mesh->vertices + 4 * (size_t)cell);
  for (int32_t face = 0; face < faces->count; face++)
    write_element(out, (int64_t)mesh->cells + face + 1, TC_MSH_TRIANGLE, faces->marker[face], groups->marker,
                  3, faces->node + 3 * (size_t)face);
  fputs("$EndElements\n", out);
}

static tc_status write_file(const char *path, const tc_msh_groups *groups) {
  tc_file file;
  TC_TRY(tc_file_open(path, &file));
  fputs("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n", file.out);
  tc_msh_groups_write_names(groups, file.out);
  write_points(groups->mesh, file.out);
  write_elements(groups, file.out);
  return tc_file_commit(&file);
}

static tc_status write_msh2(const char *path, const tc_export_mesh *data) {
  tc_msh_groups groups = {0};
  tc_status status = tc_msh_groups_init(path, data->mesh, &groups);
  if (!status) status = write_file(path, &groups);
  tc_msh_groups_free(&groups);
  return status;
}

const tc_exporter tc_exporter_msh2 = {
    .name = "msh2",
    .summary = "Gmsh MSH 2.2, text",
    .endings = (const char *const[]){NULL},
    .writes_markers = true,
    .writes_names = true,
    .write = write_msh2,
};
