#include "machine/machine.h"

static double larger(double a, double b) { return a > b ? a : b; }

/* `share` ranks where one was measured: what caches serve stays, what memory serves is shared. */
static void stretch(double *curve, double share) {
  for (int w = TC_WORKING_SETS - 1; w > 0; w--) curve[w] = larger(curve[0], share * curve[w]);
}

tc_params tc_machine_params(const tc_machine *machine, int ranks_per_node) {
  tc_params p = machine->params;
  const double share = (double)ranks_per_node / machine->ranks_per_node;
  p.private_bandwidth_Bps /= share;
  if (p.lone_bandwidth_Bps > 0.0 && p.private_bandwidth_Bps > p.lone_bandwidth_Bps)
    p.private_bandwidth_Bps = p.lone_bandwidth_Bps;
  stretch(p.row4_s, share);
  stretch(p.row16_s, share);
  stretch(p.pointer_row4_s, share);
  stretch(p.pointer_row16_s, share);
  stretch(p.copy_s, share);
  return p;
}
