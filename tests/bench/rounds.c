#include "rounds.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "timing"

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Returns the quantile `share` (0 to 1) of n sorted values, by linear interpolation. */
static double at_share(const double *sorted, int n, double share) {
  const double place = share * (n - 1);
  const int i = (int)place, next = i + 1 < n ? i + 1 : i;
  return sorted[i] + (place - i) * (sorted[next] - sorted[i]);
}

/* Sorts the values and returns their quartiles. */
static quartiles summarise(double *value, int n) {
  qsort(value, (size_t)n, sizeof *value, compare);
  return (quartiles){at_share(value, n, 0.25), at_share(value, n, 0.5), at_share(value, n, 0.75)};
}

/* Times `steps` steps of one contender. *step_s receives the seconds per step on the slowest rank. */
static tc_status time_turn(const tc_world *world, const schedule *how, const contender *c, double *step_s) {
  for (int i = 0; i < how->warm; i++) TC_TRY(c->step(c->self));
  TC_TRY(TC_MPI(world, MPI_Barrier(tc_world_comm(world))));
  const double began = tc_now_s();
  for (int i = 0; i < how->steps; i++) TC_TRY(c->step(c->self));
  *step_s = (tc_now_s() - began) / how->steps;
  return tc_world_max(world, step_s, 1);
}

/* Times all contenders in all rounds. `step_s` is [count][rounds]. */
static tc_status time_all(const tc_world *world, const schedule *how, const contender *c, int count,
                          double *step_s) {
  for (int round = 0; round < how->rounds; round++)
    for (int turn = 0; turn < count; turn++) {
      const int k = (turn + round) % count;
      TC_TRY(time_turn(world, how, &c[k], &step_s[k * how->rounds + round]));
    }
  return TC_OK;
}

tc_status rounds_run(const tc_world *world, const schedule *how, const contender *c, int count, timing *out) {
  const int rounds = how->rounds;
  double *step_s = NULL, *ratio = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_WORLD_ALLOC(world, step_s, (size_t)count * (size_t)rounds));
  TC_GUARD(status, TC_WORLD_ALLOC(world, ratio, (size_t)count * (size_t)rounds));
  TC_GUARD(status, time_all(world, how, c, count, step_s));
  for (int i = 0; i < count * rounds; i++) ratio[i] = step_s[i] / step_s[i % rounds];
  for (int k = 0; k < count; k++)
    out[k] = (timing){summarise(step_s + k * rounds, rounds), summarise(ratio + k * rounds, rounds)};
cleanup:
  tc_free(step_s);
  tc_free(ratio);
  return status;
}
