/* Partition by chunks. The output array contains the chunk of each cell until METIS has divided the chunks.
 */
#include "graph/partition/chunk_partition.h"

#include "base/containers/array.h"
#include "base/core/memory.h"
#include "graph/partition/chunk_refinement.h"

enum {
  chunk_cells = 16,          /* cells of a chunk if the mesh is neither very large nor small */
  chunks_max = 4000000,      /* bounds the memory and the time of METIS */
  chunks_per_part_min = 100, /* more cells per chunk would prevent METIS from balancing the parts to 1 % */
};

int32_t tc_chunk_size(int32_t cells, int32_t parts) {
  int64_t size = chunk_cells;
  while ((cells + size - 1) / size > chunks_max) size *= 2;
  while (size > 1 && cells / size < (int64_t)chunks_per_part_min * parts) size /= 2;
  return (int32_t)size;
}

/* Graph of the chunks while it is built. `adjacent` and `weight` have one item for each end of an edge, which
 * makes two for each edge. */
typedef struct chunk_graph {
  const tc_graph *cells;           /* borrowed */
  const int32_t *curve, *chunk_of; /* [cells->vertices] borrowed; chunk of each cell */
  int32_t size, chunks;            /* cells of a chunk; the last chunk may have fewer */
  int32_t *start;                  /* [chunks + 1] first edge end of each chunk */
  int32_t *cells_in;               /* [chunks] number of cells */
  int32_t *edge; /* [chunks] last edge end at which each chunk was found; -1 if there is none */
  TC_ARRAY(int32_t) adjacent, weight;
  tc_pool memory; /* owns the arrays that are neither borrowed nor growable */
} chunk_graph;

/* Counts a face between the current chunk, whose edge ends begin at `begin`, and chunk q. */
static tc_status count_face(chunk_graph *g, int32_t begin, int32_t q) {
  if (g->edge[q] >= begin) {
    g->weight.item[g->edge[q]]++;
    return TC_OK;
  }
  const int32_t one = 1;
  g->edge[q] = g->adjacent.count;
  TC_TRY(TC_ARRAY_ADD(&g->adjacent, &q));
  return TC_ARRAY_ADD(&g->weight, &one);
}

/* Sorts the edge ends of a chunk by the adjacent chunk, because the partition of METIS depends on their
 * order. There are few of them. */
static void sort_edges(chunk_graph *g, int32_t begin) {
  for (int32_t e = begin + 1; e < g->adjacent.count; e++) {
    const int32_t chunk = g->adjacent.item[e], weight = g->weight.item[e];
    int32_t at = e;
    for (; at > begin && g->adjacent.item[at - 1] > chunk; at--) {
      g->adjacent.item[at] = g->adjacent.item[at - 1];
      g->weight.item[at] = g->weight.item[at - 1];
    }
    g->adjacent.item[at] = chunk;
    g->weight.item[at] = weight;
  }
}

static tc_status add_chunk(chunk_graph *g, int32_t p) {
  const tc_graph *cells = g->cells;
  const int32_t begin = g->adjacent.count, first = p * g->size, rest = cells->vertices - first;
  g->start[p] = begin;
  g->cells_in[p] = rest < g->size ? rest : g->size;
  for (int32_t i = first; i < first + g->cells_in[p]; i++)
    for (int32_t e = cells->start[g->curve[i]]; e < cells->start[g->curve[i] + 1]; e++) {
      const int32_t q = g->chunk_of[cells->adjacent[e]];
      if (q != p) TC_TRY(count_face(g, begin, q));
    }
  sort_edges(g, begin);
  return TC_OK;
}

static tc_status build_graph(chunk_graph *g) {
  TC_TRY(TC_POOL_ARRAY(&g->memory, g->start, (size_t)g->chunks + 1));
  TC_TRY(TC_POOL_ARRAY(&g->memory, g->cells_in, g->chunks));
  TC_TRY(TC_POOL_ARRAY(&g->memory, g->edge, g->chunks));
  TC_TRY(TC_ARRAY_RESERVE(&g->adjacent, g->chunks));
  TC_TRY(TC_ARRAY_RESERVE(&g->weight, g->chunks));
  for (int32_t p = 0; p < g->chunks; p++) g->edge[p] = -1;
  for (int32_t p = 0; p < g->chunks; p++) TC_TRY(add_chunk(g, p));
  g->start[g->chunks] = g->adjacent.count;
  return TC_OK;
}

static void free_graph(chunk_graph *g) {
  TC_ARRAY_FREE(&g->adjacent);
  TC_ARRAY_FREE(&g->weight);
  tc_pool_free(&g->memory);
}

/* Divides the chunks by METIS and sets part_of_chunk[chunks]. */
static tc_status divide_chunks(chunk_graph *g, int32_t parts, int32_t *part_of_chunk) {
  TC_TRY(build_graph(g));
  const tc_graph graph = {.vertices = g->chunks, .start = g->start, .adjacent = g->adjacent.item};
  const tc_partition_weights weights = {g->cells_in, g->weight.item};
  return tc_partition_metis_weighted(&graph, &weights, parts, part_of_chunk);
}

/* Sets part[v] to the part of the chunk that contains cell v. */
static tc_status assign_chunks(const tc_graph *graph, const int32_t *curve, int32_t parts, int32_t *part) {
  const int32_t size = tc_chunk_size(graph->vertices, parts),
                chunks = graph->vertices / size + (graph->vertices % size != 0);
  chunk_graph g = {.cells = graph, .curve = curve, .chunk_of = part, .size = size, .chunks = chunks};
  int32_t *part_of_chunk = NULL;
  tc_status status = TC_OK;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < graph->vertices; i++) part[curve[i]] = i / size;
  TC_GUARD(status, TC_ALLOC(part_of_chunk, chunks));
  TC_GUARD(status, divide_chunks(&g, parts, part_of_chunk));
#pragma omp parallel for schedule(static)
  for (int32_t v = 0; v < graph->vertices; v++) part[v] = part_of_chunk[part[v]];
cleanup:
  free_graph(&g);
  tc_free(part_of_chunk);
  return status;
}

tc_status tc_chunk_partition(const tc_graph *graph, const int32_t *curve, int32_t parts, int32_t *part) {
  tc_chunk_refinement refinement = {0};
  TC_TRY(assign_chunks(graph, curve, parts, part));
  if (parts <= 1 || graph->vertices <= parts) return TC_OK;
  const tc_status status = tc_chunk_refinement_init(graph, parts, part, &refinement);
  for (int round = 0; !status && round < TC_CHUNK_REFINEMENT_ROUNDS; round++)
    tc_chunk_refinement_round(&refinement);
  tc_chunk_refinement_free(&refinement);
  return status;
}

void tc_curve_partition(int32_t n, const int32_t *curve, int32_t parts, int32_t *part) {
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < n; i++) part[curve[i]] = (int32_t)((int64_t)i * parts / n);
}
