/* Text output of `tetracast mesh info` and `mesh order`: one line per quantity, with a label of 17 columns.
 * cmd_mesh.c calls these functions on the root, after the mesh is checked and, for `mesh order`, after the
 * layout is created. The functions compute the volumes, bandwidths, edge cut and imbalance that they
 * print. */
#include "mesh_reports/mesh_summary.h"

#include <math.h>

#include "base/core/memory.h"
#include "base/core/print.h"
#include "base/numeric/sum.h"
#include "graph/structure/quality.h"
#include "io/mesh/tetgen.h"
#include "io/mesh_input/import.h"
#include "mesh/labels.h"
#include "mesh/tetrahedron.h"
#include "report/document/report.h"

/* Writes a line such as "label N (noun 1 'wall': 1270, noun 2: 2079)": the number N of cells or faces,
 * followed by the number of those that have each label. */
static void write_labels(const char *label, const char *noun, int32_t n, const tc_labels *labels, FILE *out) {
  char text[TC_LABEL_TEXT];
  fprintf(out, "%-17s %d", label, (int)n);
  for (int32_t k = 0; k < labels->count; k++)
    fprintf(out, "%s%s %s: %lld", k == 0 ? " (" : ", ", noun, tc_labels_format_label(labels, k, text),
            (long long)labels->items[k]);
  fprintf(out, "%s\n", n ? ")" : "");
}

static tc_status write_regions(const tc_mesh *mesh, FILE *out) {
  tc_labels *labels = NULL;
  TC_TRY(tc_labels_create_regions(mesh, &labels));
  write_labels("cells", "region", mesh->cells, labels, out);
  tc_labels_destroy(&labels);
  return TC_OK;
}

static tc_status write_markers(const tc_mesh *mesh, const tc_dual *dual, FILE *out) {
  tc_labels *boundary = NULL, *interior = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_labels_create_markers(mesh, dual, &boundary));
  TC_GUARD(status, tc_labels_create_interior(dual, &interior));
  TC_GUARD(status, tc_labels_set_names(interior, 2, mesh->names, mesh->name_list));
  write_labels("boundary faces", "marker", dual->boundary, boundary, out);
  write_labels("marked interior", "marker", dual->marked_interior, interior, out);
cleanup:
  tc_labels_destroy(&boundary);
  tc_labels_destroy(&interior);
  return status;
}

static double cell_volume(const tc_mesh *mesh, int32_t cell) {
  const double *p[4];
  for (size_t k = 0; k < 4; k++) p[k] = mesh->points + 3 * (size_t)mesh->vertices[4 * (size_t)cell + k];
  return tc_volume6(p[0], p[1], p[2], p[3]) / 6.0;
}

static void write_volumes(const tc_mesh *mesh, FILE *out) {
  double least = INFINITY, most = 0.0;
  for (int32_t c = 0; c < mesh->cells; c++) {
    least = fmin(least, cell_volume(mesh, c));
    most = fmax(most, cell_volume(mesh, c));
  }
  tc_sum sum = tc_sum_init(most);
  for (int32_t c = 0; c < mesh->cells; c++) tc_sum_add(&sum, cell_volume(mesh, c));
  double total = tc_sum_value(&sum);
  tc_fprintf(out, "volume            %.10g (cells: smallest %.4g, mean %.4g, largest %.4g)\n", total, least,
             total / mesh->cells, most);
}

void app_mesh_extent_write(const double low[3], const double high[3], FILE *out) {
  tc_fprintf(out, "%-17s %.6g x %.6g x %.6g, from (%.6g, %.6g, %.6g) to (%.6g, %.6g, %.6g)\n", "extent",
             high[0] - low[0], high[1] - low[1], high[2] - low[2], low[0], low[1], low[2], high[0], high[1],
             high[2]);
}

static void write_extent(const tc_mesh *mesh, FILE *out) {
  double low[3], high[3];
  tc_mesh_bounds(mesh, low, high);
  app_mesh_extent_write(low, high, out);
}

void app_mesh_fibres_write(int width, const char *file, FILE *out) {
  if (width)
    fprintf(out, "%-17s one %s per cell, for diffusion.fibres.file: %s\n", "fibres",
            tc_mesh_import_fibre_noun(width), file);
}

static tc_status write_bandwidth(const char *label, const tc_graph *graph, const int32_t *order, FILE *out) {
  tc_bandwidth b;
  TC_TRY(tc_quality_bandwidth(graph, order, &b));
  tc_fprintf(out, "%-17s largest %d, mean %.1f\n", label, (int)b.largest, b.mean);
  return TC_OK;
}

tc_status app_mesh_summary_write(const tc_mesh *mesh, const tc_dual *dual, const tc_graph *graph, FILE *out) {
  int32_t interior = graph->start[graph->vertices] / 2;
  fprintf(out, "mesh              %s (numbered from %d)\n", mesh->name, (int)mesh->base);
  TC_TRY(write_regions(mesh, out));
  fprintf(out, "inverted cells    %d\n", (int)mesh->reoriented);
  fprintf(out, "nodes             %d\n", (int)mesh->nodes);
  fprintf(out, "faces             %lld (%d interior)\n", (long long)interior + dual->boundary, (int)interior);
  TC_TRY(write_markers(mesh, dual, out));
  write_extent(mesh, out);
  write_volumes(mesh, out);
  return write_bandwidth("bandwidth", graph, NULL, out);
}

const char *app_partition_text(const tc_layout_options *layout, int64_t cells) {
  if (layout->kind != TC_DISTRIBUTION_METIS) return "";
  return tc_report_partition_text(tc_partitioners.name((int)tc_layout_partitioner(layout, cells)));
}

static tc_status write_split(const tc_graph *graph, const tc_distribution *distribution,
                             const tc_layout *layout, FILE *out) {
  int32_t *rank_of_cell = NULL;
  double imbalance;
  int64_t volume;
  tc_status status = TC_OK;
  TC_TRY(TC_ALLOC(rank_of_cell, graph->vertices));
  for (int32_t p = 0; p < graph->vertices; p++)
    rank_of_cell[layout->order[p]] = tc_distribution_owner(distribution, p);
  TC_GUARD(status, tc_quality_imbalance(graph->vertices, rank_of_cell, distribution->ranks, &imbalance));
  TC_GUARD(status, tc_quality_volume(graph, rank_of_cell, distribution->ranks, &volume));
  int64_t cut = tc_quality_cut(graph, rank_of_cell);
  tc_fprintf(out, "edge cut          %lld of %d faces (%.2f %%)\n", (long long)cut,
             (int)(graph->start[graph->vertices] / 2),
             graph->start[graph->vertices] ? 200.0 * (double)cut / graph->start[graph->vertices] : 0.0);
  fprintf(out, "volume            %lld values that ranks receive from each other\n", (long long)volume);
  tc_fprintf(out, "imbalance         %.4f (most cells of a rank / mean)\n", imbalance);
cleanup:
  tc_free(rank_of_cell);
  return status;
}

tc_status app_layout_summary_write(const tc_graph *graph, int32_t ranks, const tc_layout_options *choice,
                                   const tc_layout *layout, FILE *out) {
  tc_distribution *distribution = NULL;
  TC_TRY(tc_distribution_create(choice->kind, graph->vertices, ranks, choice->block_size, layout->first,
                                &distribution));
  fprintf(out, "order             %s, %s distribution%s on %d rank%s\n", choice->order->name,
          tc_distribution_name((int)choice->kind), app_partition_text(choice, graph->vertices), (int)ranks,
          ranks == 1 ? "" : "s");
  tc_status status = write_bandwidth("bandwidth before", graph, NULL, out);
  if (!status) status = write_bandwidth("bandwidth after", graph, layout->order, out);
  if (!status) status = write_split(graph, distribution, layout, out);
  tc_distribution_destroy(&distribution);
  return status;
}

tc_status app_mesh_files_write(const char *base, const tc_mesh *mesh, FILE *out) {
  char *name = NULL;
  TC_TRY(tc_tetgen_path(base, "", &name));
  fprintf(out, "written: %s.node, .ele%s", name, mesh->faces ? ", .face" : "");
  tc_free(name);
  return TC_OK;
}
