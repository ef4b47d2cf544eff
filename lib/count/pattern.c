#include "count/pattern.h"

#include <stdbool.h>

#include "base/core/memory.h"
#include "sparse/ell.h"

static tc_status alloc_pattern(int32_t rows, int width, tc_pattern **out) {
  tc_pattern *pattern = NULL;
  TC_TRY(TC_ALLOC_ZERO(pattern, 1));
  const tc_status status =
      TC_POOL_ARRAY(&pattern->memory, pattern->owned_column, (size_t)rows * (size_t)width);
  pattern->rows = rows;
  pattern->width = width;
  pattern->column = pattern->owned_column;
  TC_RETURN_CREATED(status, pattern, tc_pattern_destroy(&pattern), out);
}

/* Appends to cell_list[n] the face neighbours of `cell` that are neither `self` nor already in cell_list[].
 * Returns the new length of cell_list[]. */
static int add_neighbours(const tc_graph *dual, int32_t cell, int32_t self, int32_t *cell_list, int n) {
  for (int32_t e = dual->start[cell]; e < dual->start[cell + 1]; e++) {
    int32_t other = dual->adjacent[e];
    bool is_listed = other == self;
    for (int i = 0; i < n && !is_listed; i++) is_listed = cell_list[i] == other;
    if (!is_listed) cell_list[n++] = other;
  }
  return n;
}

/* Creates a pattern whose rows have different lengths. The columns of a row are the neighbours of the vertex
 * in the order of the graph. */
static tc_status fill_general_rows(const tc_graph *dual, const int32_t *order, const int32_t *position,
                                   const tc_distribution *distribution, int32_t rank, tc_pattern *pattern) {
  const int32_t multiple = 4;
  int64_t *begin = NULL;
  TC_TRY(TC_POOL_ARRAY(&pattern->memory, begin, pattern->rows + 1));
  begin[0] = 0;
  for (int32_t i = 0; i < pattern->rows; i++) {
    const int32_t v = order[tc_distribution_position(distribution, rank, i)],
                  length = (dual->start[v + 1] - dual->start[v] + multiple - 1) / multiple * multiple;
    begin[i + 1] = begin[i] + length;
    if (length > pattern->width) pattern->width = length;
  }
  TC_TRY(TC_POOL_ARRAY(&pattern->memory, pattern->owned_column, begin[pattern->rows]));
  for (int32_t i = 0; i < pattern->rows; i++) {
    const int32_t own_position = (int32_t)tc_distribution_position(distribution, rank, i);
    int32_t neighbour = dual->start[order[own_position]];
    for (int64_t e = begin[i]; e < begin[i + 1]; e++, neighbour++)
      pattern->owned_column[e] = neighbour < dual->start[order[own_position] + 1]
                                     ? position[dual->adjacent[neighbour]]
                                     : own_position;
  }
  pattern->begin = begin;
  pattern->column = pattern->owned_column;
  return TC_OK;
}

static tc_status create_general(const tc_graph *dual, const int32_t *order, const int32_t *position,
                                const tc_distribution *distribution, int32_t rank, tc_pattern **out) {
  tc_pattern *pattern = NULL;
  TC_TRY(TC_ALLOC_ZERO(pattern, 1));
  pattern->rows = tc_distribution_owned(distribution, rank);
  TC_RETURN_CREATED(fill_general_rows(dual, order, position, distribution, rank, pattern), pattern,
                    tc_pattern_destroy(&pattern), out);
}

tc_status tc_pattern_create_from_graph(const tc_graph *dual, const int32_t *order, const int32_t *position,
                                       const tc_distribution *distribution, int32_t rank, int rings,
                                       int width, tc_pattern **out) {
  int32_t rows = tc_distribution_owned(distribution, rank), cell_list[TC_ELL_WIDTH_MAX];
  if (width == 0) return create_general(dual, order, position, distribution, rank, out);
  TC_TRY(alloc_pattern(rows, width, out));
  for (int32_t i = 0; i < rows; i++) {
    const int32_t own_position = (int32_t)tc_distribution_position(distribution, rank, i),
                  cell = order[own_position];
    int32_t *column = (*out)->owned_column + (size_t)i * (size_t)width;
    int first = add_neighbours(dual, cell, cell, cell_list, 0), n = first;
    for (int k = 0; k < first && rings > 1; k++) n = add_neighbours(dual, cell_list[k], cell, cell_list, n);
    for (int k = 0; k < width; k++) column[k] = k < n ? position[cell_list[k]] : own_position;
  }
  return TC_OK;
}

void tc_pattern_destroy(tc_pattern **pattern) { TC_POOL_DESTROY_OWNER(pattern); }
