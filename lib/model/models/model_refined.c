/* Model `refined`: the counts of the model `paper` (Lagraviere et al. 2019) with costs that this paper omits.
 * Every term has a physical reason and a parameter that a microbenchmark measures. No parameter is fitted to
 * a run.
 *
 * Computing: a row costs as much as a row of the product kernel (row_s). Dividing its bytes by the bandwidth
 * of a STREAM triad would be wrong. A product mostly reads, but a triad writes a third of the bytes, and
 * gathers need instructions. A matrix that fits into a cache is read from this cache, so row_s is a curve
 * over the working set.
 *
 * Working set: between two uses of the matrix a rank also touches the data that its strategy moves. These are
 * the copy of the values, the packed and the received messages, and blocks. They occupy cache too, so curves
 * are evaluated at a working set that includes their bytes. The product of the benchmark has no copy of x,
 * although tc_row_bytes includes the bytes of a copy. The vectors of a solver, the triangles of the sweeps,
 * the matrix of the adjoint and the vectors of a stabilised explicit method are added in the same way.
 *
 * Single reads inside a node (fine): a row that reads other ranks' values uses a pointer for each column. The
 * cache lines come from the cache of another core, and one line contains several of the values that a row
 * reads. The model therefore counts rows, not reads, and each row costs row_s of the pointer kernel. A run of
 * such rows between plain rows ends two loops after irregular numbers of rows. The processor predicts the
 * ends of these loops wrongly and discards the reads that it has begun, so each run also costs pointer_run_s.
 * The number of runs depends on the order of the cells: most runs are long after reverse Cuthill-McKee, and
 * many have one row in an order of small blocks.
 *
 * Pointers-to-shared for all arrays (naive): each access costs pointer_s. Values of other ranks of the node
 * also cost the difference between the parameters baseline_near_read_s and local_read_s (Zhang and Seidel
 * 2006). The test for the owner costs owner_test_s for each row of the mesh. local_read_s alone is not used
 * as the cost of an access, because it includes a function call of an access layer, which lengthens an access
 * by a third. Values of other nodes cost remote_latency_s, which the paper calls tau. These costs are added
 * to the cost of the row. The plain loads in the cost of the row are not subtracted, because they are much
 * cheaper than these accesses.
 *
 * Strategy bcs computes each term a_ij x_j separately and adds the terms later. The model counts terms
 * instead of rows. A term costs its part of a row (row_s divided by the entries of a row), and one gathered
 * value when it is added.
 *
 * Contiguous copies (copy, block) cost copy_s. A message inside a node remains in caches and costs copy_s at
 * a working set of its own size. Packing and unpacking access values through a list and cost pack_s and
 * unpack_s.
 *
 * Between nodes both directions of the network and all processors are busy at once, whereas in a ping-pong
 * benchmark they are idle half of the time. Bytes are therefore divided by exchange_bandwidth_Bps. A message
 * or block is one one-sided operation and costs message_s, which is measured while all ranks perform such
 * operations, so ranks are not serialised. Single reads cost tau, as in the paper. Batched reads cost
 * coalesce_far_read_s per value and coalesce_far_read_operation_s per batch, as in the access pattern
 * coalesce.
 *
 * Two-sided messages move while both ranks are in MPI, so their cost belongs to the stage that waits for
 * them. Inside a node their cost comes from node_send_s and node_send_Bps, between nodes from remote_send_s
 * and the bandwidth of the network.
 *
 * Vectors of a solver are read from the memory level of the working set. Each pass over the vectors performs
 * several updates and dot products with data in the L1 cache, which cost add_s and dot_s. The remainder of
 * vectors_s is divided equally among the arrays that are read or written. Sweeps have curves of their own,
 * sweep4_s and sweep16_s, and the values that ranks exchange between sweeps are two-sided messages. Multigrid
 * cycles cost the time of the smoother (model/models/cycle_cost.h) and their messages.
 *
 * Reductions cost node_reduce_s, plus remote_reduce_s for each doubling of the nodes.
 *
 * Barriers cost node_barrier_s, plus remote_barrier_s for each doubling of the nodes. Each strategy has one
 * or two per step. Steps follow each other without a gap, so a rank waits from barrier to barrier. */
#include <math.h>

#include "model/models/access_cost.h"
#include "model/models/cycle_cost.h"
#include "model/step/model.h"

enum { value_B = 8 };

/* Returns the bytes of the data that a strategy moves: copies, messages and blocks. A received value counts
 * twice, because it is stored in a message and in the copy of x. */
static double moved_B(const tc_counts *t) {
  const int64_t sent = t->local_values_out + t->remote_values_out,
                received = t->local_values + t->remote_values,
                fetched = t->local_block_values + t->remote_block_values;
  return (double)(t->copied_values + sent + 2 * received + fetched + t->picked_values) * value_B;
}

static double working_set(const tc_rank_load *l) {
  const double between_B = l->solver ? l->solver->between_B : l->products.vectors_B;
  return l->rows * (tc_row_bytes(l->width) + between_B) + moved_B(&l->count);
}

/* Returns the value of the curve `curve` at a working set of `bytes` bytes; NaN if unknown. */
static double curve_value(const tc_params *m, const double *curve, double bytes) {
  return tc_cost_of_count(1.0, tc_params_curve(m, curve, bytes));
}

/* Returns the seconds of a row by linear interpolation between the curves of the measured widths 4 and 16. A
 * curve with the weight 0 may be unknown. */
static double interpolate_width_s(const tc_params *m, const double *curve4, const double *curve16,
                                  const tc_rank_load *l) {
  const double *const curve[TC_WIDTHS] = {curve4, curve16};
  double value = 0.0;
  for (int width = 0; width < TC_WIDTHS; width++) {
    const double share = tc_params_width_share(width, l->width);
    if (share != 0.0) value += share * curve_value(m, curve[width], working_set(l));
  }
  return value;
}

static double row_s(const tc_params *m, int kernel, const tc_rank_load *l) {
  return interpolate_width_s(m, m->row_s[kernel][0], m->row_s[kernel][1], l);
}

static double node_extra_s(const tc_params *m, double values) {
  return values > 0.0 ? values * tc_access_cost_node_extra_s(m) : 0.0;
}

/* Returns the seconds of pointers-to-shared in strategy naive. A rank makes one owner test for every row of
 * the mesh. On one node the threads of a rank share this work. On several nodes one thread does all of it. */
static double pointers_s(const tc_params *m, int nodes, const tc_rank_load *l) {
  const tc_counts *t = &l->count;
  const double threads = nodes == 1 && l->threads > 1 ? l->threads : 1.0;
  if (t->owner_tests == 0) return 0.0;
  return (tc_cost_of_count((double)t->owner_tests, m->owner_test_s) +
          tc_cost_of_count((double)(t->shared_local + t->local_individual), m->pointer_s) +
          node_extra_s(m, (double)t->local_individual)) /
         threads;
}

/* Returns the extra seconds of each run of pointer rows, because a run interrupts the plain rows; 0 if
 * unknown. Machine files of earlier versions have only pointer_lone_s. This number includes `extra_s`, the
 * extra time of one pointer row, which is subtracted. */
static double pointer_run_s(const tc_params *m, const tc_rank_load *l, double extra_s) {
  const double run_s = tc_params_curve(m, m->pointer_run_s, working_set(l));
  return run_s > 0.0 ? run_s : fmax(m->pointer_lone_s - extra_s, 0.0);
}

static tc_stage_cost compute_cost(const tc_params *m, int nodes, const tc_rank_load *l) {
  const double plain_s = row_s(m, l->kernel, l);
  tc_stage_cost cost = {.own.memory = tc_cost_of_count(l->rows, plain_s)};
  if (l->count.pointer_rows > 0) {
    const double pointer_s = row_s(m, TC_KERNEL_pointer, l);
    /* Noise may make the measured time of a row with pointers shorter than that of a plain row. The extra
     * time is then 0. */
    const double extra_s = pointer_s < plain_s ? 0.0 : pointer_s - plain_s;
    cost.own.sharing = (double)l->count.pointer_rows * extra_s +
                       (double)l->count.pointer_runs * pointer_run_s(m, l, extra_s);
  }
  cost.own.sharing += pointers_s(m, nodes, l);
  return cost;
}

/* Returns the cost of computing single terms a_ij x_j (strategy bcs). Each term costs its part of a row of
 * width + 1 entries, and one gathered value when it is added to the row's sum. */
static tc_stage_cost compute_terms(const tc_params *m, const tc_rank_load *l) {
  const double multiply_s = row_s(m, l->kernel, l) / (l->width + 1.0),
               gather_s = tc_cost_of_count(1.0, m->pack_s);
  return (tc_stage_cost){.own.memory = tc_cost_of_count((double)l->count.terms, multiply_s + gather_s)};
}

static double remote_bytes_s(const tc_params *m, const tc_counts *t) {
  return tc_cost_at_rate((double)(t->remote_values_out + t->remote_block_values) * value_B,
                         m->exchange_bandwidth_Bps);
}

static double measured_or(double measured, double fallback) { return measured > 0.0 ? measured : fallback; }

/* Returns the seconds of single reads from other nodes, which are completed one by one or in batches. If
 * batches were not measured, a value in a batch costs as much as a single read. */
static double single_reads_s(const tc_params *m, const tc_counts *t) {
  const double values = (double)t->remote_individual, tau = m->remote_latency_s;
  if (t->remote_batches == 0) return tc_cost_of_count(values, tau);
  return (double)t->remote_batches * m->coalesce_far_read_operation_s +
         tc_cost_of_count(values, measured_or(m->coalesce_far_read_s, tau));
}

/* Returns the cost of a transfer by puts, gets and block transfers. The cost inside the node does not include
 * waiting for other ranks, because ranks wait at the next barrier. */
static tc_stage_cost transfer_cost(const tc_params *m, const tc_rank_load *l) {
  const tc_counts *t = &l->count;
  const double put = (double)t->local_values_out, fetched = (double)t->local_block_values;
  return (tc_stage_cost){.own.sharing =
                             tc_cost_of_count(put, curve_value(m, m->copy_s, 2.0 * value_B * put)) +
                             tc_cost_of_count(fetched, curve_value(m, m->copy_s, working_set(l))),
                         .own.latency =
                             single_reads_s(m, t) +
                             tc_cost_of_count((double)(t->remote_messages + t->remote_blocks), m->message_s),
                         .serialised.bandwidth = remote_bytes_s(m, t)};
}

/* Returns the cost of two-sided messages, which move while their ranks wait for them. If messages were not
 * measured, they cost as much as puts. */
static tc_stage_cost message_cost(const tc_params *m, const tc_rank_load *l) {
  const tc_counts *t = &l->count;
  const bool measured = m->node_send_s > 0.0 && m->node_send_Bps > 0.0;
  if (!measured && t->local_messages > 0) return transfer_cost(m, l);
  return (tc_stage_cost){.own.sharing =
                             tc_cost_of_count((double)t->local_messages, m->node_send_s) +
                             tc_cost_at_rate((double)t->local_values_out * value_B, m->node_send_Bps),
                         .own.latency = tc_cost_of_count((double)t->remote_messages,
                                                         measured_or(m->remote_send_s, m->message_s)),
                         .serialised.bandwidth = remote_bytes_s(m, t)};
}

/* Returns the number of rounds of messages in a barrier: log2(nodes), rounded up. */
static double barrier_rounds(int nodes) { return nodes > 1 ? ceil(log2(nodes)) : 0.0; }

static double barrier_s(const tc_params *m, int nodes) {
  return m->node_barrier_s + m->remote_barrier_s * barrier_rounds(nodes);
}

static tc_stage_cost reduce_cost(const tc_params *m, int nodes, const tc_rank_load *l) {
  const double reductions = (double)l->solver->work.reductions;
  return (tc_stage_cost){.own.sharing = reductions * m->node_reduce_s,
                         .own.latency = reductions * m->remote_reduce_s * barrier_rounds(nodes)};
}

/* Returns the seconds of vector operations. `streams` is the number of arrays that are read or written
 * completely, `dots` the number of dot products, and `bytes` the working set. `flops` is the number of
 * floating point operations per row except those of dot products; an update y += a x has two. The formula
 * gives vectors_s per row if these numbers are those of the benchmark of vectors_s, a conjugate gradient
 * iteration. */
static double vectors_s(const tc_params *m, const tc_rank_load *l, double bytes, int64_t streams,
                        int64_t dots, int64_t flops) {
  const double benchmark_s = curve_value(m, m->vectors_s, bytes), dot_s = tc_cost_of_count(1.0, m->dot_s),
               add_s = tc_cost_of_count(1.0, m->add_s),
               arithmetic_s = TC_VECTORS_DOTS * dot_s + TC_VECTORS_UPDATES * add_s,
               scale = benchmark_s < arithmetic_s ? benchmark_s / arithmetic_s : 1.0;
  if (streams == 0) return 0.0;
  return l->rows * ((double)streams * (benchmark_s - scale * arithmetic_s) / TC_VECTORS_STREAMS +
                    scale * ((double)dots * dot_s + (double)flops / 2.0 * add_s));
}

static tc_stage_cost vector_cost(const tc_params *m, const tc_rank_load *l) {
  const tc_solver_load *s = l->solver;
  const tc_work *work = &s->work;
  const double bytes = working_set(l) + l->rows * (s->iteration_B - s->between_B);
  return (tc_stage_cost){
      .own.memory = vectors_s(m, l, bytes, work->streams - s->preconditioner_work.streams, work->dots,
                              work->row_flops - s->preconditioner_work.row_flops - 2 * work->dots)};
}

/* Adds the cost of the multigrid cycles to *cost. */
static void add_cycles(const tc_params *m, const tc_rank_load *l, tc_stage_cost *cost) {
  const tc_solver_load *s = l->solver;
  const double cycles = (double)s->work.cycles,
               touched_B = l->rows * (tc_row_bytes(l->width) + s->iteration_B);
  tc_rank_load cycle_load = *l;
  if (!(cycles > 0.0)) return;
  cycle_load.count = s->cycle->counts;
  tc_stage_cost one = message_cost(m, &cycle_load);
  one.own.memory += tc_cycle_cost_s(m, s->cycle, touched_B, l->threads);
  tc_costs_add(&cost->own, cycles, &one.own);
  tc_costs_add(&cost->serialised, cycles, &one.serialised);
}

static tc_stage_cost precondition_cost(const tc_params *m, const tc_rank_load *l) {
  tc_rank_load sweep_load = *l;
  sweep_load.count = l->solver->sweep_counts;
  tc_stage_cost cost = message_cost(m, &sweep_load);
  cost.own.memory += tc_cost_of_count((double)l->solver->work.sweeps * l->rows,
                                      interpolate_width_s(m, m->sweep4_s, m->sweep16_s, l)) +
                     vectors_s(m, l, working_set(l), l->solver->preconditioner_work.streams, 0,
                               l->solver->preconditioner_work.row_flops);
  add_cycles(m, l, &cost);
  return cost;
}

static tc_stage_cost refined_stage_cost(const tc_params *m, int nodes, const tc_rank_load *l,
                                        const tc_stage *stage) {
  const tc_counts *t = &l->count;
  const double sent = (double)(t->local_values_out + t->remote_values_out),
               unpacked = (double)(t->local_values + t->remote_values + t->picked_values);
  switch (stage->phase) {
  case TC_PHASE_pack: return (tc_stage_cost){.own.memory = tc_cost_of_count(sent, m->pack_s)};
  case TC_PHASE_copy:
    return (tc_stage_cost){
        .own.memory = tc_cost_of_count((double)t->copied_values, curve_value(m, m->copy_s, working_set(l)))};
  case TC_PHASE_unpack: return (tc_stage_cost){.own.memory = tc_cost_of_count(unpacked, m->unpack_s)};
  case TC_PHASE_transfer: return stage->two_sided ? (tc_stage_cost){0} : transfer_cost(m, l);
  case TC_PHASE_compute: return stage->by_terms ? compute_terms(m, l) : compute_cost(m, nodes, l);
  case TC_PHASE_vector: return vector_cost(m, l);
  case TC_PHASE_precond: return precondition_cost(m, l);
  case TC_PHASE_reduce: return reduce_cost(m, nodes, l);
  default:
    return stage->sync == TC_SYNC_NEIGHBOURS ? message_cost(m, l)
                                             : (tc_stage_cost){.own.sharing = barrier_s(m, nodes)};
  }
}

const tc_model tc_model_refined = {
    .name = "refined",
    .summary = "paper, plus caches, gathers, both directions of the network and barriers; needs a calibrated "
               "machine",
    .single_step = false,
    .on_device = true,
    .pointers = true,
    .cycles = true,
    .stage_cost = refined_stage_cost,
};
