/* Writer of TetGen text. */
#include "io/exporters/exporter.h"
#include "io/mesh/tetgen.h"

static tc_status list_tetgen(const char *path, tc_pool *pool, const char *const **files) {
  const char **list = NULL;
  TC_TRY(tc_tetgen_list_files(path, pool, &list));
  *files = list;
  return TC_OK;
}

static tc_status write_tetgen(const char *path, const tc_export_mesh *mesh) {
  return tc_tetgen_write(path, mesh->mesh, NULL);
}

const tc_exporter tc_exporter_tetgen = {
    .name = "tetgen",
    .summary = "TetGen text: .node, .ele and .face",
    .endings = (const char *const[]){".node", ".ele", NULL},
    .writes_markers = true,
    .writes_names = true,
    .list_files = list_tetgen,
    .write = write_tetgen,
};
