#include "count/grid.h"

#include <criterion/criterion.h>

Test(grid, as_square_as_possible) {
  for (int32_t ranks = 1; ranks <= 1024; ranks++) {
    const tc_grid grid = tc_grid_squarest(ranks);
    cr_assert(grid.rows * grid.cols == ranks && grid.rows <= grid.cols, "%d ranks", (int)ranks);
    for (int32_t rows = grid.rows + 1; rows * rows <= ranks; rows++)
      cr_assert_neq(ranks % rows, 0, "%d ranks: %d rows", (int)ranks, (int)rows);
  }
}

Test(grid, ranks_go_row_by_row) {
  const tc_grid grid = {3, 4};
  for (int32_t rank = 0, row = 0; row < 3; row++)
    for (int32_t col = 0; col < 4; col++, rank++) {
      cr_assert_eq(tc_grid_rank(grid, row, col), rank);
      cr_assert_eq(tc_grid_row(grid, rank), row);
      cr_assert_eq(tc_grid_col(grid, rank), col);
    }
}
