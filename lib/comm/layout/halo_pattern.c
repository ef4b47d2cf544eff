#include "comm/layout/halo_pattern.h"

#include "base/core/memory.h"

static tc_status fill_positions(const tc_halo *halo, int rank, int32_t columns, tc_pattern *pattern) {
  TC_TRY(TC_POOL_ARRAY(&pattern->memory, pattern->position, columns));
  for (int32_t i = 0; i < halo->owned; i++)
    pattern->position[i] = tc_distribution_position(halo->distribution, rank, i);
  for (int32_t g = 0; g < halo->ghosts; g++) pattern->position[halo->owned + g] = halo->ghost_position[g];
  return TC_OK;
}

tc_status tc_pattern_create_from_rows(const tc_ell *ell, const tc_halo *halo, int rank, tc_pattern **out) {
  tc_pattern *pattern = NULL;
  TC_TRY(TC_ALLOC_ZERO(pattern, 1));
  *pattern = (tc_pattern){.rows = ell->rows, .width = ell->width, .column = ell->column, .begin = ell->begin};
  TC_RETURN_CREATED(fill_positions(halo, rank, ell->columns, pattern), pattern, tc_pattern_destroy(&pattern),
                    out);
}
