/* Writer of CARP text, the format of openCARP: NAME.pts, NAME.elem and, if the mesh has fibres, NAME.lon. The
 * tag of a row of .elem is the region of the cell. Coordinates are not scaled, while openCARP expects
 * micrometres. If the mesh has no fibres, an existing NAME.lon is removed, because it belongs to another
 * mesh. The format has no markers and no names. */
#include <errno.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "io/exporters/exporter.h"
#include "io/exporters/number_rows.h"
#include "io/mesh/fibre_file.h"

static void write_points(FILE *out, const tc_export_mesh *data) {
  const tc_mesh *mesh = data->mesh;
  fprintf(out, "%d\n", (int)mesh->nodes);
  for (int32_t n = 0; n < mesh->nodes; n++) {
    tc_export_write_doubles(out, 3, mesh->points + 3 * (size_t)n);
    fputc('\n', out);
  }
}

static void write_cells(FILE *out, const tc_export_mesh *data) {
  const tc_mesh *mesh = data->mesh;
  fprintf(out, "%d\n", (int)mesh->cells);
  for (int32_t cell = 0; cell < mesh->cells; cell++) {
    fputs("Tt", out);
    tc_export_write_vertices(out, 4, mesh->vertices + 4 * (size_t)cell, 0);
    fprintf(out, " %d\n", (int)mesh->region[cell]);
  }
}

static void write_fibres(FILE *out, const tc_export_mesh *data) {
  tc_fibres_write(out, data->mesh->cells, data->width, data->fibre);
}

static const struct {
  const char *ending;
  void (*write)(FILE *out, const tc_export_mesh *data);
} file_kinds[] = {{".pts", write_points}, {".elem", write_cells}, {".lon", write_fibres}};

enum { file_kind_count = sizeof file_kinds / sizeof *file_kinds };

/* Sets *out to the path of the file with index `kind` in file_kinds. It is `path`, in which a final .pts,
 * .elem or .lon is replaced by the ending of this file. */
static tc_status format_path(const char *path, int kind, tc_pool *pool, const char **out) {
  size_t length = strlen(path);
  for (int i = 0; i < file_kind_count; i++) {
    const size_t bytes = strlen(file_kinds[i].ending);
    if (length > bytes && strcasecmp(path + length - bytes, file_kinds[i].ending) == 0) {
      length -= bytes;
      break;
    }
  }
  return tc_pool_printf(pool, out, "%.*s%s", (int)length, path, file_kinds[kind].ending);
}

static tc_status list_carp(const char *path, tc_pool *pool, const char *const **files) {
  const char **list = NULL;
  TC_TRY(TC_POOL_ARRAY_ZERO(pool, list, file_kind_count + 1));
  for (int i = 0; i < file_kind_count; i++) TC_TRY(format_path(path, i, pool, &list[i]));
  *files = list;
  return TC_OK;
}

static tc_status write_file(const char *path, int kind, const tc_export_mesh *data, tc_file *file) {
  TC_TRY(tc_file_open(path, file));
  file_kinds[kind].write(file->out, data);
  return tc_file_sync(file);
}

static tc_status remove_fibres(const char *path) {
  if (unlink(path) == 0 || errno == ENOENT) return TC_OK;
  return tc_status_create(TC_OUTPUT,
                          "%s: contains fibres of another mesh and cannot be removed: %s: remove it by hand",
                          path, strerror(errno));
}

static tc_status write_files(const char *const *path, const tc_export_mesh *data) {
  tc_file file[file_kind_count] = {{NULL, NULL, NULL}};
  const int files = data->width ? file_kind_count : file_kind_count - 1;
  tc_status status = TC_OK;
  for (int i = 0; i < files; i++) TC_GUARD(status, write_file(path[i], i, data, &file[i]));
  if (!data->width) TC_GUARD(status, remove_fibres(path[file_kind_count - 1]));
  for (int i = 0; i < files; i++) TC_GUARD(status, tc_file_publish(&file[i]));
cleanup:
  for (int i = 0; i < files; i++) tc_file_discard(&file[i]);
  return status;
}

static tc_status write_carp(const char *path, const tc_export_mesh *data) {
  const char *const *files = NULL;
  tc_pool pool = {0};
  tc_status status = list_carp(path, &pool, &files);
  if (!status) status = write_files(files, data);
  tc_pool_free(&pool);
  return status;
}

const tc_exporter tc_exporter_carp = {
    .name = "carp",
    .summary = "CARP text of openCARP: .pts, .elem and .lon",
    .endings = (const char *const[]){".elem", ".pts", NULL},
    .writes_fibres = true,
    .list_files = list_carp,
    .write = write_carp,
};
