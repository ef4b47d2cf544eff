#include "model/predict.h"

static double larger(double a, double b) { return a > b ? a : b; }

/* Equations (11) and (13) for the node of load[rank]. */
static double node_transfer_s(const tc_model *model, const tc_params *machine, int ranks, const tc_load *load,
                              int rank) {
  double local = 0.0, remote = 0.0;
  for (int r = 0; r < ranks; r++) {
    if (load[r].node != load[rank].node) continue;
    local = larger(local, model->local_transfer(machine, &load[r]));
    remote += model->remote_transfer(machine, &load[r]);
  }
  return local + remote;
}

static int count_nodes(int ranks, const tc_load *load) {
  int most = 0;
  for (int r = 0; r < ranks; r++) most = load[r].node > most ? load[r].node : most;
  return most + 1;
}

static tc_seconds own_parts(const tc_model *model, const tc_params *machine, const tc_load *load, int nodes) {
  return (tc_seconds){.pack = model->pack(machine, load),
                      .transfer = model->remote_individual(machine, load),
                      .wait = (double)load->count.barriers * model->barrier(machine, nodes),
                      .copy = model->copy(machine, load),
                      .unpack = model->unpack(machine, load),
                      .compute = model->compute(machine, load)};
}

/* Equations (16) and (17): the largest sum. A node's transfer is the same for all its ranks, so the largest
 * (compute + transfer) over ranks is also the largest over nodes of (max compute + transfer). */
static double largest_sum_s(int ranks, const tc_seconds *part) {
  double most = 0.0;
  for (int r = 0; r < ranks; r++) most = larger(most, tc_seconds_total(&part[r]));
  return most;
}

/* Equation (18): a barrier stands between. Here too the largest over ranks of (pack + transfer) is the one
 * over nodes. */
static double with_barrier_s(int ranks, const tc_seconds *part) {
  double before = 0.0, after = 0.0;
  for (int r = 0; r < ranks; r++) {
    before = larger(before, part[r].pack + part[r].transfer + part[r].wait);
    after = larger(after, part[r].copy + part[r].unpack + part[r].compute);
  }
  return before + after;
}

void tc_predict(const tc_model *model, const tc_params *machine, int ranks, const tc_load *load,
                tc_seconds *part, double *total_s) {
  const int nodes = count_nodes(ranks, load);
  double shared = 0.0; /* the transfer of the node of the rank before: mostly this one's too */
  int64_t packed = 0;
  for (int r = 0; r < ranks; r++) {
    if (r == 0 || load[r].node != load[r - 1].node) shared = node_transfer_s(model, machine, ranks, load, r);
    part[r] = own_parts(model, machine, &load[r], nodes);
    part[r].transfer += shared;
    packed += load[r].count.local_values_out + load[r].count.remote_values_out;
  }
  *total_s = packed > 0 ? with_barrier_s(ranks, part) : largest_sum_s(ranks, part);
}

bool tc_predict_possible(const tc_model *model, const tc_params *machine, int ranks, const tc_load *load) {
  for (int r = 0; r < ranks; r++)
    if (!model->possible(machine, &load[r])) return false;
  return true;
}
