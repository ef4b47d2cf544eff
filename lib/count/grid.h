/* Grid of ranks in rows and columns, numbered row by row. The strategy bcs (block column scatter) and its
 * counts use the grid. Every rank of a run has the same grid. All functions are pure. */
#ifndef TC_COUNT_GRID_H
#define TC_COUNT_GRID_H

#include <stdint.h>

typedef struct tc_grid {
  int32_t rows, cols; /* numbers of rows and columns of the grid; rows * cols is the number of ranks */
} tc_grid;

/* Returns the grid of `ranks` ranks with rows <= cols that is closest to a square. Requires ranks > 0. */
tc_grid tc_grid_squarest(int32_t ranks);

/* These functions convert between a rank and its row and column in the grid. */
static inline int32_t tc_grid_rank(tc_grid grid, int64_t row, int64_t col) {
  return (int32_t)(row * grid.cols + col);
}
static inline int32_t tc_grid_row(tc_grid grid, int32_t rank) { return rank / grid.cols; }
static inline int32_t tc_grid_col(tc_grid grid, int32_t rank) { return rank % grid.cols; }

#endif
