/* Scaling of machine parameters to another number of ranks per node, and division of a node among ranks.
 * Forecasts call tc_machine_params for each case. Caches and bandwidths are divided evenly among ranks,
 * whereas each rank uses exactly one device. */
#include "machine/parameters/machine.h"

#include <math.h>
#include <string.h>

enum { memory = TC_LEVELS - 1 }; /* index of the main memory */

/* Multiplies the times of a curve by `slower`. Entry 0, the time at the smallest working set, does not
 * change, because this set fits in caches. If a time falls, it falls at most to entry 0. */
static void scale_curve(double *curve, int values, double slower) {
  for (int w = values - 1; w > 0; w--) curve[w] = fmax(fmin(curve[0], curve[w]), slower * curve[w]);
}

/* Returns `bandwidth` / `share`, where `share` is the number of ranks per node divided by the number of ranks
 * per node in the measurement. If `share` is below 1, the result is limited to the measured bandwidth of a
 * rank that is alone on its node. */
static double share_bandwidth(const tc_params *p, double bandwidth, double share) {
  const double shared = bandwidth / share;
  return share < 1.0 && p->lone_bandwidth_Bps > 0.0 && shared > p->lone_bandwidth_Bps
             ? fmax(bandwidth, p->lone_bandwidth_Bps)
             : shared;
}

/* Returns the number of rounds of messages in a barrier of `ranks` ranks, at least one. */
static double barrier_rounds(int ranks) { return fmax(1.0, ceil(log2(ranks))); }

/* Returns the largest number of ranks that share one device if `ranks` ranks run on a node. */
static double on_device(const tc_machine *machine, int ranks) {
  return machine->devices > 0 ? ceil((double)ranks / machine->devices) : 1.0;
}

static void scale_parameter(tc_params *p, int param, double factor) {
  for (int v = 0; v < tc_param_values(param); v++) tc_param_at(p, param)[v] *= factor;
}

/* Adapts the device parameters if the number of ranks per device is multiplied by `share`. Ranks that share a
 * device divide the bandwidths of the device and of its link evenly. */
static void share_device(tc_params *p, double share) {
  for (int param = 0; param < TC_PARAM_COUNT; param++) {
    if (!tc_param_is_device(param)) continue;
    if (tc_param_is_time(param)) scale_parameter(p, param, share);
    if (tc_param_is_rate(param)) scale_parameter(p, param, 1.0 / share);
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
  share_device(&p, on_device(machine, ranks_per_node) / on_device(machine, machine->ranks_per_node));
  if (!(p.private_bandwidth_Bps > 0.0)) return p;
  const double share = (double)ranks_per_node / machine->ranks_per_node;
  p.private_bandwidth_Bps = share_bandwidth(&p, p.private_bandwidth_Bps, share);
  /* Factor by which the times grow. It equals `share`, unless share_bandwidth has limited the bandwidth to
   * that of a rank that is alone on its node. */
  const double slower = machine->params.private_bandwidth_Bps / p.private_bandwidth_Bps;
  for (int param = 0; param < TC_PARAM_COUNT; param++)
    if (tc_param_is_time(param) && !tc_param_is_device(param))
      scale_curve(tc_param_at(&p, param), tc_param_values(param), slower);
  for (int w = 1; w < TC_WORKING_SETS; w++)
    p.stream_Bps[w] =
        fmin(fmax(p.stream_Bps[0], p.stream_Bps[w]), share_bandwidth(&p, p.stream_Bps[w], share));
  p.level_cache_B[memory] /= share; /* entry `memory` of this curve is the size of L3 */
  p.level_Bps[memory] = share_bandwidth(&p, p.level_Bps[memory], share);
  p.node_barrier_s *= barrier_rounds(ranks_per_node) / barrier_rounds(machine->ranks_per_node);
  p.node_reduce_s *= barrier_rounds(ranks_per_node) / barrier_rounds(machine->ranks_per_node);
  return p;
}

/* True if parameter number `param` is a curve (has several values) and does not describe a device. */
static bool is_curve(int param) { return tc_param_values(param) > 1 && !tc_param_is_device(param); }

void tc_machine_divide_node(tc_machine *machine, int ranks) {
  tc_params *p = &machine->params;
  machine->ranks_per_node = ranks;
  share_device(p, on_device(machine, ranks));
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
    if (is_curve(param) && tc_param_is_time(param)) scale_parameter(p, param, ranks);
    if (is_curve(param) && tc_param_is_rate(param)) scale_parameter(p, param, 1.0 / ranks);
  }
  memset(p->row_s[TC_KERNEL_pointer], 0, sizeof p->row_s[TC_KERNEL_pointer]);
}

bool tc_machine_was_busy(const tc_machine *machine) {
  const double calm = 0.85;
  return machine->cpu_share > 0.0 && machine->cpu_share < calm;
}

bool tc_machine_param_is_fitted(int param) { return strncmp(tc_param_name(param), "fit_", 4) == 0; }
