#include "comm/pattern.h"

#include <stdbool.h>

#include "base/memory.h"

static tc_status allocate(int32_t rows, int width, tc_pattern **out) {
  tc_pattern *pattern = NULL;
  TC_TRY(TC_ALLOC_ZERO(pattern, 1));
  pattern->rows = rows;
  pattern->width = width;
  tc_status status = TC_ALLOC(pattern->column, (size_t)rows * (size_t)width);
  if (status)
    tc_free(pattern);
  else
    *out = pattern;
  return status;
}

tc_status tc_pattern_create(const tc_ell *ell, const tc_gid *position, tc_pattern **out) {
  size_t entries = (size_t)ell->rows * (size_t)ell->width;
  TC_TRY(allocate(ell->rows, ell->width, out));
  for (size_t e = 0; e < entries; e++) (*out)->column[e] = position[ell->column[e]];
  return TC_OK;
}

/* Adds the neighbours of `cell` that are neither `self` nor in found[] yet; returns the new length. */
static int add_neighbours(const tc_graph *dual, int32_t cell, int32_t self, int32_t *found, int n) {
  for (int32_t e = dual->start[cell]; e < dual->start[cell + 1]; e++) {
    int32_t other = dual->adjacent[e];
    bool known = other == self;
    for (int i = 0; i < n && !known; i++) known = found[i] == other;
    if (!known) found[n++] = other;
  }
  return n;
}

tc_status tc_pattern_imagine(const tc_graph *dual, const int32_t *order, const int32_t *position,
                             const tc_distribution *distribution, int32_t rank, int rings, int width,
                             tc_pattern **out) {
  int32_t rows = tc_distribution_owned(distribution, rank), found[16];
  TC_TRY(allocate(rows, width, out));
  for (int32_t i = 0; i < rows; i++) {
    const tc_gid own = tc_distribution_position(distribution, rank, i);
    const int32_t cell = order[own];
    tc_gid *column = (*out)->column + (size_t)i * (size_t)width;
    int first = add_neighbours(dual, cell, cell, found, 0), n = first;
    for (int k = 0; k < first && rings > 1; k++) n = add_neighbours(dual, found[k], cell, found, n);
    for (int k = 0; k < width; k++) column[k] = k < n ? position[found[k]] : own;
  }
  return TC_OK;
}

void tc_pattern_destroy(tc_pattern **pattern) {
  if (!*pattern) return;
  tc_free((*pattern)->column);
  tc_free(*pattern);
  *pattern = NULL;
}
