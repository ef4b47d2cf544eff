#include "mesh_reports/mesh_topology.h"

#include "base/core/print.h"
#include "base/file/file.h"
#include "base/program/json_program.h"
#include "report/render/json_topology.h"

void app_mesh_topology_write(const tc_topology *t, FILE *out) {
  fprintf(out, "components        %d", (int)t->components);
  if (t->components > 1)
    fprintf(out, ", %d to %d cells each, which %s", (int)t->smallest, (int)t->largest,
            tc_topology_relation(t));
  fprintf(out, "\ncoincident nodes  %d pairs of different components", (int)t->coincident);
  if (t->coincident) tc_fprintf(out, ", at most %.6g apart", t->distance);
  tc_fprintf(out, "; %d pairs within one; tolerance %.3g (%g of the diagonal of the bounding box)\n",
             (int)t->coincident_within, t->tolerance, TC_COINCIDENT);
  fprintf(out, "shared nodes      %d of several components\n", (int)t->shared);
  fprintf(out, "interfaces        %d boundary faces inside the mesh", (int)t->interfaces);
  if (t->interfaces)
    tc_fprintf(out, ", %d of them between components; the first of cell %d at (%.4g, %.4g, %.4g)",
               (int)t->interfaces_across, (int)t->interface_cell, t->interface_at[0], t->interface_at[1],
               t->interface_at[2]);
  fprintf(out, "\nunused nodes      %d\n", (int)t->unused);
}

void app_mesh_verdict(const tc_topology *topology, const tc_shape *shape, tc_line *line) {
  const bool one = topology->components == 1 && topology->interfaces == 0;
  if (one && shape->slivers == 0) tc_line_add(line, "good");
  if (!one) tc_topology_describe(topology, line);
  if (shape->slivers)
    tc_line_add(line, "%s%d sliver%s", one ? "" : ", ", (int)shape->slivers, shape->slivers == 1 ? "" : "s");
}

/* ---- JSON ---- */

static void write_mesh(tc_json *json, const tc_mesh *mesh, const tc_dual *dual) {
  tc_json_begin(json, "mesh", '{');
  tc_json_text(json, "file", mesh->name);
  tc_json_integer(json, "cells", mesh->cells);
  tc_json_integer(json, "nodes", mesh->nodes);
  tc_json_integer(json, "boundary_faces", dual->boundary);
  tc_json_integer(json, "inverted_cells", mesh->reoriented);
}

static void write_extreme(tc_json *json, const char *name, const char *cell, const tc_mesh *mesh,
                          const tc_shape_extreme *extreme) {
  tc_json_number(json, name, extreme->value);
  tc_json_integer(json, cell, tc_mesh_user_number(mesh, extreme->cell));
}

static void write_shape(tc_json *json, const tc_mesh *mesh, const tc_shape *shape) {
  tc_json_begin(json, "shape", '{');
  write_extreme(json, "smallest_angle", "smallest_angle_cell", mesh, &shape->smallest_angle);
  write_extreme(json, "largest_angle", "largest_angle_cell", mesh, &shape->largest_angle);
  write_extreme(json, "aspect", "aspect_cell", mesh, &shape->aspect);
  tc_json_integer(json, "slivers", shape->slivers);
  tc_json_end(json, '}');
}

tc_status app_mesh_topology_json(const app_arguments *a, const char *command, const tc_mesh *mesh,
                                 const tc_dual *dual, const tc_topology *topology, const tc_shape *shape) {
  tc_file file;
  if (!a->json) return TC_OK;
  TC_TRY(tc_file_open(a->json, &file));
  tc_json json = {file.out, 0, true};
  tc_json_begin(&json, NULL, '{');
  tc_json_program(&json, "tetracast");
  tc_json_text(&json, "command", command);
  write_mesh(&json, mesh, dual);
  tc_json_topology(&json, topology);
  if (shape) write_shape(&json, mesh, shape);
  tc_json_end(&json, '}');
  tc_json_end(&json, '}');
  return tc_file_commit(&file);
}
