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

double tc_model_local_transfer_s(const tc_params *machine, const tc_traffic *t) {
  return 2.0 * (double)(t->local_values_out + t->local_block_values) * word / machine->private_bandwidth_Bps;
}

double tc_model_remote_transfer_s(const tc_params *machine, const tc_traffic *t) {
  if (t->remote_messages + t->remote_blocks == 0) return 0.0;
  return (double)(t->remote_messages + t->remote_blocks) * machine->remote_latency_s +
         (double)(t->remote_values_out + t->remote_block_values) * word / machine->remote_bandwidth_Bps;
}

double tc_model_local_individual_s(const tc_params *machine, const tc_traffic *t) {
  return (double)t->local_individual * machine->cache_line_B / machine->private_bandwidth_Bps;
}

double tc_model_remote_individual_s(const tc_params *machine, const tc_traffic *t) {
  return (double)t->remote_individual * machine->remote_latency_s;
}

/* Equations (11) and (13) for the node of load[rank]. */
static double node_transfer_s(const tc_params *machine, int ranks, const tc_load *load, int rank) {
  double local = 0.0, remote = 0.0;
  for (int r = 0; r < ranks; r++) {
    if (load[r].node != load[rank].node) continue;
    local = larger(local, tc_model_local_transfer_s(machine, &load[r].traffic));
    remote += tc_model_remote_transfer_s(machine, &load[r].traffic);
  }
  return local + remote;
}

static void predict_parts(const tc_params *machine, int ranks, const tc_load *load, int rank,
                          tc_parts *part) {
  const tc_traffic *t = &load[rank].traffic;
  *part = (tc_parts){0};
  part->pack = tc_model_pack_s(machine, t);
  part->transfer = node_transfer_s(machine, ranks, load, rank) + tc_model_remote_individual_s(machine, t);
  part->copy = tc_model_copy_s(machine, t);
  part->unpack = tc_model_unpack_s(machine, t);
  part->compute = tc_model_compute_s(machine, load[rank].rows, load[rank].width) +
                  tc_model_local_individual_s(machine, t);
}

/* Equations (16) and (17): the largest sum. A node's transfer is the same for all its ranks, so the largest
 * (compute + transfer) over ranks is also the largest over nodes of (max compute + transfer). */
static double largest_sum_s(int ranks, const tc_parts *part) {
  double most = 0.0;
  for (int r = 0; r < ranks; r++) most = larger(most, tc_parts_total(&part[r]));
  return most;
}

/* Equation (18): a barrier stands between. Here too the largest over ranks of (pack + transfer) is the one
 * over nodes. */
static double with_barrier_s(int ranks, const tc_parts *part) {
  double before = 0.0, after = 0.0;
  for (int r = 0; r < ranks; r++) {
    before = larger(before, part[r].pack + part[r].transfer);
    after = larger(after, part[r].copy + part[r].unpack + part[r].compute);
  }
  return before + after;
}

void tc_predict(const tc_params *machine, int ranks, const tc_load *load, tc_parts *part, double *total_s) {
  int64_t packed = 0;
  for (int r = 0; r < ranks; r++) {
    predict_parts(machine, ranks, load, r, &part[r]);
    packed += load[r].traffic.local_values_out + load[r].traffic.remote_values_out;
  }
  *total_s = packed > 0 ? with_barrier_s(ranks, part) : largest_sum_s(ranks, part);
}

bool tc_predict_possible(const tc_params *machine, int ranks, const tc_load *load) {
  if (!(machine->private_bandwidth_Bps > 0.0)) return false;
  for (int r = 0; r < ranks; r++) {
    const tc_traffic *t = &load[r].traffic;
    bool remote = t->remote_messages + t->remote_blocks + t->remote_individual > 0;
    if (remote && !(machine->remote_latency_s > 0.0 && machine->remote_bandwidth_Bps > 0.0)) return false;
  }
  return true;
}
