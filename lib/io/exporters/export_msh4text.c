/* Writer of MSH 4.1, text. */
#include "io/exporters/exporter.h"
#include "io/exporters/msh4_writer.h"

static tc_status write_msh4text(const char *path, const tc_export_mesh *data) {
  return tc_msh4_write(path, data->mesh, false);
}

const tc_exporter tc_exporter_msh4text = {
    .name = "msh4text",
    .summary = "Gmsh MSH 4.1, text",
    .endings = (const char *const[]){NULL},
    .writes_markers = true,
    .writes_names = true,
    .write = write_msh4text,
};
