#include "mesh_summary.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/sum.h"
#include "graph/quality.h"
#include "mesh/geometry.h"

static int rising(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

/* "1: 1270, 2: 2079": boundary faces per marker, in rising marker. */
static tc_status write_markers(const tc_dual *dual, FILE *out) {
  int32_t *sorted = NULL;
  TC_TRY(TC_ALLOC(sorted, dual->boundary));
  for (int32_t b = 0; b < dual->boundary; b++) sorted[b] = dual->marker[b];
  qsort(sorted, (size_t)dual->boundary, sizeof *sorted, rising);
  fprintf(out, "boundary faces    %d", (int)dual->boundary);
  for (int32_t b = 0, next; b < dual->boundary; b = next) {
    for (next = b; next < dual->boundary && sorted[next] == sorted[b];) next++;
    fprintf(out, "%smarker %d: %d", b == 0 ? " (" : ", ", (int)sorted[b], (int)(next - b));
  }
  fprintf(out, "%s\n", dual->boundary ? ")" : "");
  tc_free(sorted);
  return TC_OK;
}

static double volume(const tc_mesh *mesh, int32_t cell) {
  const double *p[4];
  for (size_t k = 0; k < 4; k++) p[k] = mesh->points + 3 * (size_t)mesh->vertices[4 * (size_t)cell + k];
  return tc_volume6(p[0], p[1], p[2], p[3]) / 6.0;
}

static void write_volumes(const tc_mesh *mesh, FILE *out) {
  double least = INFINITY, most = 0.0;
  for (int32_t c = 0; c < mesh->cells; c++) {
    least = fmin(least, volume(mesh, c));
    most = fmax(most, volume(mesh, c));
  }
  tc_sum sum = tc_sum_start(most);
  for (int32_t c = 0; c < mesh->cells; c++) tc_sum_add(&sum, volume(mesh, c));
  double total = tc_sum_value(&sum);
  fprintf(out, "volume            %.10g (cells: smallest %.4g, mean %.4g, largest %.4g)\n", total, least,
          total / mesh->cells, most);
}

static tc_status write_bandwidth(const char *label, const tc_graph *graph, const int32_t *order, FILE *out) {
  tc_bandwidth b;
  TC_TRY(tc_quality_bandwidth(graph, order, &b));
  fprintf(out, "%-17s largest %d, mean %.1f\n", label, (int)b.largest, b.mean);
  return TC_OK;
}

tc_status tc_mesh_summary_write(const tc_mesh *mesh, const tc_dual *dual, const tc_graph *graph, FILE *out) {
  int32_t interior = graph->start[graph->vertices] / 2;
  fprintf(out, "mesh              %s (numbered from %d)\n", mesh->name, (int)mesh->base);
  fprintf(out, "cells             %d (%d inverted)\n", (int)mesh->cells, (int)mesh->reoriented);
  fprintf(out, "nodes             %d\n", (int)mesh->nodes);
  fprintf(out, "faces             %lld (%d interior)\n", (long long)interior + dual->boundary, (int)interior);
  TC_TRY(write_markers(dual, out));
  write_volumes(mesh, out);
  return write_bandwidth("bandwidth", graph, NULL, out);
}

static tc_status write_split(const tc_graph *graph, const tc_distribution *distribution,
                             const tc_layout *layout, FILE *out) {
  int32_t *rank_of_cell = NULL;
  double imbalance;
  tc_status status = TC_OK;
  TC_TRY(TC_ALLOC(rank_of_cell, graph->vertices));
  for (int32_t p = 0; p < graph->vertices; p++)
    rank_of_cell[layout->order[p]] = tc_distribution_owner(distribution, p);
  TC_GUARD(status, tc_quality_imbalance(graph->vertices, rank_of_cell, distribution->ranks, &imbalance));
  int64_t cut = tc_quality_cut(graph, rank_of_cell);
  fprintf(out, "edge cut          %lld of %d faces (%.2f %%)\n", (long long)cut,
          (int)(graph->start[graph->vertices] / 2),
          graph->start[graph->vertices] ? 200.0 * (double)cut / graph->start[graph->vertices] : 0.0);
  fprintf(out, "imbalance         %.4f (largest part over mean)\n", imbalance);
cleanup:
  tc_free(rank_of_cell);
  return status;
}

tc_status tc_layout_summary_write(const tc_graph *graph, int32_t ranks, const tc_layout_choice *choice,
                                  const tc_layout *layout, FILE *out) {
  tc_distribution *distribution = NULL;
  TC_TRY(tc_distribution_create(choice->kind, graph->vertices, ranks, choice->block_size, layout->first,
                                &distribution));
  fprintf(out, "order             %s, %s distribution on %d ranks\n", choice->order->name,
          tc_distribution_name((int)choice->kind), (int)ranks);
  tc_status status = write_bandwidth("bandwidth before", graph, NULL, out);
  if (!status) status = write_bandwidth("bandwidth after", graph, layout->order, out);
  if (!status) status = write_split(graph, distribution, layout, out);
  tc_distribution_destroy(&distribution);
  return status;
}
