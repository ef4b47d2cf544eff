#include "model/predict.h"

enum { word = 8, index_bytes = 4 };

static double larger(double a, double b) { return a > b ? a : b; }

double tc_model_compute_s(const tc_params *machine, int32_t rows, int width) {
  return (double)rows * (width * (word + index_bytes) + 3 * word) / machine->private_bandwidth_Bps;
}

double tc_model_pack_s(const tc_params *machine, const tc_traffic *t) {
  return (double)(t->local_values_out + t->remote_values_out) * (2 * word + index_bytes) /
         machine->private_bandwidth_Bps;
}

double tc_model_copy_s(const tc_params *machine, const tc_traffic *t) {
  return 2.0 * (double)t->copied_values * word / machine->private_bandwidth_Bps;
}

double tc_model_unpack_s(const tc_params *machine, const tc_traffic *t) {
  return (double)(t->local_values + t->remote_values) * (word + index_bytes + machine->cache_line_B) /
         machine->private_bandwidth_Bps;
}

double tc_model_local_put_s(const tc_params *machine, const tc_traffic *t) {
  return 2.0 * (double)t->local_values_out * word / machine->private_bandwidth_Bps;
}

double tc_model_remote_put_s(const tc_params *machine, const tc_traffic *t) {
  if (t->remote_messages == 0) return 0.0;
  return (double)t->remote_messages * machine->remote_latency_s +
         (double)t->remote_values_out * word / machine->remote_bandwidth_Bps;
}

/* Equation (13) for the node of load[rank]; *pack: the node's largest pack time. */
static double node_transfer_s(const tc_params *machine, int ranks, const tc_load *load, int rank,
                              double *pack) {
  double local = 0.0, remote = 0.0;
  *pack = 0.0;
  for (int r = 0; r < ranks; r++) {
    if (load[r].node != load[rank].node) continue;
    local = larger(local, tc_model_local_put_s(machine, &load[r].traffic));
    remote += tc_model_remote_put_s(machine, &load[r].traffic);
    *pack = larger(*pack, tc_model_pack_s(machine, &load[r].traffic));
  }
  return local + remote;
}

void tc_predict(const tc_params *machine, int ranks, const tc_load *load, tc_parts *part, double *total_s) {
  double before_barrier = 0.0, after_barrier = 0.0, node_pack;
  for (int r = 0; r < ranks; r++) {
    const tc_traffic *t = &load[r].traffic;
    part[r].pack = tc_model_pack_s(machine, t);
    part[r].transfer = node_transfer_s(machine, ranks, load, r, &node_pack);
    part[r].copy = tc_model_copy_s(machine, t);
    part[r].unpack = tc_model_unpack_s(machine, t);
    part[r].compute = tc_model_compute_s(machine, load[r].rows, load[r].width);
    before_barrier = larger(before_barrier, node_pack + part[r].transfer);
    after_barrier = larger(after_barrier, part[r].copy + part[r].unpack + part[r].compute);
  }
  *total_s = before_barrier + after_barrier;
}

bool tc_predict_possible(const tc_params *machine, int ranks, const tc_load *load) {
  if (!(machine->private_bandwidth_Bps > 0.0)) return false;
  for (int r = 0; r < ranks; r++)
    if (load[r].traffic.remote_messages > 0 &&
        !(machine->remote_latency_s > 0.0 && machine->remote_bandwidth_Bps > 0.0))
      return false;
  return true;
}
