#include "comm/pattern.h"

#include "base/memory.h"

tc_status tc_pattern_create(const tc_ell *ell, const int32_t *position, tc_pattern **out) {
  tc_pattern *pattern = NULL;
  TC_TRY(TC_ALLOC_ZERO(pattern, 1));
  pattern->rows = ell->rows;
  pattern->width = ell->width;
  size_t entries = (size_t)ell->rows * (size_t)ell->width;
  tc_status status = TC_ALLOC(pattern->column, entries);
  if (status) {
    tc_free(pattern);
    return status;
  }
  for (size_t e = 0; e < entries; e++) pattern->column[e] = position[ell->column[e]];
  *out = pattern;
  return TC_OK;
}

void tc_pattern_destroy(tc_pattern **pattern) {
  if (!*pattern) return;
  tc_free((*pattern)->column);
  tc_free(*pattern);
  *pattern = NULL;
}
