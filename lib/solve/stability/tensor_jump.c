#include "solve/stability/tensor_jump.h"

#include <math.h>

#include "base/core/memory.h"

void tc_tensor_jump_traces(const tc_problem *problem, double *trace) {
  const tc_space *space = problem->space;
  for (int32_t i = 0; i < space->submesh->cells; i++) {
    const double *K = tc_physics_tensor(problem->physics, i);
    trace[i < space->owned ? i : space->owned + space->ghost_number[i - space->owned]] = K[0] + K[1] + K[2];
  }
}

bool tc_tensor_jump_is(double a, double b) {
  const double limit = 10.0;
  return fmax(a, b) > limit * fmin(a, b);
}

static double row_gain(const tc_ell *R, const double *trace, int32_t i) {
  double jump_rate = 0.0;
  for (size_t e = tc_ell_begin(R, i), end = tc_ell_end(R, i); e < end; e++) {
    const double other = trace[R->column[e]];
    if (R->value[e] != 0.0 && other > trace[i] && tc_tensor_jump_is(trace[i], other))
      jump_rate += fabs(R->value[e]);
  }
  return jump_rate > 0.0 ? jump_rate / fabs(R->diagonal[i]) : 0.0;
}

static tc_status alloc_gains(const tc_ell *R, double **trace, double **gain) {
  TC_TRY(TC_ALLOC(*trace, R->columns));
  return TC_ALLOC(*gain, R->rows);
}

tc_status tc_tensor_jump_gain(const tc_problem *problem, tc_extreme_cell *out) {
  const tc_ell *R = problem->system->rates;
  double *trace = NULL, *gain = NULL;
  tc_status status = tc_world_agree(problem->space->world, alloc_gains(R, &trace, &gain));
  if (!status) {
    tc_tensor_jump_traces(problem, trace);
    for (int32_t i = 0; i < R->rows; i++) gain[i] = row_gain(R, trace, i);
    status = tc_field_find_max(problem->space, gain, out);
  }
  tc_free(trace);
  tc_free(gain);
  return status;
}
