/* Sparsity pattern of one rank's rows, in global positions. All counts of a product are computed from it. A
 * dry run builds it from the dual graph, and a real run from the assembled rows (comm/layout/halo_pattern.h).
 * No MPI. */
#ifndef TC_COUNT_PATTERN_H
#define TC_COUNT_PATTERN_H

#include <stdint.h>

#include "base/core/pool.h"
#include "count/distribution.h"
#include "graph/structure/graph.h"
#include "sparse/row_range.h"

/* Pattern of a rank. Row i has the off-diagonal entries tc_pattern_begin .. tc_pattern_end - 1. tc_pattern_at
 * returns the position of an entry's column in the distributed order. Padding entries have the position of
 * the row itself. Patterns are structurally symmetric: row i has column j if and only if row j has column i.
 * For a mesh, two rows are coupled if one cell can be reached from the other through 1 face or, depending on
 * the scheme, 2 faces. */
typedef struct tc_pattern {
  int32_t rows;
  int width; /* entries stored per row, padding included; if `begin` is not NULL, those of the longest row */
  /* number of the column of each entry: an index of the array `position` or, if `position` is NULL, the
   * position itself */
  const int32_t *column;
  /* [rows + 1] index of the first entry of each row, for rows of different lengths, called general rows
   * (sparse/row_range.h). Borrowed or in `memory`. NULL if all rows have `width` entries. */
  const int64_t *begin;
  tc_gid *position;      /* position of each column number; NULL if the numbers are positions */
  int32_t *owned_column; /* equal to `column` if the pattern owns that array; otherwise NULL */
  tc_pool memory;        /* owns `position` and `owned_column` */
} tc_pattern;

/* tc_pattern_begin and tc_pattern_end return the range of the entries of row i, tc_pattern_entries the number
 * of all entries. */
static inline size_t tc_pattern_begin(const tc_pattern *pattern, int32_t i) {
  return tc_row_begin(pattern->begin, pattern->width, i);
}
static inline size_t tc_pattern_end(const tc_pattern *pattern, int32_t i) {
  return tc_row_begin(pattern->begin, pattern->width, i + 1);
}
static inline size_t tc_pattern_entries(const tc_pattern *pattern) {
  return tc_pattern_begin(pattern, pattern->rows);
}

/* Returns the position of the column of entry number `entry`. */
static inline tc_gid tc_pattern_at(const tc_pattern *pattern, size_t entry) {
  const int32_t column = pattern->column[entry];
  return pattern->position ? pattern->position[column] : column;
}

/* Builds the pattern of any rank's rows in any distribution, from the dual graph alone. The columns of a row
 * are the other cells that are at most `rings` (1 or 2) faces away. `width` is 4 for one ring and 16 for two.
 * With one ring `dual` may be the graph of any matrix, if no vertex has a degree above `width`, which is at
 * most TC_ELL_WIDTH_MAX. With one ring and a `width` of 0 the rows are general rows: the length of a row is
 * the degree of the vertex, rounded up to a multiple of 4 (tc_ell_create_general). order[]
 * contains the cell at each position, and position[] is its inverse. Not collective, no MPI. The result
 * equals the pattern of the assembled rows (comm/layout/halo_pattern.h) up to the order of a row's columns.
 * The caller frees `*out`. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_pattern_create_from_graph(const tc_graph *dual, const int32_t *order, const int32_t *position,
                                       const tc_distribution *distribution, int32_t rank, int rings,
                                       int width, tc_pattern **out);
void tc_pattern_destroy(tc_pattern **pattern);

#endif
