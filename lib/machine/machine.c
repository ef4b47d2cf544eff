#include "machine/machine.h"

#include <math.h>
#include <string.h>

/* A rank's share of the memory takes `slower` times as long: what caches serve stays, and whatever was
 * measured for as many ranks. */
static void stretch(double *curve, double slower) {
  for (int w = TC_WORKING_SETS - 1; w > 0; w--) curve[w] = fmax(fmin(curve[0], curve[w]), slower * curve[w]);
}

/* What is measured alone stays the most that a rank gets. */
static double share_bandwidth(const tc_params *p, double bandwidth, double share) {
  const double shared = bandwidth / share;
  return share < 1.0 && p->lone_bandwidth_Bps > 0.0 && shared > p->lone_bandwidth_Bps
             ? fmax(bandwidth, p->lone_bandwidth_Bps)
             : shared;
}

/* Rounds of messages in a barrier of so many ranks, at least one. */
static double rounds(int ranks) { return fmax(1.0, ceil(log2(ranks))); }

tc_params tc_machine_params(const tc_machine *machine, int ranks_per_node) {
  tc_params p = machine->params;
  if (!(p.private_bandwidth_Bps > 0.0)) return p;
  const double share = (double)ranks_per_node / machine->ranks_per_node;
  p.private_bandwidth_Bps = share_bandwidth(&p, p.private_bandwidth_Bps, share);
  /* The share, but for few ranks whose bandwidth is that of a lone one. */
  const double slower = machine->params.private_bandwidth_Bps / p.private_bandwidth_Bps;
  for (int param = TC_PARAM_ROWS; param < TC_PARAM_COUNT; param++) stretch(tc_param_at(&p, param), slower);
  stretch(p.copy_s, slower);
  stretch(p.vectors_s, slower);
  stretch(p.sweep4_s, slower);
  stretch(p.sweep16_s, slower);
  for (int w = 1; w < TC_WORKING_SETS; w++)
    p.stream_Bps[w] =
        fmin(fmax(p.stream_Bps[0], p.stream_Bps[w]), share_bandwidth(&p, p.stream_Bps[w], share));
  p.node_barrier_s *= rounds(ranks_per_node) / rounds(machine->ranks_per_node);
  p.node_reduce_s *= rounds(ranks_per_node) / rounds(machine->ranks_per_node);
  return p;
}

static void scale(double *curve, double factor) {
  for (int w = 0; w < TC_WORKING_SETS; w++) curve[w] *= factor;
}

void tc_machine_split(tc_machine *machine, int ranks) {
  tc_params *p = &machine->params;
  machine->ranks_per_node = ranks;
  machine->threads = (machine->threads + ranks - 1) / ranks;
  p->private_bandwidth_Bps /= ranks;
  p->lone_bandwidth_Bps = p->node_barrier_s = p->node_reduce_s = p->node_send_s = p->node_send_Bps = 0.0;
  p->pack_s *= ranks;
  p->unpack_s *= ranks;
  p->dot_s *= ranks;
  p->add_s *= ranks;
  scale(p->working_set_B, 1.0 / ranks);
  scale(p->stream_Bps, 1.0 / ranks);
  scale(p->copy_s, ranks);
  scale(p->vectors_s, ranks);
  scale(p->sweep4_s, ranks);
  scale(p->sweep16_s, ranks);
  for (int param = TC_PARAM_ROWS; param < TC_PARAM_COUNT; param++) scale(tc_param_at(p, param), ranks);
  memset(p->row_s[TC_KERNEL_pointer], 0, sizeof p->row_s[TC_KERNEL_pointer]);
}

bool tc_machine_was_busy(const tc_machine *machine) {
  const double calm = 0.85;
  return machine->cpu_share > 0.0 && machine->cpu_share < calm;
}

bool tc_machine_fits(int param) { return strncmp(tc_param_name(param), "fit_", 4) == 0; }
