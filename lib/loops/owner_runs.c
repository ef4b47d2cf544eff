#include "loops/owner_runs.h"

#include <math.h>

tc_loop_pass tc_loop_pass_first(const tc_interval *interval) {
  tc_loop_pass pass = {.interval = interval};
  for (int l = 0; l < interval->levels; l++) pass.variable[l] = interval->level[l].from;
  return pass;
}

bool tc_loop_pass_next(tc_loop_pass *pass) {
  for (int l = pass->interval->levels - 2; l >= 0; l--) {
    if (++pass->variable[l] < pass->interval->level[l].to) return true;
    pass->variable[l] = pass->interval->level[l].from;
  }
  return false;
}

int64_t tc_loop_pass_iterations(const tc_interval *interval) {
  const tc_loop_level *inner = &interval->level[interval->levels - 1];
  return inner->to - inner->from;
}

tc_strided_access tc_strided_access_init(const tc_loops *loops, const tc_loop_pass *pass,
                                         const tc_reference *reference) {
  tc_strided_access access = {.array = &loops->array[reference->array],
                              .ranks = loops->ranks,
                              .first = reference->index.constant,
                              .stride = reference->index.factor[pass->interval->levels - 1]};
  for (int l = 0; l < pass->interval->levels; l++)
    access.first += reference->index.factor[l] * pass->variable[l];
  return access;
}

/* Returns the number of consecutive iterations, at most `max_iterations`, whose elements are in the block of
 * element `index`, which the first iteration accesses. Returns `max_iterations` if the owner never
 * changes. */
static int64_t count_iterations_in_block(const tc_strided_access *c, int64_t index, int64_t max_iterations) {
  const int64_t block = c->array->block, position = index % block, stride = c->stride;
  if (stride % (block * c->ranks) == 0) return max_iterations;
  // cppcheck-suppress zerodivcond // stride 0 has returned above
  return stride > 0 ? (block - position + stride - 1) / stride : position / -stride + 1;
}

tc_owner_run tc_strided_access_run(const tc_strided_access *c, int64_t k, int64_t max_iterations) {
  int64_t index = c->first + k * c->stride;
  tc_owner_run run = {tc_loop_owner(c->array, c->ranks, index), max_iterations};
  if (c->array->block == 0 || c->ranks == 1) return run;
  /* The run includes following blocks as long as they have the same owner. */
  int64_t length = 0;
  while (length < max_iterations && tc_loop_owner(c->array, c->ranks, index) == run.owner) {
    const int64_t iterations = count_iterations_in_block(c, index, max_iterations);
    length += iterations;
    index += iterations * c->stride;
    if (iterations >= max_iterations) break;
  }
  run.iterations = length < max_iterations ? length : max_iterations;
  return run;
}

double tc_reference_steps(const tc_loops *loops, const tc_interval *interval, const tc_reference *reference) {
  const tc_loop_array *array = &loops->array[reference->array];
  const int64_t pass_iterations = tc_loop_pass_iterations(interval),
                stride = reference->index.factor[interval->levels - 1];
  const double passes = (double)tc_interval_iterations(interval) / (double)pass_iterations;
  if (array->block == 0 || loops->ranks == 1 || stride % (array->block * loops->ranks) == 0) return passes;
  const double blocks = (double)pass_iterations * fabs((double)stride) / (double)array->block + 2.0;
  return passes * fmin(blocks, (double)pass_iterations);
}
