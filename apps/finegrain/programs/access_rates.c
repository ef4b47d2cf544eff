#include "programs/access_rates.h"

#include <math.h>

#include "calibration/access/bench_access_patterns.h"
#include "calibration/network/network_benches.h"

/* The measuring time is divided among the benchmarks. `node_benchmarks` is the number of benchmarks within a
 * node. `remote_benchmark_units` is added to this number if there are several nodes. It is twice the number
 * of benchmarks between nodes, because each of them takes twice as long. */
enum { repeats = 21, node_benchmarks = 32, remote_benchmark_units = 32 };

/* Returns the effort of each benchmark, such that all benchmarks together take `seconds`. */
static tc_bench_effort compute_effort(const tc_world *world, double seconds) {
  const double each_s = seconds / (node_benchmarks + (world->shm_groups > 1 ? remote_benchmark_units : 0));
  return (tc_bench_effort){repeats, each_s / repeats, each_s / 2.0};
}

static tc_status measure_barriers(tc_bench *bench, tc_params *machine) {
  tc_estimate node_s, world_s;
  TC_TRY(tc_bench_barriers(bench, &node_s, &world_s));
  machine->node_barrier_s = node_s.value;
  if (bench->world->shm_groups > 1)
    machine->remote_barrier_s =
        tc_estimate_difference(world_s, node_s).value / ceil(log2(bench->world->shm_groups));
  return TC_OK;
}

static tc_status measure_rates(tc_bench *bench, tc_params *machine) {
  tc_estimate rate[TC_PATTERN_PARAMS];
  TC_TRY(tc_bench_patterns(bench, true, rate));
  for (int i = 0; i < TC_PATTERN_PARAMS; i++)
    if (rate[i].value > 0.0) *tc_param_at(machine, TC_PATTERN_FIRST + i) = rate[i].value;
  return measure_barriers(bench, machine);
}

tc_status fg_rates_measure(const tc_world *world, double seconds, tc_params *machine) {
  tc_bench bench;
  TC_TRY(tc_bench_init(world, compute_effort(world, seconds), 0, &bench));
  tc_status status = measure_rates(&bench, machine);
  tc_bench_free(&bench);
  return status;
}

/* Returns the mean of two measurements. 0 means not measured; if one of them is 0, returns the other one. */
static double mean_of_known(double a, double b) { return a > 0.0 && b > 0.0 ? (a + b) / 2.0 : fmax(a, b); }

tc_params fg_rates_mean(const tc_params *a, const tc_params *b) {
  tc_params mean = *a;
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (tc_param_is_pattern(p) || p == TC_PARAM_node_barrier_s || p == TC_PARAM_remote_barrier_s)
      *tc_param_at(&mean, p) = mean_of_known(*tc_param_get(a, p), *tc_param_get(b, p));
  return mean;
}

void fg_access_rates_apply(const tc_params *rates, tc_machine *machine) {
  for (int p = 0; p < TC_PARAM_COUNT; p++) {
    const double value = *tc_param_get(rates, p);
    if (!tc_param_is_pattern(p) || !(value > 0.0)) continue;
    *tc_param_at(&machine->params, p) = value;
    *tc_param_at(&machine->spread, p) = 0.0;
  }
}

/* Patterns in which one operation accesses a sequence of values. Each entry is the parameter for the cost per
 * value. The next parameter in params.def is the cost per operation. */
static const int sequence_params[] = {TC_PARAM_vector_near_read_s,   TC_PARAM_vector_near_write_s,
                                      TC_PARAM_vector_far_read_s,    TC_PARAM_vector_far_write_s,
                                      TC_PARAM_coalesce_near_read_s, TC_PARAM_coalesce_near_write_s,
                                      TC_PARAM_coalesce_far_read_s,  TC_PARAM_coalesce_far_write_s};

static double operation_s(const tc_params *m, int param, int values) {
  return values * *tc_param_get(m, param) + *tc_param_get(m, param + 1);
}

/* True if `param` is a cost per value in sequence_params or the cost per operation that belongs to it. Both
 * parameters are fitted to the same measurements. */
static bool is_sequence_param(int param) {
  for (size_t i = 0; i < sizeof sequence_params / sizeof *sequence_params; i++)
    if (param == sequence_params[i] || param == sequence_params[i] + 1) return true;
  return false;
}

void fg_access_rates_min(const tc_params *repeated, tc_params *rates) {
  for (int p = TC_PATTERN_FIRST; p < TC_PATTERN_FIRST + TC_PATTERN_PARAMS; p++)
    if (!is_sequence_param(p))
      *tc_param_at(rates, p) = tc_access_pattern_min(*tc_param_get(repeated, p), *tc_param_get(rates, p));
  for (size_t i = 0; i < sizeof sequence_params / sizeof *sequence_params; i++) {
    double seconds[TC_PATTERN_LENGTHS], *value = tc_param_at(rates, sequence_params[i]);
    for (int l = 0; l < TC_PATTERN_LENGTHS; l++)
      seconds[l] =
          tc_access_pattern_min(operation_s(repeated, sequence_params[i], tc_access_pattern_length[l]),
                                operation_s(rates, sequence_params[i], tc_access_pattern_length[l]));
    if (!(seconds[0] > 0.0)) continue;
    tc_access_pattern_fit(seconds, tc_param_at(rates, sequence_params[i] + 1), value);
    *value = fmax(*value, TC_ACCESS_PATTERN_MIN_S);
  }
}
