#include "mesh_reports/mesh_topology.h"

#include "base/core/print.h"
#include "base/document/render.h"
#include "mesh_reports/mesh_origin.h"
#include "report/render/report_items.h"

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
    tc_fprintf(out, ", %d of them between components; the first of cell %lld at (%.4g, %.4g, %.4g)",
               (int)t->interfaces_across, (long long)t->interface_cell, t->interface_at[0],
               t->interface_at[1], t->interface_at[2]);
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

static void add_shape(tc_section *section, const tc_mesh *mesh, const tc_shape *s) {
  TC_SECTION(section, "shape", TC_VALUE("smallest_angle", s->smallest_angle.value),
             TC_VALUE("smallest_angle_cell", tc_mesh_user_number(mesh, s->smallest_angle.cell)),
             TC_VALUE("largest_angle", s->largest_angle.value),
             TC_VALUE("largest_angle_cell", tc_mesh_user_number(mesh, s->largest_angle.cell)),
             TC_VALUE("aspect", s->aspect.value),
             TC_VALUE("aspect_cell", tc_mesh_user_number(mesh, s->aspect.cell)),
             TC_VALUE("slivers", s->slivers));
}

void app_mesh_extent_add(tc_section *section, const double low[3], const double high[3]) {
  tc_list_add_numbers(section, "low", 3, low);
  tc_list_add_numbers(section, "high", 3, high);
}

/* Adds a list of regions or markers under the key key[0]. Each item has the label under key[1], its name
 * under "name", its number of cells or faces under key[2], and its volume or area under key[3]. */
static void add_labels(tc_section *section, const char *const key[4], const tc_labels *labels) {
  tc_section *list = tc_list_add(section, key[0]);
  for (int32_t k = 0; k < labels->count; k++)
    TC_SECTION(list, NULL, TC_VALUE(key[1], labels->label[k]), TC_VALUE("name", labels->name[k]),
               TC_VALUE(key[2], labels->items[k]), TC_VALUE(key[3], labels->size[k]));
}

void app_mesh_labels_add(tc_section *section, const tc_labels *regions, const tc_labels *markers) {
  static const char *const region_key[] = {"regions", "region", "cells", "volume"};
  static const char *const marker_key[] = {"markers", "marker", "faces", "area"};
  add_labels(section, region_key, regions);
  add_labels(section, marker_key, markers);
}

static tc_status add_groups(tc_section *section, const tc_mesh *mesh, const tc_dual *dual) {
  tc_labels *regions = NULL, *markers = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_labels_create_regions(mesh, &regions));
  TC_GUARD(status, tc_labels_create_markers(mesh, dual, &markers));
  app_mesh_labels_add(section, regions, markers);
cleanup:
  tc_labels_destroy(&regions);
  tc_labels_destroy(&markers);
  return status;
}

static tc_status add_mesh(tc_section *root, const app_mesh_facts *f) {
  double low[3], high[3];
  tc_section *section =
      TC_SECTION(root, "mesh", TC_VALUE("file", f->mesh->name), TC_VALUE("cells", f->mesh->cells),
                 TC_VALUE("nodes", f->mesh->nodes), TC_VALUE("boundary_faces", f->dual->boundary),
                 TC_VALUE("inverted_cells", f->mesh->reoriented));
  tc_mesh_bounds(f->mesh, low, high);
  app_mesh_extent_add(section, low, high);
  tc_items_add_topology(section, f->topology);
  if (f->shape) add_shape(section, f->mesh, f->shape);
  app_mesh_stability_add(section, f->stability);
  return add_groups(section, f->mesh, f->dual);
}

tc_status app_mesh_topology_json(const app_options *o, const char *command, const app_mesh_facts *facts) {
  tc_document document;
  if (!o->run.json) return TC_OK;
  tc_section *root = tc_document_begin(&document, "tetracast");
  tc_item_add(root, TC_VALUE("command", command));
  app_mesh_origin_add(root, facts->origin);
  const tc_status status = add_mesh(root, facts);
  if (!status) return tc_document_write(&document, tc_document_json, o->run.json);
  tc_document_free(&document);
  return status;
}
