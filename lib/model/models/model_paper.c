/* Model `paper`: Lagraviere et al. 2019, equations (5) to (18), with four parameters. Symbols of the paper:
 * W_private and W_remote are the parameters private_bandwidth_Bps and remote_bandwidth_Bps, tau is
 * remote_latency_s, cl is cache_line_B. r_nz is the width of a row. The counts (counts.def) are S for unique
 * values, B for blocks, C_indv for single reads and C_out for messages. "local" is inside the node, "remote"
 * between nodes. Values have 8 bytes, indices 4. Each step is forecast alone, so guards (barriers before
 * memory is overwritten) cost nothing. */
#include "model/models/model_paper.h"

#include "sparse/matrix.h"

enum { value_B = 8, list_index_B = 4 };

double tc_paper_compute_s(const tc_params *machine, int32_t rows, double width, const tc_format *format) {
  return (double)rows * (width * (value_B + format->index_bytes) + format->row_values * value_B) /
         machine->private_bandwidth_Bps;
}

static double memory_s(const tc_params *m, double bytes) { return bytes / m->private_bandwidth_Bps; }

/* Returns the seconds of vector operations, which the model of the paper does not contain. They move 8 bytes
 * per row and stream, where a stream is one array that is read or written. */
static double vector_s(const tc_params *m, const tc_rank_load *l, int64_t streams) {
  return memory_s(m, (double)streams * l->rows * value_B);
}

/* Returns the cost of a transfer. Single reads from other nodes cost their latency, C_remote_indv tau of
 * equation (10). Stores and loads inside a node cost 2 S_local_out 8 / W_private of equation (13) and 2
 * B_local BLOCKSIZE 8 / W_private of equation (11), and all ranks of the node perform them at the same time.
 * BLOCKSIZE is the number of values of a block; a short block counts with its true length. The ranks of a
 * node send to other nodes one at a time: the latency is C_remote_out tau of (13) plus B_remote tau of (11),
 * and the time of the bytes is S_remote_out 8 / W_remote of (13) plus B_remote BLOCKSIZE 8 / W_remote of
 * (11). */
static tc_stage_cost transfer_cost(const tc_params *m, const tc_counts *t) {
  const double stored = (double)(t->local_values_out + t->local_block_values),
               messages = (double)(t->remote_messages + t->remote_blocks),
               sent = (double)(t->remote_values_out + t->remote_block_values);
  return (tc_stage_cost){.own.latency = tc_cost_of_count((double)t->remote_individual, m->remote_latency_s),
                         .concurrent.sharing = memory_s(m, 2.0 * stored * value_B),
                         .serialised.latency = tc_cost_of_count(messages, m->remote_latency_s),
                         .serialised.bandwidth = tc_cost_at_rate(sent * value_B, m->remote_bandwidth_Bps)};
}

/* The paper does not contain preconditioners. A sweep reads half the entries of the rows and moves right-hand
 * side, factor and solution: rows (r_nz (8+4) / 2 + 3*8) / W_private. Values sent during sweeps cost as much
 * as values sent for a product. */
static tc_stage_cost precondition_cost(const tc_params *m, const tc_rank_load *l) {
  const double sweep_B = l->width * (value_B + list_index_B) / 2.0 + 3 * value_B;
  tc_stage_cost cost = transfer_cost(m, &l->solver->sweep_counts);
  cost.own.memory = memory_s(m, (double)l->solver->work.sweeps * l->rows * sweep_B) +
                    vector_s(m, l, l->solver->preconditioner_work.streams);
  return cost;
}

/* By equation (10), single reads inside the node cost C_local_indv cl / W_private. In strategy bcs, each
 * product a_ij x_j (a term) is computed separately and later added to its row. The paper has no such terms.
 * One term costs (3*8+2*4) / W_private: value and x of 8 bytes, column of 4, the term of 8, and a list index
 * of 4 for adding it. */
static tc_stage_cost compute_cost(const tc_params *m, const tc_rank_load *l, bool by_terms) {
  const tc_counts *t = &l->count;
  if (by_terms)
    return (tc_stage_cost){.own.memory = memory_s(m, (double)t->terms * (3 * value_B + 2 * list_index_B))};
  return (tc_stage_cost){.own.memory = tc_paper_compute_s(m, l->rows, l->width, tc_format_at(l->kernel)),
                         .own.sharing = memory_s(m, (double)t->local_individual * m->cache_line_B)};
}

/* Packing costs (S_local_out + S_remote_out) (2*8+4) / W_private by equation (12). Copying owned values costs
 * 2 * values * 8 / W_private by equation (14). Unpacking costs (S_local_in + S_remote_in) (8+4+cl) /
 * W_private by equation (15). */
static tc_stage_cost paper_stage_cost(const tc_params *m, int nodes, const tc_rank_load *l,
                                      const tc_stage *stage) {
  const tc_counts *t = &l->count;
  const double sent = (double)(t->local_values_out + t->remote_values_out),
               received = (double)(t->local_values + t->remote_values), copied = (double)t->copied_values;
  (void)nodes;
  switch (stage->phase) {
  case TC_PHASE_pack: return (tc_stage_cost){.own.memory = memory_s(m, sent * (2 * value_B + list_index_B))};
  case TC_PHASE_copy: return (tc_stage_cost){.own.memory = memory_s(m, 2.0 * copied * value_B)};
  case TC_PHASE_unpack:
    return (tc_stage_cost){.own.memory = memory_s(m, received * (value_B + list_index_B + m->cache_line_B))};
  case TC_PHASE_transfer: return transfer_cost(m, t);
  case TC_PHASE_compute: return compute_cost(m, l, stage->by_terms);
  case TC_PHASE_vector:
    return (tc_stage_cost){
        .own.memory = vector_s(m, l, l->solver->work.streams - l->solver->preconditioner_work.streams)};
  case TC_PHASE_precond: return precondition_cost(m, l);
  default: return (tc_stage_cost){0}; /* Barriers and reductions cost nothing in the paper's model. */
  }
}

const tc_model tc_model_paper = {
    .name = "paper",
    .summary = "Lagraviere et al. 2019, equations (5) to (18): four parameters",
    .single_step = true,
    .stage_cost = paper_stage_cost,
};
