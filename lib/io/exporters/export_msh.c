/* Writer of MSH 4.1, binary. */
#include "io/exporters/exporter.h"
#include "io/exporters/msh4_writer.h"

static tc_status write_msh(const char *path, const tc_export_mesh *data) {
  return tc_msh4_write(path, data->mesh, true);
}

const tc_exporter tc_exporter_msh = {
    .name = "msh",
    .summary = "Gmsh MSH 4.1, binary",
    .endings = (const char *const[]){".msh", NULL},
    .writes_markers = true,
    .writes_names = true,
    .write = write_msh,
};
