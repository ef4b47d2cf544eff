#include "solve/observe/extremes.h"

/* Removes every second stored row to make room for later ones, so the number of calls between two stored rows
 * doubles. */
static void thin(tc_extremes *e) {
  const int rows = (e->rows + 1) / 2;
  for (int k = 0; k < rows; k++) e->row[k] = e->row[2 * k];
  e->rows = rows;
  e->every *= 2;
}

void tc_extremes_add(tc_extremes *e, tc_extremes_row row) {
  if (e->every == 0) e->every = 1;
  const bool replaces_latest = e->rows > 0 && (e->added - 1) % e->every != 0;
  if (replaces_latest) e->rows--;
  if (e->rows == TC_EXTREMES_ROWS) thin(e);
  e->row[e->rows++] = row;
  e->added++;
}
