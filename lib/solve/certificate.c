#include "solve/certificate.h"

#include <math.h>

#include "base/memory.h"

static const double rounding = 1e-12; /* an eigenvalue of 0 comes out as at least minus this */

tc_status tc_certificate_make(const tc_problem *problem, tc_certificate *out) {
  double *margin = NULL;
  tc_status status = TC_OK;
  *out = (tc_certificate){.cells = problem->cells};
  if (!problem->scheme->certify) return TC_OK;
  TC_GUARD(status, tc_world_agree(problem->world, TC_ALLOC(margin, problem->owned)));
  TC_GUARD(status, tc_world_agree(problem->world,
                                  problem->scheme->certify(problem->submesh, &problem->diffusion, margin)));
  out->cells = 0;
  for (int32_t i = 0; i < problem->owned; i++) {
    out->cells += margin[i] >= -rounding;
    margin[i] = -margin[i];
  }
  TC_GUARD(status, tc_world_sum_int64(problem->world, &out->cells, 1));
  TC_GUARD(status, tc_field_highest(problem, margin, &out->worst));
cleanup:
  tc_free(margin);
  return status;
}
