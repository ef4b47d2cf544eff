/* Report of `tetracast mesh import` as text: one line per quantity, with a label of 17 columns. A list, for
 * example the list of regions, has one line per item. */
#include "mesh_import/import_report.h"

#include <ctype.h>
#include <string.h>

#include "base/core/print.h"
#include "base/file/path.h"
#include "base/text/number_format.h"
#include "mesh_reports/mesh_origin.h"
#include "mesh_reports/mesh_summary.h"

enum { most_components = 10 }; /* largest number of connected components of the mesh that the text lists */

/* ---- counts ---- */

tc_status app_import_report_count(app_import_report *report) {
  const tc_converted *made = &report->import->converted;
  TC_TRY(tc_labels_create_regions(made->mesh, &report->regions));
  return tc_labels_create_markers(made->mesh, made->dual, &report->markers);
}

void app_import_report_free(app_import_report *report) {
  tc_labels_destroy(&report->regions);
  tc_labels_destroy(&report->markers);
}

/* ---- text ---- */

static void write_label(const char *label, FILE *out) { fprintf(out, "%-17s ", label); }

/* Example: written           heart.mesh.h5: 320 cells, 115 vertices, 180 boundary faces */
static void write_output(const app_import_report *r, FILE *out) {
  const tc_converted *made = &r->import->converted;
  write_label("written", out);
  for (int i = 0; i < r->output->files; i++)
    if (app_import_output_has(r->output, i, r->import))
      fprintf(out, "%s%s", i ? ", " : "", r->output->file[i] + (i ? strlen(r->output->base) : 0));
  fprintf(out, ": %d cell%s, %d vertices, %d boundary faces\n", (int)made->mesh->cells,
          tc_plural_suffix(made->mesh->cells), (int)made->mesh->nodes, (int)made->dual->boundary);
}

/* Writes the extent of the mesh, and advice of the importer about the unit, such as "h.pts: the extent is
 * 90000 x 70000 x 80000 and ..". */
static void write_extent(const app_import_report *r, FILE *out) {
  const tc_converted *made = &r->import->converted;
  const char *advice = r->source->importer->unit_advice;
  double extent[3];
  for (int axis = 0; axis < 3; axis++) extent[axis] = made->high[axis] - made->low[axis];
  app_mesh_extent_write(made->low, made->high, out);
  if (!advice || !r->suggests_scale) return;
  write_label("unit", out);
  tc_fprintf(out, "%s: the extent is %.6g x %.6g x %.6g and %s\n", tc_path_name(r->source->path), extent[0],
             extent[1], extent[2], advice);
}

/* Writes one line per region or marker, such as "regions           1 'outer': 123 cells, volume 0.25". */
static void write_labels(const char *title, const char *noun, const char *size, const tc_labels *labels,
                         FILE *out) {
  char text[TC_LABEL_TEXT];
  for (int32_t k = 0; k < labels->count; k++) {
    write_label(k ? "" : title, out);
    tc_fprintf(out, "%s: %lld %s%s, %s %.6g\n", tc_labels_format_label(labels, k, text),
               (long long)labels->items[k], noun, tc_plural_suffix(labels->items[k]), size, labels->size[k]);
  }
}

/* Writes advice if no boundary face has a marker. */
static void write_marker_advice(const tc_labels *markers, FILE *out) {
  if (markers->count != 1 || markers->label[0] != 0) return;
  write_label("", out);
  fprintf(out, "no boundary face has a marker, so all have the condition of the key boundary.default "
               "(openCARP: set markers with --surf)\n");
}

/* Writes one line per group that lost elements, such as "inlet (18): 0 of 8 faces, the others belong to wall
 * (7)". */
static void write_losses(const app_import_report *r, FILE *out) {
  const tc_converted *made = &r->import->converted;
  for (int32_t i = 0; i < made->losses; i++) {
    const tc_group_loss *loss = &made->loss[i];
    write_label(i ? "" : "overlaps", out);
    fprintf(out, "%s: %lld of %lld %s%s, the others belong to %s\n", loss->group, (long long)loss->retained,
            (long long)loss->elements, loss->dimension == 3 ? "cell" : "face",
            tc_plural_suffix(loss->elements), loss->winners);
  }
}

/* Example: components        2, with these numbers of cells: 300, 20 */
static void write_components(const app_import_report *r, FILE *out) {
  const tc_converted *made = &r->import->converted;
  const int32_t components = made->topology.components;
  write_label("components", out);
  fprintf(out, "%d", (int)components);
  for (int32_t i = 0; components > 1 && i < components && i < most_components; i++)
    fprintf(out, "%s%d", i ? ", " : ", with these numbers of cells: ", (int)made->component_size[i]);
  if (components > most_components) fprintf(out, ", ..");
  fprintf(out, "\n");
}

/* Returns the end of the first item of a list such as "2 points merged, 5 lines ignored". The end is the
 * comma before the next number, or the end of the text. */
static const char *find_item_end(const char *list) {
  const char *end = strchr(list, ',');
  while (end && !isdigit((unsigned char)end[2])) end = strchr(end + 1, ',');
  return end ? end : list + strlen(list);
}

static void write_changes(const app_import_report *r, FILE *out) {
  tc_line changes = {0};
  tc_mesh_import_format_changes(r->import, &changes);
  if (!changes.length) tc_line_add(&changes, "none");
  write_label("changes", out);
  for (const char *item = changes.text, *end; item; item = *end ? end + 2 : NULL) {
    end = find_item_end(item);
    if (item != changes.text) write_label("", out);
    fprintf(out, "%.*s\n", (int)(end - item), item);
  }
}

void app_import_report_write(const app_import_report *r, FILE *out) {
  const tc_converted *made = &r->import->converted;
  app_mesh_origin_write(&r->import->origin, r->source->path, out);
  write_output(r, out);
  write_extent(r, out);
  write_labels("regions", "cell", "volume", r->regions, out);
  write_labels("markers", "boundary face", "area", r->markers, out);
  write_marker_advice(r->markers, out);
  write_losses(r, out);
  app_mesh_fibres_write(made->width, r->output->file[r->output->files - 1], out);
  write_components(r, out);
  write_changes(r, out);
  write_label("time", out);
  tc_fprintf(out, "%.3g s\n", r->import->seconds);
}
