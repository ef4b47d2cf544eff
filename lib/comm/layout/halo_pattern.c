#include "comm/layout/halo_pattern.h"

#include "base/core/memory.h"

tc_status tc_pattern_create_from_rows(const tc_ell *ell, const tc_halo *halo, int rank, tc_pattern **out) {
  tc_pattern *pattern = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_ALLOC_ZERO(pattern, 1));
  *pattern = (tc_pattern){.rows = ell->rows, .width = ell->width, .column = ell->column};
  TC_GUARD(status, TC_ALLOC(pattern->position, ell->columns));
  for (int32_t i = 0; i < halo->owned; i++)
    pattern->position[i] = tc_distribution_position(halo->distribution, rank, i);
  for (int32_t g = 0; g < halo->ghosts; g++) pattern->position[halo->owned + g] = halo->ghost_position[g];
  *out = pattern;
  return TC_OK;
cleanup:
  tc_pattern_destroy(&pattern);
  return status;
}
