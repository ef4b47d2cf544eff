#include "mesh/components.h"

#include <stdlib.h>

#include "base/core/memory.h"

/* Returns the lowest cell that is known so far to be connected with `cell` (the root in a union-find
 * structure). lower_cell[c] is a lower cell connected with c, or c itself. The search halves the path to the
 * root, which shortens later searches. */
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

static int compare_sizes(const void *a, const void *b) {
  const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x < y) - (x > y);
}

tc_status tc_mesh_components_list_sizes(const tc_dual *dual, const tc_mesh_components *components,
                                        int32_t **size) {
  int32_t *cells = NULL, count = 0;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC_ZERO(cells, dual->cells));
  TC_GUARD(status, TC_ALLOC(*size, components->count));
  for (int32_t cell = 0; cell < dual->cells; cell++) cells[components->component[cell]]++;
  for (int32_t cell = 0; cell < dual->cells; cell++)
    if (cells[cell] > 0) (*size)[count++] = cells[cell];
  if (count > 1) qsort(*size, (size_t)count, sizeof **size, compare_sizes);
cleanup:
  tc_free(cells);
  return status;
}

static tc_status find_extremes(const tc_dual *dual, tc_mesh_components *c) {
  int32_t *size = NULL;
  c->smallest = c->largest = dual->cells;
  if (c->count <= 1) return TC_OK;
  TC_TRY(tc_mesh_components_list_sizes(dual, c, &size));
  c->largest = size[0];
  c->smallest = size[c->count - 1];
  tc_free(size);
  return TC_OK;
}

tc_status tc_mesh_components_find(const tc_dual *dual, tc_mesh_components *out) {
  TC_TRY(TC_ALLOC(out->component, dual->cells));
  connect_neighbours(dual, out->component);
  for (int32_t cell = 0; cell < dual->cells; cell++) out->count += out->component[cell] == cell;
  return find_extremes(dual, out);
}

void tc_mesh_components_free(tc_mesh_components *components) {
  tc_free(components->component);
  *components = (tc_mesh_components){0};
}
