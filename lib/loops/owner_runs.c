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
  tc_strided_access course = {.array = &loops->array[reference->array],
                              .ranks = loops->ranks,
                              .first = reference->index.constant,
                              .stride = reference->index.factor[pass->interval->levels - 1]};
  for (int l = 0; l < pass->interval->levels; l++)
    course.first += reference->index.factor[l] * pass->variable[l];
  return course;
}

/* Returns how many consecutive iterations access elements of one block. The first of them accesses element
 * `index`. Returns `most` if the owner never changes. */
static int64_t in_block(const tc_strided_access *c, int64_t index, int64_t most) {
  const int64_t block = c->array->block, into = index % block, stride = c->stride;
  if (stride % (block * c->ranks) == 0) return most;
  // cppcheck-suppress zerodivcond // stride 0 has returned above
  return stride > 0 ? (block - into + stride - 1) / stride : into / -stride + 1;
}

tc_owner_run tc_strided_access_run(const tc_strided_access *c, int64_t k, int64_t most) {
  int64_t index = c->first + k * c->stride;
  tc_owner_run run = {tc_loop_owner(c->array, c->ranks, index), most};
  if (c->array->block == 0 || c->ranks == 1) return run;
  /* The run continues in the next block if that block has the same owner. */
  int64_t length = 0;
  while (length < most && tc_loop_owner(c->array, c->ranks, index) == run.owner) {
    const int64_t more = in_block(c, index, most);
    length += more;
    index += more * c->stride;
    if (more >= most) break;
  }
  run.iterations = length < most ? length : most;
  return run;
}

double tc_reference_steps(const tc_loops *loops, const tc_interval *interval, const tc_reference *reference) {
  const tc_loop_array *array = &loops->array[reference->array];
  const int64_t of_pass = tc_loop_pass_iterations(interval),
                stride = reference->index.factor[interval->levels - 1];
  const double passes = (double)tc_interval_iterations(interval) / (double)of_pass;
  if (array->block == 0 || loops->ranks == 1 || stride % (array->block * loops->ranks) == 0) return passes;
  const double blocks = (double)of_pass * fabs((double)stride) / (double)array->block + 2.0;
  return passes * fmin(blocks, (double)of_pass);
}
