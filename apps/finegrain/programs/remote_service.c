/* Measures the cost of accesses to computing ranks on other nodes. Two kinds of phases alternate. In the
 * first kind all ranks compute. In the second kind the ranks of every second node access remote elements
 * while the other ranks compute. The two groups of nodes exchange their roles after each turn. The cost of
 * serving is the time by which a computation takes longer in the second kind of phase than in the first.
 * Phases are short and alternate, because cores change their clock rate. */
#include "programs/remote_service.h"

#include <math.h>

#include "base/core/timer.h"
#include "calibration/access/access_walk.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "accessing ranks that compute"

enum {
  longest = TC_ACCESS_WALK_MAX,
  computing = 512 /* number of owned elements that a computing rank adds up between two calls of
                     tc_shared_array_progress */
  ,
  turns = 2,
  rounds = 8
};

typedef struct serving {
  tc_access_walks on;
  tc_shared_access *access;
  int length;
  double phase_s; /* duration in seconds of one phase, in which all ranks compute or one side accesses */
  int64_t own[computing];
  /* totals of this rank so far: number of operations on remote elements, seconds of these operations, and
   * seconds by which serving other ranks delayed its computation */
  double asked, asking_s, stolen_s;
} serving;

static int side_of(const tc_world *world, int rank) { return world->node_of_rank[rank] % turns; }

/* Restricts the ranks that this rank accesses to ranks of the other side. (Nodes are divided into two sides;
 * one side computes while the other one accesses.) */
static void select_other_side(serving *s) {
  const tc_world *world = s->on.bench->world;
  int kept = 0;
  for (int i = 0; i < s->on.remote_ranks; i++)
    if (side_of(world, s->on.remote_rank[i]) != side_of(world, world->rank))
      s->on.remote_rank[kept++] = s->on.remote_rank[i];
  s->on.remote_ranks = kept;
}

static tc_status compute_sum(serving *s) {
  double value;
  for (int i = 0; i < computing; i++) {
    TC_TRY(tc_shared_get(s->access, s->own[i], &value));
    s->on.sum += value;
  }
  tc_shared_array_progress(s->on.array);
  return TC_OK;
}

static tc_status run_operations(serving *s) {
  int64_t index[longest];
  tc_access_walk w = {&s->on, s->access, index, s->length, s->length > 1 ? s->length : 0,
                      false,  false,     false};
  tc_access_walk_random_sequences(&s->on, s->on.remote_ranks, s->on.remote_rank, s->length, false, s->length,
                                  index);
  return tc_access_walk_run(&w);
}

/* Collective. For s->phase_s seconds, repeats an operation on remote elements if `operates` is true, or a
 * computation if it is false. *times receives the number of repetitions and *took_s their total seconds. Each
 * rank ends the phase by its own clock. */
static tc_status run_phase(serving *s, bool operates, double *times, double *took_s) {
  tc_status status = tc_window_barrier(s->on.array->window, NULL);
  const double began_s = tc_now_s();
  *times = 0.0;
  do {
    if (!status) status = operates ? run_operations(s) : compute_sum(s);
    *times += 1.0;
    *took_s = tc_now_s() - began_s;
  } while (*took_s < s->phase_s);
  TC_TRY(tc_world_agree(s->on.bench->world, status));
  return tc_window_barrier(s->on.array->window, NULL);
}

/* Performs one turn of two phases. In the first one all ranks compute. In the second one the ranks of side
 * `turn` access while the others compute. */
static tc_status run_turn(serving *s, int turn) {
  const bool asks = side_of(s->on.bench->world, s->on.bench->world->rank) == turn && s->on.remote_ranks > 0;
  double alone, alone_s, times, took_s;
  TC_TRY(run_phase(s, false, &alone, &alone_s));
  TC_TRY(run_phase(s, asks, &times, &took_s));
  if (asks) {
    s->asked += times;
    s->asking_s += took_s;
  } else
    s->stolen_s += took_s - times * (alone_s / alone);
  return TC_OK;
}

/* Computes the result from the totals of all ranks. Limits served_s to the range from 0 to operation_s,
 * because a disturbance of one phase can move it out of this range. */
static tc_status summarise_service(const serving *s, fg_remote_service *out) {
  const tc_world *world = s->on.bench->world;
  double operation_s = s->asked > 0.0 ? s->asking_s / s->asked : 0.0, sum[2] = {s->stolen_s, s->asked};
  TC_TRY(tc_world_max(world, &operation_s, 1));
  TC_TRY(TC_MPI(world, MPI_Allreduce(MPI_IN_PLACE, sum, 2, MPI_DOUBLE, MPI_SUM, tc_world_comm(world))));
  const double served_s = sum[1] > 0.0 ? sum[0] / sum[1] : 0.0;
  *out = (fg_remote_service){operation_s, fmin(fmax(served_s, 0.0), operation_s)};
  return TC_OK;
}

static tc_status measure_service(serving *s) {
  select_other_side(s);
  tc_access_walk_random_own(&s->on, true, computing, s->own);
  for (int round = 0; round < rounds; round++)
    for (int turn = 0; turn < turns; turn++) TC_TRY(run_turn(s, turn));
  return TC_OK;
}

tc_status fg_remote_service_measure(const tc_world *world, const tc_access_layer *layer, int length,
                                    double seconds, fg_remote_service *out) {
  serving s = {.length = length < longest ? length : longest, .phase_s = seconds / (2 * turns * rounds)};
  tc_bench bench;
  tc_status status = TC_OK;
  TC_TRY(tc_bench_init(world, (tc_bench_effort){1, seconds, 0.0}, 0, &bench));
  TC_GUARD(status, tc_access_walks_init(&bench, &s.on));
  TC_GUARD(status, tc_shared_access_create(layer, s.on.array, &s.access));
  TC_GUARD(status, measure_service(&s));
  status = summarise_service(&s, out);
cleanup:
  tc_shared_access_destroy(&s.access);
  tc_access_walks_free(&s.on);
  tc_bench_free(&bench);
  return status;
}

/* Let C be computing_s and x the number of operations that a rank performs while the owner of the elements
 * computes. All ranks behave equally, so each rank also serves x operations, and its computation takes C' = C
 * + x served_s. During C' the other rank completes x = C' / operation_s operations, where operation_s is
 * s->operation_s. Hence x = C / (operation_s - served_s), but at most `operations`. */
double fg_remote_service_seconds(const fg_remote_service *s, double operations, double operation_s,
                                 double computing_s) {
  const double slow_s = fmax(s->operation_s, operation_s), each_s = slow_s - s->served_s,
               meeting = each_s > 0.0 ? fmin(operations, computing_s / each_s) : operations;
  return meeting * (slow_s - operation_s + s->served_s);
}
