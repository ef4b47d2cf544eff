#include "model/paper.h"

enum { word = 8, index_bytes = 4 };

double tc_paper_compute_s(const tc_params *machine, int32_t rows, int width) {
  return (double)rows * (width * (word + index_bytes) + 3 * word) / machine->private_bandwidth_Bps;
}

double tc_paper_pack_s(const tc_params *machine, const tc_counts *t) {
  return (double)(t->local_values_out + t->remote_values_out) * (2 * word + index_bytes) /
         machine->private_bandwidth_Bps;
}

double tc_paper_copy_s(const tc_params *machine, const tc_counts *t) {
  return 2.0 * (double)t->copied_values * word / machine->private_bandwidth_Bps;
}

double tc_paper_unpack_s(const tc_params *machine, const tc_counts *t) {
  return (double)(t->local_values + t->remote_values) * (word + index_bytes + machine->cache_line_B) /
         machine->private_bandwidth_Bps;
}

double tc_paper_local_transfer_s(const tc_params *machine, const tc_counts *t) {
  return 2.0 * (double)(t->local_values_out + t->local_block_values) * word / machine->private_bandwidth_Bps;
}

double tc_paper_remote_transfer_s(const tc_params *machine, const tc_counts *t) {
  if (t->remote_messages + t->remote_blocks == 0) return 0.0;
  return (double)(t->remote_messages + t->remote_blocks) * machine->remote_latency_s +
         (double)(t->remote_values_out + t->remote_block_values) * word / machine->remote_bandwidth_Bps;
}

double tc_paper_local_individual_s(const tc_params *machine, const tc_counts *t) {
  return (double)t->local_individual * machine->cache_line_B / machine->private_bandwidth_Bps;
}

double tc_paper_remote_individual_s(const tc_params *machine, const tc_counts *t) {
  return (double)t->remote_individual * machine->remote_latency_s;
}

static double pack(const tc_params *m, const tc_load *l) { return tc_paper_pack_s(m, &l->count); }
static double copy(const tc_params *m, const tc_load *l) { return tc_paper_copy_s(m, &l->count); }
static double unpack(const tc_params *m, const tc_load *l) { return tc_paper_unpack_s(m, &l->count); }
static double near(const tc_params *m, const tc_load *l) { return tc_paper_local_transfer_s(m, &l->count); }
static double far(const tc_params *m, const tc_load *l) { return tc_paper_remote_transfer_s(m, &l->count); }
static double single(const tc_params *m, const tc_load *l) {
  return tc_paper_remote_individual_s(m, &l->count);
}

static double compute(const tc_params *m, const tc_load *l) {
  return tc_paper_compute_s(m, l->rows, l->width) + tc_paper_local_individual_s(m, &l->count);
}

static double no_barrier(const tc_params *machine, int nodes) {
  (void)machine, (void)nodes;
  return 0.0;
}

static bool possible(const tc_params *machine, const tc_load *load) {
  const tc_counts *t = &load->count;
  const bool remote = t->remote_messages + t->remote_blocks + t->remote_individual > 0;
  return machine->private_bandwidth_Bps > 0.0 &&
         (!remote || (machine->remote_latency_s > 0.0 && machine->remote_bandwidth_Bps > 0.0));
}

const tc_model tc_model_paper = {
    .name = "paper",
    .summary = "Lagraviere et al. 2019, equations (5) to (18): four parameters",
    .possible = possible,
    .pack = pack,
    .local_transfer = near,
    .remote_transfer = far,
    .remote_individual = single,
    .copy = copy,
    .unpack = unpack,
    .compute = compute,
    .barrier = no_barrier,
};
