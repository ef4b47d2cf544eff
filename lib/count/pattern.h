/* The sparsity pattern of one rank's rows, in global row numbers: what counts are computed from. No MPI. */
#ifndef TC_COUNT_PATTERN_H
#define TC_COUNT_PATTERN_H

#include <stdint.h>

#include "base/core/status.h"
#include "count/distribution.h"
#include "graph/graph.h"

/* Row i of the rank has the off-diagonal columns tc_pattern_at(pattern, i * width) .. (positions in the
 * distributed order); padding repeats the row's own position. Patterns are structurally symmetric: if a row
 * touches a column, the column's row touches it (two rows touch when their cells are within 1 or 2 face
 * neighbours). */
typedef struct tc_pattern {
  int32_t rows;
  int width;
  const int32_t *column; /* [rows][width] in the rank's own numbering */
  tc_gid *position;      /* of the columns in that numbering; NULL: column[] are positions */
  int32_t *made;         /* the memory of column[], where it is the pattern's */
} tc_pattern;

/* An entry, 0 .. rows*width-1. */
static inline tc_gid tc_pattern_at(const tc_pattern *pattern, size_t entry) {
  const int32_t column = pattern->column[entry];
  return pattern->position ? pattern->position[column] : column;
}

/* The pattern of any rank's rows in any distribution, from the dual graph alone: a row touches the cells
 * within `rings` (1 or 2) face neighbours, `width` = 4 or 16 at most. order[position] = cell, position[cell]
 * the inverse. Not collective, no MPI. Equal to the pattern of the assembled rows
 * (comm/layout/halo_pattern.h) up to the order of a row's columns. Errors: TC_INTERNAL out of memory. */
tc_status tc_pattern_create_from_graph(const tc_graph *dual, const int32_t *order, const int32_t *position,
                                       const tc_distribution *distribution, int32_t rank, int rings,
                                       int width, tc_pattern **out);
void tc_pattern_destroy(tc_pattern **pattern);

#endif
