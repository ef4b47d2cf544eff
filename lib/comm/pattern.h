/* The sparsity pattern of one rank's rows, in global row numbers: what counts are computed from. No MPI. */
#ifndef TC_COMM_PATTERN_H
#define TC_COMM_PATTERN_H

#include <stdint.h>

#include "base/status.h"
#include "sparse/ell.h"

/* Row i of the rank has the off-diagonal columns column[i*width .. i*width+width-1] (positions in the
 * distributed order); padding repeats the row's own position. Patterns are structurally symmetric: if a row
 * touches a column, the column's row touches it (two rows touch when their cells are within 1 or 2 face
 * neighbours). */
typedef struct tc_pattern {
  int32_t rows;
  int width;
  int32_t *column; /* [rows][width] */
} tc_pattern;

/* The pattern of assembled rows; position[column] translates local columns. Not collective. */
tc_status tc_pattern_create(const tc_ell *ell, const int32_t *position, tc_pattern **out);
void tc_pattern_destroy(tc_pattern **pattern);

#endif
