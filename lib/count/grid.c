#include "count/grid.h"

tc_grid tc_grid_squarest(int32_t ranks) {
  tc_grid grid = {1, ranks};
  for (int32_t rows = 2; rows <= ranks / rows; rows++)
    if (ranks % rows == 0) grid = (tc_grid){rows, ranks / rows};
  return grid;
}
