/* Ranks as rows and columns of a grid, numbered row by row. Pure. */
#ifndef TC_COUNT_GRID_H
#define TC_COUNT_GRID_H

#include <stdint.h>

typedef struct tc_grid {
  int32_t rows, cols; /* rows * cols: the ranks */
} tc_grid;

/* As square as possible, rows <= cols. ranks > 0. */
tc_grid tc_grid_squarest(int32_t ranks);

/* The rank in a row and a column; and the row and column of a rank. */
static inline int32_t tc_grid_rank(tc_grid grid, int64_t row, int64_t col) {
  return (int32_t)(row * grid.cols + col);
}
static inline int32_t tc_grid_row(tc_grid grid, int32_t rank) { return rank / grid.cols; }
static inline int32_t tc_grid_col(tc_grid grid, int32_t rank) { return rank % grid.cols; }

#endif
