#include "solve/stability/certificate.h"

static const double rounding = 1e-12; /* A margin (certificate.h) of at least minus this value counts as 0,
                                         because it may be a rounding error. */

tc_status tc_certificate_compute(const tc_problem *problem, double *margin, tc_certificate *out) {
  *out = (tc_certificate){0};
  for (int32_t i = 0; i < problem->space->owned; i++) {
    margin[i] = problem->scheme->certifies ? problem->system->margin[i] : 0.0;
    out->cells += margin[i] >= -rounding;
    margin[i] = -margin[i];
  }
  TC_TRY(tc_world_sum_int64(problem->space->world, &out->cells, 1));
  TC_TRY(tc_field_find_max(problem->space, margin, &out->worst));
  for (int32_t i = 0; i < problem->space->owned; i++) margin[i] = -margin[i];
  return TC_OK;
}
