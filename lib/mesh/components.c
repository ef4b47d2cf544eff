#include "mesh/components.h"

#include "base/core/memory.h"

/* Returns the lowest cell that is known so far to be connected with `cell`. lower_cell[c] is a lower cell
 * connected with c, or c itself. Halves the path to the result, which shortens later searches. */
static int32_t find_lowest_cell(int32_t *lower_cell, int32_t cell) {
  while (lower_cell[cell] != cell) {
    lower_cell[cell] = lower_cell[lower_cell[cell]];
    cell = lower_cell[cell];
  }
  return cell;
}

static void connect_cells(int32_t *lower_cell, int32_t a, int32_t b) {
  const int32_t low_a = find_lowest_cell(lower_cell, a), low_b = find_lowest_cell(lower_cell, b);
  if (low_a < low_b)
    lower_cell[low_b] = low_a;
  else
    lower_cell[low_a] = low_b;
}

static void connect_neighbours(const tc_dual *dual, int32_t *lower_cell) {
  for (int32_t cell = 0; cell < dual->cells; cell++) lower_cell[cell] = cell;
  for (int32_t cell = 0; cell < dual->cells; cell++)
    for (size_t k = 0; k < 4; k++) {
      const int32_t other = dual->neighbour[4 * (size_t)cell + k];
      if (other > cell) connect_cells(lower_cell, cell, other);
    }
  /* lower_cell[cell] is never higher than `cell`, so one pass in ascending order sets every lower_cell[cell]
   * to the lowest connected cell. */
  for (int32_t cell = 0; cell < dual->cells; cell++) lower_cell[cell] = lower_cell[lower_cell[cell]];
}

static tc_status count_cells(const tc_dual *dual, tc_mesh_components *c) {
  int32_t *cells = NULL;
  c->smallest = c->largest = dual->cells;
  if (c->count <= 1) return TC_OK;
  TC_TRY(TC_ALLOC_ZERO(cells, dual->cells));
  for (int32_t cell = 0; cell < dual->cells; cell++) cells[c->component[cell]]++;
  c->largest = 0;
  for (int32_t cell = 0; cell < dual->cells; cell++) {
    if (cells[cell] > c->largest) c->largest = cells[cell];
    if (cells[cell] > 0 && cells[cell] < c->smallest) c->smallest = cells[cell];
  }
  tc_free(cells);
  return TC_OK;
}

tc_status tc_mesh_components_find(const tc_dual *dual, tc_mesh_components *out) {
  TC_TRY(TC_ALLOC(out->component, dual->cells));
  connect_neighbours(dual, out->component);
  for (int32_t cell = 0; cell < dual->cells; cell++) out->count += out->component[cell] == cell;
  return count_cells(dual, out);
}

void tc_mesh_components_free(tc_mesh_components *components) {
  tc_free(components->component);
  *components = (tc_mesh_components){0};
}
