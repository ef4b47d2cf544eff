#include "serving.h"

#include <math.h>

#include "base/timer.h"
#include "machine/walk.h"

#define TC_PHASE "accessing ranks that compute"

enum { longest = TC_WALK_LONGEST, computing = 512 /* own elements between two looks */, turns = 2 };

typedef struct serving {
  tc_walks on;
  tc_shared_access *access;
  int length;
  double phase_s; /* how long ranks do either */
  int64_t own[computing];
  double operation_s, stolen_s, served; /* so far: slowest; of all ranks */
} serving;

static int side_of(const tc_world *world, int rank) { return world->node_of_rank[rank] % turns; }

/* Only ranks of the other side. */
static void leave_others(serving *s) {
  const tc_world *world = s->on.bench->world;
  int kept = 0;
  for (int i = 0; i < s->on.fars; i++)
    if (side_of(world, s->on.far[i]) != side_of(world, world->rank)) s->on.far[kept++] = s->on.far[i];
  s->on.fars = kept;
}

static tc_status compute(serving *s) {
  double value;
  for (int i = 0; i < computing; i++) {
    TC_TRY(tc_shared_get(s->access, s->own[i], &value));
    s->on.sum += value;
  }
  tc_shared_serve(s->on.array);
  return TC_OK;
}

static tc_status operate(serving *s) {
  int64_t index[longest];
  tc_walk w = {&s->on, s->access, index, s->length, s->length > 1 ? s->length : 0, false, false, false};
  tc_walk_draw_sequences(&s->on, s->on.fars, s->on.far, s->length, false, s->length, index);
  return tc_walk_go(&w);
}

/* Collective: everybody does the one or the other for that long; how often. The clock differs between
 * ranks, so each looks at its own. */
static tc_status go_on(serving *s, bool operates, double *times, double *took_s) {
  tc_status status = tc_window_barrier(s->on.array->window, NULL);
  const double began_s = tc_now_s();
  *times = 0.0;
  do {
    if (!status) status = operates ? operate(s) : compute(s);
    *times += 1.0;
    *took_s = tc_now_s() - began_s;
  } while (*took_s < s->phase_s);
  TC_TRY(tc_world_agree(s->on.bench->world, status));
  return tc_window_barrier(s->on.array->window, NULL);
}

/* One side computes alone, the other waiting; then it is asked. */
static tc_status take_turn(serving *s, int turn) {
  const tc_world *world = s->on.bench->world;
  const bool asks = side_of(world, world->rank) == turn && s->on.fars > 0;
  double alone = 0.0, asked, took_s;
  TC_TRY(go_on(s, false, &alone, &took_s));
  const double pass_s = took_s / alone;
  TC_TRY(go_on(s, asks, &asked, &took_s));
  double operation_s = asks ? took_s / asked : 0.0,
         sum[2] = {asks ? 0.0 : fmax(0.0, took_s - asked * pass_s), asks ? asked : 0.0};
  TC_TRY(tc_world_max(world, &operation_s, 1));
  TC_TRY(TC_MPI(MPI_Allreduce(MPI_IN_PLACE, sum, 2, MPI_DOUBLE, MPI_SUM, world->comm)));
  s->operation_s = fmax(s->operation_s, operation_s);
  s->stolen_s += sum[0];
  s->served += sum[1];
  return TC_OK;
}

static tc_status measure(serving *s) {
  leave_others(s);
  tc_walk_draw_own(&s->on, true, computing, s->own);
  for (int turn = 0; turn < turns; turn++) TC_TRY(take_turn(s, turn));
  return TC_OK;
}

tc_status tc_serving_measure(const tc_world *world, const tc_access_layer *layer, int length, double seconds,
                             tc_serving *out) {
  serving s = {.length = length < longest ? length : longest, .phase_s = seconds / (2 * turns)};
  tc_bench bench;
  TC_TRY(tc_bench_open(world, (tc_effort){1, seconds, 0.0}, 0, &bench));
  tc_status status = tc_walks_open(&bench, &s.on);
  TC_GUARD(status, status);
  TC_GUARD(status, tc_shared_access_open(layer, s.on.array, &s.access));
  TC_GUARD(status, measure(&s));
  *out = (tc_serving){s.operation_s, s.served > 0.0 ? s.stolen_s / s.served : 0.0};
cleanup:
  tc_shared_access_close(&s.access);
  tc_walks_close(&s.on);
  tc_bench_close(&bench);
  return status;
}

/* x operations meet a rank that computes. As all ranks do as this one does, x are served: computing takes
 * C' = C + x served_s, in which x = C' / operation_s, or all of them, are made. */
double tc_serving_s(const tc_serving *s, double operations, double operation_s, double computing_s) {
  const double slow_s = fmax(s->operation_s, operation_s), each_s = slow_s - s->served_s,
               meeting = each_s > 0.0 ? fmin(operations, computing_s / each_s) : operations;
  return meeting * (slow_s - operation_s + s->served_s);
}
