/* Writer of TetGen text. */
#include "base/core/memory.h"
#include "io/exporters/exporter.h"
#include "io/mesh/tetgen.h"

static tc_status list_tetgen(const char *path, tc_pool *pool, const char *const **files) {
  static const char *const endings[] = {".node", ".ele", ".face"};
  enum { count = sizeof endings / sizeof *endings };
  const char **list = NULL;
  TC_TRY(TC_POOL_ARRAY_ZERO(pool, list, count + 1));
  for (int i = 0; i < count; i++) {
    char *file = NULL;
    TC_TRY(tc_tetgen_path(path, endings[i], &file));
    const tc_status status = tc_pool_printf(pool, &list[i], "%s", file);
    tc_free(file);
    TC_TRY(status);
  }
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
