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
  max_length = TC_ACCESS_WALK_MAX,
  compute_elements = 512 /* number of owned elements that a computing rank adds up between two calls of
                     tc_shared_array_progress */
  ,
  turns = 2,
  rounds = 8
};

typedef struct service_benchmark {
  tc_access_walks walks;
  tc_shared_access *access;
  int length;
  double phase_s; /* duration in seconds of one phase, in which all ranks compute or one side accesses */
  int64_t own_index[compute_elements];
  /* totals of this rank so far: number of operations on remote elements, seconds of these operations, and
   * seconds by which serving other ranks delayed its computation */
  double operations, operations_s, delay_s;
} service_benchmark;

static int node_side(const tc_world *world, int rank) { return world->node_of_rank[rank] % turns; }

/* Removes the ranks of this rank's own side from the list of ranks whose elements it accesses. The nodes are
 * divided into two sides: the ranks of one side compute while the ranks of the other side access their
 * elements. */
static void select_other_side(service_benchmark *s) {
  const tc_world *world = s->walks.bench->world;
  int count = 0;
  for (int i = 0; i < s->walks.remote_ranks; i++)
    if (node_side(world, s->walks.remote_rank[i]) != node_side(world, world->rank))
      s->walks.remote_rank[count++] = s->walks.remote_rank[i];
  s->walks.remote_ranks = count;
}

static tc_status compute_sum(service_benchmark *s) {
  double value;
  for (int i = 0; i < compute_elements; i++) {
    TC_TRY(tc_shared_get(s->access, s->own_index[i], &value));
    s->walks.sum += value;
  }
  tc_shared_array_progress(s->walks.array);
  return TC_OK;
}

static tc_status run_operations(service_benchmark *s) {
  int64_t index[max_length];
  tc_access_walk w = {&s->walks, s->access, index, s->length, s->length > 1 ? s->length : 0,
                      false,     false,     false};
  tc_access_walk_random_sequences(&s->walks, s->walks.remote_ranks, s->walks.remote_rank, s->length, false,
                                  s->length, index);
  return tc_access_walk_run(&w);
}

/* Collective. For s->phase_s seconds, repeats an operation on remote elements if `is_accessing` is true, or a
 * computation if it is false. *runs receives the number of repetitions and *elapsed_s their total seconds.
 * Each rank ends the phase by its own clock. */
static tc_status run_phase(service_benchmark *s, bool is_accessing, double *runs, double *elapsed_s) {
  tc_status status = tc_window_barrier(s->walks.array->window, NULL);
  const double began_s = tc_now_s();
  *runs = 0.0;
  do {
    if (!status) status = is_accessing ? run_operations(s) : compute_sum(s);
    *runs += 1.0;
    *elapsed_s = tc_now_s() - began_s;
  } while (*elapsed_s < s->phase_s);
  TC_TRY(tc_world_agree(s->walks.bench->world, status));
  return tc_window_barrier(s->walks.array->window, NULL);
}

/* Performs one turn. First all ranks compute. After that the ranks of side `turn` access remote elements
 * while the other ranks compute. */
static tc_status run_turn(service_benchmark *s, int turn) {
  const bool accesses =
      node_side(s->walks.bench->world, s->walks.bench->world->rank) == turn && s->walks.remote_ranks > 0;
  double undisturbed, undisturbed_s, runs, elapsed_s;
  TC_TRY(run_phase(s, false, &undisturbed, &undisturbed_s));
  TC_TRY(run_phase(s, accesses, &runs, &elapsed_s));
  if (accesses) {
    s->operations += runs;
    s->operations_s += elapsed_s;
  } else
    s->delay_s += elapsed_s - runs * (undisturbed_s / undisturbed);
  return TC_OK;
}

/* Computes both costs from the totals of all ranks. Limits service_s to the range from 0 to operation_s,
 * because a disturbance can move it out of this range. */
static tc_status compute_service_cost(const service_benchmark *s, fg_remote_service *out) {
  const tc_world *world = s->walks.bench->world;
  double operation_s = s->operations > 0.0 ? s->operations_s / s->operations : 0.0,
         sum[2] = {s->delay_s, s->operations};
  TC_TRY(tc_world_max(world, &operation_s, 1));
  TC_TRY(TC_MPI(world, MPI_Allreduce(MPI_IN_PLACE, sum, 2, MPI_DOUBLE, MPI_SUM, tc_world_comm(world))));
  const double service_s = sum[1] > 0.0 ? sum[0] / sum[1] : 0.0;
  *out = (fg_remote_service){operation_s, fmin(fmax(service_s, 0.0), operation_s)};
  return TC_OK;
}

static tc_status measure_service(service_benchmark *s) {
  select_other_side(s);
  tc_access_walk_random_own(&s->walks, true, compute_elements, s->own_index);
  for (int round = 0; round < rounds; round++)
    for (int turn = 0; turn < turns; turn++) TC_TRY(run_turn(s, turn));
  return TC_OK;
}

tc_status fg_remote_service_measure(const tc_world *world, const tc_access_layer *layer, int length,
                                    double seconds, fg_remote_service *out) {
  service_benchmark s = {.length = length < max_length ? length : max_length,
                         .phase_s = seconds / (2 * turns * rounds)};
  tc_bench bench;
  tc_status status = TC_OK;
  TC_TRY(tc_bench_init(world, (tc_bench_effort){1, seconds, 0.0}, 0, &bench));
  TC_GUARD(status, tc_access_walks_init(&bench, &s.walks));
  TC_GUARD(status, tc_shared_access_create(layer, s.walks.array, &s.access));
  TC_GUARD(status, measure_service(&s));
  status = compute_service_cost(&s, out);
cleanup:
  tc_shared_access_destroy(&s.access);
  tc_access_walks_free(&s.walks);
  tc_bench_free(&bench);
  return status;
}

/* Let C be computing_s and x the number of operations that a rank performs while the owner of the elements
 * computes. All ranks behave equally, so each rank also serves x operations, and its computation takes C' = C
 * + x service_s seconds. During the time C' an accessing rank completes x = C' / operation_s operations,
 * where operation_s is s->operation_s. Hence x = C / (operation_s - service_s), but at most `operations`. */
double fg_remote_service_seconds(const fg_remote_service *s, double operations, double operation_s,
                                 double computing_s) {
  const double slow_s = fmax(s->operation_s, operation_s), each_s = slow_s - s->service_s,
               overlapping = each_s > 0.0 ? fmin(operations, computing_s / each_s) : operations;
  return overlapping * (slow_s - operation_s + s->service_s);
}
