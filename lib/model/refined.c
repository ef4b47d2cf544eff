/* The refined model: the counts and the rules of the paper, with costs that it leaves out. Every term has a
 * physical reason and a parameter that a microbenchmark measures; nothing is fitted to a run.
 *
 * - Computing: a row costs what a row of the product kernel costs, not what its bytes would in a STREAM
 * triad. The product mostly reads, a triad writes a third of its bytes; gathers take instructions; a matrix
 * that fits into caches comes from there. So: curves over the working set, row4_s and row16_s.
 *
 * - Single reads inside a node (fine): a row that reads other ranks goes through a pointer for each column,
 * and its lines come from another core's cache, where one line serves all the neighbours that lie in it. So
 * rows are counted, not occurrences: pointer_row4_s and pointer_row16_s.
 *
 * - Copying in order (copy, block) runs at its own speed: copy_s. A message inside a node stays in caches:
 * copy_s at the message's own size. Packing and unpacking go through a list: pack_s, unpack_s.
 *
 * - Between nodes both directions are busy at once, and so are all processors, which a ping-pong leaves idle
 * half of the time: exchange_bandwidth_Bps. A message or block is one one-sided operation, measured while all
 * ranks do the same, so ranks do not wait for each other: message_s. Single reads cost tau, as in the paper.
 *
 * - Barriers: each strategy meets once or twice a step: node_barrier_s, and remote_barrier_s for each
 * doubling of the nodes. */
#include <math.h>

#include "model/model.h"

enum { word = 8 };

static double working_set(const tc_load *l) { return l->rows * tc_row_bytes(l->width); }

/* Seconds of a row of any width: widths 4 and 16 are measured, others lie on the line through them. */
static double row_s(const tc_params *m, const double *row4, const double *row16, const tc_load *l) {
  const double bytes = working_set(l);
  const double narrow = tc_params_curve(m, row4, bytes), wide = tc_params_curve(m, row16, bytes);
  return narrow + (l->width - 4) / 12.0 * (wide - narrow);
}

static double compute(const tc_params *m, const tc_load *l) {
  const double own = row_s(m, m->row4_s, m->row16_s, l);
  const double pointer = row_s(m, m->pointer_row4_s, m->pointer_row16_s, l);
  return l->rows * own + (double)l->count.pointer_rows * fmax(pointer - own, 0.0);
}

static double copy(const tc_params *m, const tc_load *l) {
  return (double)l->count.copied_values * tc_params_curve(m, m->copy_s, working_set(l));
}

static double pack(const tc_params *m, const tc_load *l) {
  return (double)(l->count.local_values_out + l->count.remote_values_out) * m->pack_s;
}

static double unpack(const tc_params *m, const tc_load *l) {
  return (double)(l->count.local_values + l->count.remote_values) * m->unpack_s;
}

static double near(const tc_params *m, const tc_load *l) {
  const double put = (double)l->count.local_values_out, fetched = (double)l->count.local_block_values;
  return put * tc_params_curve(m, m->copy_s, 2.0 * word * put) +
         fetched * tc_params_curve(m, m->copy_s, working_set(l));
}

static double far(const tc_params *m, const tc_load *l) {
  const double values = (double)(l->count.remote_values_out + l->count.remote_block_values);
  return values > 0.0 ? values * word / m->exchange_bandwidth_Bps : 0.0;
}

static double single(const tc_params *m, const tc_load *l) {
  const tc_counts *t = &l->count;
  return (double)t->remote_individual * m->remote_latency_s +
         (double)(t->remote_messages + t->remote_blocks) * m->message_s;
}

static double barrier(const tc_params *m, int nodes) {
  return m->node_barrier_s + (nodes > 1 ? m->remote_barrier_s * ceil(log2(nodes)) : 0.0);
}

/* What every calibration measures. */
static bool knows_rows(const tc_params *m) {
  return m->working_set_B[0] > 0.0 && m->row4_s[0] > 0.0 && m->row16_s[0] > 0.0 && m->copy_s[0] > 0.0 &&
         m->pack_s > 0.0 && m->unpack_s > 0.0;
}

/* Barriers are not asked for: one that is not known, or too short to measure, counts as 0. */
static bool possible(const tc_params *m, const tc_load *l) {
  const tc_counts *t = &l->count;
  const bool remote = t->remote_messages + t->remote_blocks + t->remote_individual > 0;
  const bool pointers = m->pointer_row4_s[0] > 0.0 && m->pointer_row16_s[0] > 0.0;
  if (!knows_rows(m) || (t->pointer_rows > 0 && !pointers)) return false;
  return !remote || (m->exchange_bandwidth_Bps > 0.0 && m->message_s > 0.0 && m->remote_latency_s > 0.0);
}

const tc_model tc_model_refined = {
    .name = "refined",
    .summary =
        "caches, gathers, both directions of the network and barriers as well; needs a calibrated machine",
    .possible = possible,
    .pack = pack,
    .local_transfer = near,
    .remote_transfer = far,
    .remote_individual = single,
    .copy = copy,
    .unpack = unpack,
    .compute = compute,
    .barrier = barrier,
};
