/* Model `paper`: Lagraviere et al. 2019, equations (5) to (18), with four parameters. The functions of
 * model_paper.h evaluate the terms, and this file sums them to the cost of a stage. Each step is forecast
 * alone, so guards (barriers before memory is overwritten) cost nothing. */
#include "model/models/model_paper.h"

#include "sparse/matrix.h"

enum { word = 8, listed = 4 }; /* bytes of a value, and of an index in a list of values */

double tc_paper_compute_s(const tc_params *machine, int32_t rows, int width, const tc_format *format) {
  return (double)rows * (width * (word + format->index_bytes) + format->row_values * word) /
         machine->private_bandwidth_Bps;
}

double tc_paper_terms_s(const tc_params *machine, const tc_counts *t) {
  return (double)t->terms * (3 * word + 2 * listed) / machine->private_bandwidth_Bps;
}

double tc_paper_vector_s(const tc_params *machine, int32_t rows, int64_t streams) {
  return (double)streams * rows * word / machine->private_bandwidth_Bps;
}

double tc_paper_sweep_s(const tc_params *machine, int32_t rows, int width, const tc_work *work) {
  return (double)work->sweeps * rows * (width * (word + listed) / 2.0 + 3 * word) /
         machine->private_bandwidth_Bps;
}

double tc_paper_pack_s(const tc_params *machine, const tc_counts *t) {
  return (double)(t->local_values_out + t->remote_values_out) * (2 * word + listed) /
         machine->private_bandwidth_Bps;
}

double tc_paper_copy_s(const tc_params *machine, const tc_counts *t) {
  return 2.0 * (double)t->copied_values * word / machine->private_bandwidth_Bps;
}

double tc_paper_unpack_s(const tc_params *machine, const tc_counts *t) {
  return (double)(t->local_values + t->remote_values) * (word + listed + machine->cache_line_B) /
         machine->private_bandwidth_Bps;
}

double tc_paper_local_transfer_s(const tc_params *machine, const tc_counts *t) {
  return 2.0 * (double)(t->local_values_out + t->local_block_values) * word / machine->private_bandwidth_Bps;
}

double tc_paper_messages_s(const tc_params *machine, const tc_counts *t) {
  return tc_cost_of_count((double)(t->remote_messages + t->remote_blocks), machine->remote_latency_s);
}

double tc_paper_remote_values_s(const tc_params *machine, const tc_counts *t) {
  return tc_cost_at_rate((double)(t->remote_values_out + t->remote_block_values) * word,
                         machine->remote_bandwidth_Bps);
}

double tc_paper_local_individual_s(const tc_params *machine, const tc_counts *t) {
  return (double)t->local_individual * machine->cache_line_B / machine->private_bandwidth_Bps;
}

double tc_paper_remote_individual_s(const tc_params *machine, const tc_counts *t) {
  return tc_cost_of_count((double)t->remote_individual, machine->remote_latency_s);
}

static tc_stage_cost transfer_cost(const tc_params *m, const tc_counts *t) {
  return (tc_stage_cost){.own.latency = tc_paper_remote_individual_s(m, t),
                         .concurrent.sharing = tc_paper_local_transfer_s(m, t),
                         .serialised.latency = tc_paper_messages_s(m, t),
                         .serialised.bandwidth = tc_paper_remote_values_s(m, t)};
}

/* Returns the cost of sweeps and of the other work of the preconditioner. Values sent during sweeps cost as
 * much as values sent for a product. */
static tc_stage_cost precondition_cost(const tc_params *m, const tc_rank_load *l) {
  tc_stage_cost price = transfer_cost(m, &l->solving->sweep_counts);
  price.own.memory = tc_paper_sweep_s(m, l->rows, l->width, &l->solving->work) +
                     tc_paper_vector_s(m, l->rows, l->solving->applied.streams);
  return price;
}

static tc_stage_cost paper_stage_cost(const tc_params *m, int nodes, const tc_rank_load *l,
                                      const tc_stage *stage) {
  const tc_counts *t = &l->count;
  (void)nodes;
  switch (stage->phase) {
  case TC_PHASE_pack: return (tc_stage_cost){.own.memory = tc_paper_pack_s(m, t)};
  case TC_PHASE_copy: return (tc_stage_cost){.own.memory = tc_paper_copy_s(m, t)};
  case TC_PHASE_unpack: return (tc_stage_cost){.own.memory = tc_paper_unpack_s(m, t)};
  case TC_PHASE_transfer: return transfer_cost(m, t);
  case TC_PHASE_compute:
    if (stage->by_terms) return (tc_stage_cost){.own.memory = tc_paper_terms_s(m, t)};
    return (tc_stage_cost){.own.memory = tc_paper_compute_s(m, l->rows, l->width, tc_format_at(l->kernel)),
                           .own.sharing = tc_paper_local_individual_s(m, t)};
  case TC_PHASE_vector:
    return (tc_stage_cost){
        .own.memory = tc_paper_vector_s(m, l->rows, l->solving->work.streams - l->solving->applied.streams)};
  case TC_PHASE_precond: return precondition_cost(m, l);
  default: return (tc_stage_cost){0}; /* barriers and reductions cost nothing in the paper */
  }
}

const tc_model tc_model_paper = {
    .name = "paper",
    .summary = "Lagraviere et al. 2019, equations (5) to (18): four parameters",
    .single_step = true,
    .stage_cost = paper_stage_cost,
};
