/* Reverse Cuthill-McKee ordering: a breadth-first search begins at a pseudo-peripheral vertex of each
 * component and visits the neighbours of a vertex by ascending degree. The order of visits is then reversed.
 * Source: George and Liu 1981. */
#include "base/core/memory.h"
#include "graph/order/order.h"

static int32_t get_degree(const tc_graph *graph, int32_t v) { return graph->start[v + 1] - graph->start[v]; }

/* Sorts the vertices v[n] by ascending degree. An insertion sort suffices, because a cell has at most four
 * neighbours and a vertex of a quotient graph a few dozen. The sort is stable. */
static void sort_by_degree(const tc_graph *graph, int32_t *v, int32_t n) {
  for (int32_t i = 1; i < n; i++) {
    int32_t moving = v[i], j = i;
    for (; j > 0 && get_degree(graph, v[j - 1]) > get_degree(graph, moving); j--) v[j] = v[j - 1];
    v[j] = moving;
  }
}

/* Searches breadth-first from `root` over the vertices whose mark is not `stamp`, and sets the mark of each
 * reached vertex to `stamp`. Fills sequence[] with the reached vertices in Cuthill-McKee order and returns
 * their number. *last_level is the index at which the last level begins, *levels the number of levels. */
static int32_t search_levels(const tc_graph *graph, int32_t root, int32_t stamp, int32_t *mark,
                             int32_t *sequence, int32_t *last_level, int32_t *levels) {
  int32_t reached = 1, level_begin = 0;
  sequence[0] = root;
  mark[root] = stamp;
  *levels = 0;
  while (level_begin < reached) {
    int32_t level_end = reached;
    for (int32_t i = level_begin; i < level_end; i++) {
      int32_t begin = reached;
      for (int32_t e = graph->start[sequence[i]]; e < graph->start[sequence[i] + 1]; e++) {
        int32_t v = graph->adjacent[e];
        if (mark[v] == stamp) continue;
        mark[v] = stamp;
        sequence[reached++] = v;
      }
      sort_by_degree(graph, sequence + begin, reached - begin);
    }
    *last_level = level_begin;
    level_begin = level_end;
    ++*levels;
  }
  return reached;
}

/* Finds a pseudo-peripheral vertex of the component of `seed` (George and Liu). Stores the order of the
 * search from this vertex in sequence[] and returns the number of vertices of the component. */
static int32_t search_from_peripheral(const tc_graph *graph, int32_t seed, int32_t *stamp, int32_t *mark,
                                      int32_t *sequence) {
  enum { searches_max = 6 };
  int32_t last, levels, levels_max = 0,
                        reached = search_levels(graph, seed, ++*stamp, mark, sequence, &last, &levels);
  for (int i = 0; i < searches_max && levels > levels_max; i++) {
    levels_max = levels;
    int32_t start = sequence[last];
    for (int32_t j = last; j < reached; j++)
      if (get_degree(graph, sequence[j]) < get_degree(graph, start)) start = sequence[j];
    reached = search_levels(graph, start, ++*stamp, mark, sequence, &last, &levels);
  }
  return reached;
}

static tc_status compute_rcm(const tc_graph *graph, tc_block_ordering_options blocking, int32_t *order) {
  (void)blocking;
  int32_t n = graph->vertices, *mark = NULL, ordered = 0, stamp = 0;
  TC_TRY(TC_ALLOC(mark, n));
  for (int32_t v = 0; v < n; v++) mark[v] = -1;
  for (int32_t seed = 0; seed < n; seed++) {
    if (mark[seed] == -2) continue;
    int32_t reached = search_from_peripheral(graph, seed, &stamp, mark, order + ordered);
    for (int32_t i = 0; i < reached; i++) mark[order[ordered + i]] = -2;
    ordered += reached;
  }
  for (int32_t i = 0; i < n / 2; i++) {
    int32_t v = order[i];
    order[i] = order[n - 1 - i];
    order[n - 1 - i] = v;
  }
  tc_free(mark);
  return TC_OK;
}

const tc_order tc_order_rcm = {
    .name = "rcm",
    .summary = "reverse Cuthill-McKee",
    .by_levels = true,
    .compute = compute_rcm,
};
