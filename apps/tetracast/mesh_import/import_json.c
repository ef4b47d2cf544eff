/* Report of `tetracast mesh import` as JSON. Counts are present even if they are 0. */
#include "base/document/render.h"
#include "mesh_import/import_report.h"
#include "mesh_reports/mesh_origin.h"
#include "mesh_reports/mesh_topology.h"
#include "report/render/report_items.h"

static void add_source(tc_section *root, const app_import_report *r) {
  tc_section *source = app_mesh_origin_add(root, &r->import->origin);
  tc_list_add_texts(source, "files", r->source->files, r->source->file);
}

static void add_output(tc_section *root, const app_import_report *r) {
  const char *file[APP_IMPORT_FILES];
  int files = 0;
  for (int i = 0; i < r->output->files; i++)
    if (app_import_output_has(r->output, i, r->import)) file[files++] = r->output->file[i];
  tc_list_add_texts(root, "written", files, file);
}

static void add_mesh(tc_section *root, const app_import_report *r) {
  const tc_converted *made = &r->import->converted;
  const tc_mesh *mesh = made->mesh;
  tc_section *section =
      TC_SECTION(root, "mesh", TC_VALUE("file", mesh->name), TC_VALUE("cells", mesh->cells),
                 TC_VALUE("nodes", mesh->nodes), TC_VALUE("boundary_faces", made->dual->boundary),
                 TC_VALUE("inverted_cells", mesh->reoriented), TC_VALUE("hash", mesh->hash),
                 TC_VALUE("fibre_numbers", made->width));
  app_mesh_extent_add(section, made->low, made->high);
  tc_items_add_topology(section, &made->topology);
  app_mesh_labels_add(section, r->regions, r->markers);
  tc_section *sizes = tc_list_add(section, "component_cells");
  for (int32_t i = 0; i < made->topology.components; i++)
    tc_item_add(sizes, TC_VALUE(NULL, made->component_size[i]));
}

static void add_counts(tc_section *root, const app_import_report *r) {
  const tc_convert_counts *c = &r->import->converted.counts;
  TC_SECTION(root, "counts", TC_VALUE("ignored_points", c->ignored_points),
             TC_VALUE("ignored_lines", c->ignored_lines), TC_VALUE("second_order", c->second_order),
             TC_VALUE("curved", c->curved), TC_VALUE("dropped_middle_nodes", c->middle_points),
             TC_VALUE("dropped_unused_nodes", c->unused_points), TC_VALUE("merged_nodes", c->merged_points),
             TC_VALUE("divided", c->divided), TC_VALUE("repeated_cells", c->repeated_cells),
             TC_VALUE("repeated_faces", c->repeated_faces), TC_VALUE("ungrouped_cells", c->ungrouped_cells),
             TC_VALUE("ungrouped_faces", c->ungrouped_faces),
             TC_VALUE("ignored_sides", r->import->facts.ignored_sides),
             TC_VALUE("marked_interior_faces", c->marked_interior),
             TC_VALUE("reoriented_cells", r->import->converted.mesh->reoriented),
             TC_VALUE("periodic_links", r->import->facts.periodic_links));
}

static void add_losses(tc_section *root, const app_import_report *r) {
  const tc_converted *made = &r->import->converted;
  tc_section *list = tc_list_add(root, "overlaps");
  for (int32_t i = 0; i < made->losses; i++) {
    const tc_group_loss *loss = &made->loss[i];
    TC_SECTION(list, NULL, TC_VALUE("group", loss->group), TC_VALUE("dimension", loss->dimension),
               TC_VALUE("elements", loss->elements), TC_VALUE("retained", loss->retained),
               TC_VALUE("others_belong_to", loss->winners));
  }
}

static void add_elements(tc_section *root, const app_import_report *r) {
  tc_section *list = tc_list_add(root, "source_elements");
  for (int type = 0; type < TC_ELEMENT_TYPES; type++) {
    const tc_element_shape *shape = tc_element_shape_of((tc_element_type)type);
    if (r->import->source_elements[type])
      TC_SECTION(list, NULL, TC_VALUE("shape", shape->name), TC_VALUE("points", shape->points),
                 TC_VALUE("count", r->import->source_elements[type]));
  }
}

tc_status app_import_report_write_json(const app_import_report *r, const char *path) {
  tc_document document;
  if (!path) return TC_OK;
  tc_section *root = tc_document_begin(&document, "tetracast");
  tc_item_add(root, TC_VALUE("command", "mesh import"));
  add_source(root, r);
  add_output(root, r);
  add_mesh(root, r);
  add_counts(root, r);
  add_losses(root, r);
  add_elements(root, r);
  TC_ADD(root, TC_VALUE("forecast_B", r->import->forecast_B), TC_VALUE("import_s", r->import->seconds));
  return tc_document_write(&document, tc_document_json, path);
}
