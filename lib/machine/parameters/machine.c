/* Scaling of machine parameters to another number of ranks per node, and division of a node among ranks.
 * Forecasts call tc_machine_params for each case. Caches and bandwidths are divided evenly among ranks,
 * whereas each rank uses exactly one device. */
#include "machine/parameters/machine.h"

#include <math.h>
#include <string.h>

enum { memory_level = TC_LEVELS - 1 }; /* index of the main memory */

/* Multiplies the times in curve[1 .. values-1] by `factor`. curve[0], the time at the smallest working set,
 * does not change, because this set fits in caches. No time is reduced below curve[0]. */
static void scale_curve(double *curve, int values, double factor) {
  for (int w = values - 1; w > 0; w--) curve[w] = fmax(fmin(curve[0], curve[w]), factor * curve[w]);
}

/* Returns `bandwidth` / `rank_ratio`. `rank_ratio` is the number of ranks per node divided by that of the
 * measurement. If it is less than 1, the measured bandwidth of a single rank on its node limits the
 * result. */
static double scale_bandwidth(const tc_params *p, double bandwidth, double rank_ratio) {
  const double shared = bandwidth / rank_ratio;
  return rank_ratio < 1.0 && p->lone_bandwidth_Bps > 0.0 && shared > p->lone_bandwidth_Bps
             ? fmax(bandwidth, p->lone_bandwidth_Bps)
             : shared;
}

/* Returns the number of rounds of messages in a barrier of `ranks` ranks, at least one. */
static double barrier_rounds(int ranks) { return fmax(1.0, ceil(log2(ranks))); }

/* Returns the largest number of ranks that share one device if `ranks` ranks run on a node. */
static double ranks_per_device(const tc_machine *machine, int ranks) {
  return machine->devices > 0 ? ceil((double)ranks / machine->devices) : 1.0;
}

static void scale_parameter(tc_params *p, int param, double factor) {
  for (int v = 0; v < tc_param_values(param); v++) tc_param_at(p, param)[v] *= factor;
}

/* Scales the device parameters. `rank_ratio` is the factor by which the number of ranks per device grows.
 * These ranks divide the bandwidths of the device and of its link evenly. */
static void scale_device(tc_params *p, double rank_ratio) {
  for (int param = 0; param < TC_PARAM_COUNT; param++) {
    if (!tc_param_is_device(param)) continue;
    if (tc_param_is_time(param)) scale_parameter(p, param, rank_ratio);
    if (tc_param_is_rate(param)) scale_parameter(p, param, 1.0 / rank_ratio);
  }
}

void tc_params_copy_device(const tc_params *from, tc_params *to) {
  for (int param = 0; param < TC_PARAM_COUNT; param++)
    if (tc_param_is_device(param))
      memcpy(tc_param_at(to, param), tc_param_get(from, param),
             (size_t)tc_param_values(param) * sizeof(double));
}

tc_params tc_machine_params(const tc_machine *machine, int ranks_per_node) {
  tc_params p = machine->params;
  scale_device(&p, ranks_per_device(machine, ranks_per_node) /
                       ranks_per_device(machine, machine->ranks_per_node));
  if (!(p.private_bandwidth_Bps > 0.0)) return p;
  const double rank_ratio = (double)ranks_per_node / machine->ranks_per_node;
  p.private_bandwidth_Bps = scale_bandwidth(&p, p.private_bandwidth_Bps, rank_ratio);
  /* Factor by which the times grow. It equals `rank_ratio`, unless scale_bandwidth has limited the bandwidth
   * to that of a single rank. */
  const double factor = machine->params.private_bandwidth_Bps / p.private_bandwidth_Bps;
  for (int param = 0; param < TC_PARAM_COUNT; param++)
    if (tc_param_is_time(param) && !tc_param_is_device(param))
      scale_curve(tc_param_at(&p, param), tc_param_values(param), factor);
  for (int w = 1; w < TC_WORKING_SETS; w++)
    p.stream_Bps[w] =
        fmin(fmax(p.stream_Bps[0], p.stream_Bps[w]), scale_bandwidth(&p, p.stream_Bps[w], rank_ratio));
  p.level_cache_B[memory_level] /= rank_ratio; /* entry `memory_level` of this curve is the size of L3 */
  p.level_Bps[memory_level] = scale_bandwidth(&p, p.level_Bps[memory_level], rank_ratio);
  p.node_barrier_s *= barrier_rounds(ranks_per_node) / barrier_rounds(machine->ranks_per_node);
  p.node_reduce_s *= barrier_rounds(ranks_per_node) / barrier_rounds(machine->ranks_per_node);
  return p;
}

static bool is_host_curve(int param) { return tc_param_values(param) > 1 && !tc_param_is_device(param); }

void tc_machine_divide_node(tc_machine *machine, int ranks) {
  tc_params *p = &machine->params;
  machine->ranks_per_node = ranks;
  scale_device(p, ranks_per_device(machine, ranks));
  machine->threads = (machine->threads + ranks - 1) / ranks;
  p->private_bandwidth_Bps /= ranks;
  p->lone_bandwidth_Bps = p->node_barrier_s = p->node_reduce_s = p->node_send_s = p->node_send_Bps =
      p->pointer_lone_s = 0.0;
  p->pack_s *= ranks;
  p->unpack_s *= ranks;
  p->dot_s *= ranks;
  p->add_s *= ranks;
  scale_parameter(p, TC_PARAM_working_set_B, 1.0 / ranks);
  for (int param = 0; param < TC_PARAM_COUNT; param++) {
    if (is_host_curve(param) && tc_param_is_time(param)) scale_parameter(p, param, ranks);
    if (is_host_curve(param) && tc_param_is_rate(param)) scale_parameter(p, param, 1.0 / ranks);
  }
  memset(p->row_s[TC_KERNEL_pointer], 0, sizeof p->row_s[TC_KERNEL_pointer]);
  memset(p->pointer_run_s, 0, sizeof p->pointer_run_s);
}

bool tc_machine_was_busy(const tc_machine *machine) {
  const double min_cpu_share = 0.85;
  return machine->cpu_share > 0.0 && machine->cpu_share < min_cpu_share;
}

bool tc_machine_param_is_fitted(int param) { return strncmp(tc_param_name(param), "fit_", 4) == 0; }
