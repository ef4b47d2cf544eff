/* The refined model: the counts of the paper, with costs that it leaves out. Every term has a
 * physical reason and a parameter that a microbenchmark measures; nothing is fitted to a run.
 *
 * - Computing: a row costs what a row of the product kernel costs, not what its bytes would in a STREAM
 * triad. The product mostly reads, a triad writes a third of its bytes; gathers take instructions; a matrix
 * that fits into caches comes from there. So: curves over the working set, row_s.
 *
 * - Between two uses of its matrix a rank also goes through what its strategy moves: the copy of its values,
 * messages where they are packed, where they arrive and where they are read, blocks. All of it takes room in
 * caches, so curves are asked for as many bytes more; a benchmark's product has no copy, although a row is
 * counted with one (tc_row_bytes). So do a solver's vectors, the triangles that it sweeps and the matrix of
 * the adjoint: each comes from where all lie that is gone through until it is used again.
 *
 * - Single reads inside a node (fine): a row that reads other ranks goes through a pointer for each column,
 * and its lines come from another core's cache, where one line serves all the neighbours that lie in it. So
 * rows are counted, not occurrences, and cost what row_s says of pointers where most do; among few of them
 * each stands alone and breaks the loop over the others: pointer_lone_s.
 *
 * - Where all arrays are reached through pointers-to-shared (naive), each access costs what it takes, by
 * pattern (Zhang and Seidel 2006), and so does asking for the owner of each row of the mesh: pointer_s,
 * baseline_near_.. beyond local_.., owner_test_s. Not local_read_s itself: that is of programs which reach
 * their arrays through a layer, whose call takes a third more. Other nodes' values cost tau. It is added to
 * the row: of private accesses a row has plain loads, which take next to nothing beside such a call, so
 * nothing is taken off.
 *
 * - Where entries are multiplied apart from the sum of their row (bcs), terms count, not rows: each costs its
 * part of a row, and a gathered value when it is added.
 *
 * - Copying in order (copy, block) runs at its own speed: copy_s. A message inside a node stays in caches:
 * copy_s at the message's own size. Packing and unpacking go through a list: pack_s, unpack_s.
 *
 * - Between nodes both directions are busy at once, and so are all processors, which a ping-pong leaves idle
 * half of the time: exchange_bandwidth_Bps. A message or block is one one-sided operation, measured while all
 * ranks do the same, so ranks do not wait for each other: message_s. Single reads cost tau, as in the paper;
 * those that are completed in batches (batched) what values at small strides cost, coalesce_far_read_s, and
 * each batch its operation.
 *
 * - Two-sided messages are moved while both ranks are in MPI, so their cost stands where ranks wait for them:
 * node_send_s and node_send_Bps, remote_send_s and the network's bandwidth.
 *
 * - A solver's vectors come from where its working set lies, in passes that use what a first cache holds for
 * several updates and dot products: dot_s and add_s for these, and for each array read or written its part of
 * what vectors_s has beyond them. Sweeps through triangles have curves of their own, sweep4_s and
 * sweep16_s, as products have; the values between them travel as two-sided messages do.
 *
 * - Reductions: node_reduce_s, and remote_reduce_s for each doubling of the nodes, as of barriers.
 *
 * - Barriers: each strategy meets once or twice a step: node_barrier_s, and remote_barrier_s for each
 * doubling of the nodes. Steps follow each other without a gap, so a rank waits from barrier to barrier. */
#include <math.h>

#include "model/models/access_cost.h"
#include "model/step/model.h"

enum { word = 8 };

/* Bytes of the strategy's own arrays that a product goes through. */
static double moved_B(const tc_counts *t) {
  const int64_t sent = t->local_values_out + t->remote_values_out, came = t->local_values + t->remote_values,
                fetched = t->local_block_values + t->remote_block_values;
  return (double)(t->copied_values + sent + 2 * came + fetched + t->picked_values) * word;
}

static double working_set(const tc_rank_load *l) {
  const double between_B = l->solving ? l->solving->between_B : 0.0;
  return l->rows * (tc_row_bytes(l->width) + between_B) + moved_B(&l->count);
}

/* A curve's value, NaN when it is not known. */
static double curve_value(const tc_params *m, const double *of, double bytes) {
  return tc_cost_of_count(1.0, tc_params_curve(m, of, bytes));
}

/* Seconds of a row of any width: widths 4 and 16 are measured, others lie on the line through them. */
static double of_width(const tc_params *m, const double *curve4, const double *curve16,
                       const tc_rank_load *l) {
  const double narrow = curve_value(m, curve4, working_set(l)),
               wide = curve_value(m, curve16, working_set(l));
  return narrow + (l->width - 4) / 12.0 * (wide - narrow);
}

static double row_s(const tc_params *m, int kernel, const tc_rank_load *l) {
  return of_width(m, m->row_s[kernel][0], m->row_s[kernel][1], l);
}

static double node_extra_s(const tc_params *m, double values) {
  return values > 0.0 ? values * tc_access_cost_node_extra_s(m) : 0.0;
}

/* Where all arrays are reached through pointers-to-shared: each access takes that, and whose a row is, is
 * asked of all rows. On one node threads share that; across nodes one of them does it alone. */
static double pointers_s(const tc_params *m, int nodes, const tc_rank_load *l) {
  const tc_counts *t = &l->count;
  const double threads = nodes == 1 && l->threads > 1 ? l->threads : 1.0;
  if (t->owner_tests == 0) return 0.0;
  return (tc_cost_of_count((double)t->owner_tests, m->owner_test_s) +
          tc_cost_of_count((double)(t->shared_local + t->local_individual), m->pointer_s) +
          node_extra_s(m, (double)t->local_individual)) /
         threads;
}

static tc_stage_cost compute_cost(const tc_params *m, int nodes, const tc_rank_load *l) {
  const double own = row_s(m, l->kernel, l);
  tc_stage_cost price = {.own.memory = tc_cost_of_count(l->rows, own)};
  if (l->count.pointer_rows > 0) {
    const double pointer = row_s(m, TC_KERNEL_pointer, l), among = (double)l->count.pointer_rows / l->rows;
    /* No less than a plain row: what was measured faster is noise. */
    const double others = pointer < own ? 0.0 : pointer - own, alone = fmax(others, m->pointer_lone_s);
    price.own.sharing = (double)l->count.pointer_rows * (among * others + (1.0 - among) * alone);
  }
  price.own.sharing += pointers_s(m, nodes, l);
  return price;
}

/* Terms, wherever their rows lie: multiplied as in rows of one more, and gathered when they are added. */
static tc_stage_cost compute_terms(const tc_params *m, const tc_rank_load *l) {
  const double made = row_s(m, l->kernel, l) / (l->width + 1.0), added = tc_cost_of_count(1.0, m->pack_s);
  return (tc_stage_cost){.own.memory = tc_cost_of_count((double)l->count.terms, made + added)};
}

static double remote_bytes_s(const tc_params *m, const tc_counts *t) {
  return tc_cost_at_rate((double)(t->remote_values_out + t->remote_block_values) * word,
                         m->exchange_bandwidth_Bps);
}

static double known_or(double measured, double otherwise) { return measured > 0.0 ? measured : otherwise; }

/* Of other nodes: completed one by one, or in batches, whose reads cost no more than such ones where they
 * were not measured. */
static double single_reads_s(const tc_params *m, const tc_counts *t) {
  const double values = (double)t->remote_individual, tau = m->remote_latency_s;
  if (t->remote_batches == 0) return tc_cost_of_count(values, tau);
  return (double)t->remote_batches * m->coalesce_far_read_operation_s +
         tc_cost_of_count(values, known_or(m->coalesce_far_read_s, tau));
}

/* Inside the node each rank is on its own: what it waits for others stands at the meeting. */
static tc_stage_cost transfer_cost(const tc_params *m, const tc_rank_load *l) {
  const tc_counts *t = &l->count;
  const double put = (double)t->local_values_out, fetched = (double)t->local_block_values;
  return (tc_stage_cost){.own.sharing = tc_cost_of_count(put, curve_value(m, m->copy_s, 2.0 * word * put)) +
                                        tc_cost_of_count(fetched, curve_value(m, m->copy_s, working_set(l))),
                         .own.latency =
                             single_reads_s(m, t) +
                             tc_cost_of_count((double)(t->remote_messages + t->remote_blocks), m->message_s),
                         .serialised.bandwidth = remote_bytes_s(m, t)};
}

/* Two-sided messages go while their ranks wait for them. Where they were not measured they cost what puts do.
 */
static tc_stage_cost message_cost(const tc_params *m, const tc_rank_load *l) {
  const tc_counts *t = &l->count;
  const bool measured = m->node_send_s > 0.0 && m->node_send_Bps > 0.0;
  if (!measured && t->local_messages > 0) return transfer_cost(m, l);
  return (tc_stage_cost){.own.sharing = tc_cost_of_count((double)t->local_messages, m->node_send_s) +
                                        tc_cost_at_rate((double)t->local_values_out * word, m->node_send_Bps),
                         .own.latency = tc_cost_of_count((double)t->remote_messages,
                                                         known_or(m->remote_send_s, m->message_s)),
                         .serialised.bandwidth = remote_bytes_s(m, t)};
}

/* A barrier or a reduction that is not known, or too short to measure, costs nothing. */
static double barrier_rounds(int nodes) { return nodes > 1 ? ceil(log2(nodes)) : 0.0; }

static double barrier_s(const tc_params *m, int nodes) {
  return m->node_barrier_s + m->remote_barrier_s * barrier_rounds(nodes);
}

static tc_stage_cost reduce_cost(const tc_params *m, int nodes, const tc_rank_load *l) {
  const double times = (double)l->solving->work.reductions;
  return (tc_stage_cost){.own.sharing = times * m->node_reduce_s,
                         .own.latency = times * m->remote_reduce_s * barrier_rounds(nodes)};
}

/* Of vectors: so many times all rows read or written, dot products, and floating point operations of a row
 * beside them, two of which are an update. An iteration of conjugate gradients costs what it was measured to.
 */
static double vectors_s(const tc_params *m, const tc_rank_load *l, double bytes, int64_t streams,
                        int64_t dots, int64_t flops) {
  const double all = curve_value(m, m->vectors_s, bytes), dot = tc_cost_of_count(1.0, m->dot_s),
               add = tc_cost_of_count(1.0, m->add_s),
               inside = TC_VECTORS_DOTS * dot + TC_VECTORS_UPDATES * add,
               shrunk = all < inside ? all / inside : 1.0;
  if (streams == 0) return 0.0;
  return l->rows * ((double)streams * (all - shrunk * inside) / TC_VECTORS_STREAMS +
                    shrunk * ((double)dots * dot + (double)flops / 2.0 * add));
}

static tc_stage_cost vector_cost(const tc_params *m, const tc_rank_load *l) {
  const tc_solver_load *s = l->solving;
  const tc_work *work = &s->work;
  const double bytes = working_set(l) + l->rows * (s->iteration_B - s->between_B);
  return (tc_stage_cost){.own.memory = vectors_s(m, l, bytes, work->streams - s->applied.streams, work->dots,
                                                 work->row_flops - s->applied.row_flops - 2 * work->dots)};
}

static tc_stage_cost precondition_cost(const tc_params *m, const tc_rank_load *l) {
  tc_rank_load swept = *l;
  swept.count = l->solving->sweep_counts;
  tc_stage_cost price = message_cost(m, &swept);
  price.own.memory +=
      tc_cost_of_count((double)l->solving->work.sweeps * l->rows, of_width(m, m->sweep4_s, m->sweep16_s, l)) +
      vectors_s(m, l, working_set(l), l->solving->applied.streams, 0, l->solving->applied.row_flops);
  return price;
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
    .summary =
        "caches, gathers, both directions of the network and barriers as well; needs a calibrated machine",
    .single_step = false,
    .on_device = true,
    .pointers = true,
    .stage_cost = refined_stage_cost,
};
