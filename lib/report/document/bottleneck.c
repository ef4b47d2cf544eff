/* Sentence about the bottleneck of a measured step. The tables write it for the slowest rank or the fastest
 * strategy. The sentence names the largest part of the step, then its cause: bandwidth compared with STREAM,
 * messages and bytes, or cells and boundary data. If there are several ranks, imbalance and waiting follow.
 * Not collective. */
#include <stdio.h>

#include "base/core/print.h"
#include "model/models/model_paper.h"
#include "report/document/report_text.h"

enum { clause_size = 128 };

/* A product counts as bound by memory if it uses more than this share of the bandwidth of STREAM. */
static const double bound = 0.6;

/* Waiting is reported if it exceeds this share of a step. */
static const double matters_from = 0.1;

/* Returns the number of the phase with the most seconds. */
static int largest_part(const tc_seconds *parts) {
  int largest = 0;
  for (int p = 1; p < TC_PHASE_COUNT; p++)
    if (parts->by_index[p] > parts->by_index[largest]) largest = p;
  return largest;
}

/* Returns the seconds of all phases in which a rank works on its rows. */
static double work_s(const tc_seconds *s) {
  return s->compute + s->vector + s->precond + s->boundary + s->source;
}

/* Returns the imbalance of the work on rows: the maximum over the ranks divided by the mean. */
static double work_imbalance(const tc_result *result) {
  double sum = 0.0, most = 0.0;
  for (int r = 0; r < result->ranks; r++) {
    const double work = work_s(&result->measured[r].ledger.seconds);
    sum += work;
    if (work > most) most = work;
  }
  return sum > 0.0 ? most * result->ranks / sum : 1.0;
}

/* Returns the measured waiting time of a rank divided by the time of its step, as the maximum over the
 * ranks. */
static double most_waiting(const tc_result *result) {
  double most = 0.0;
  for (int r = 0; r < result->ranks; r++) {
    const tc_measurement *m = &result->measured[r];
    if (m->ledger.seconds.wait > most * m->total_s) most = m->ledger.seconds.wait / m->total_s;
  }
  return most;
}

/* Formats the bandwidth of a product, the bandwidth of STREAM, and the cause of the difference. The bandwidth
 * of a product is the bytes of equation (6) of Lagraviere et al. 2019 divided by the measured time. */
static void format_compute(const tc_report *report, const tc_result *result, const tc_measurement *m,
                           char *out) {
  tc_params machine = report->machine;
  const double cached_Bps = tc_params_cached_Bps(&machine);
  if (cached_Bps > 0.0) machine.private_bandwidth_Bps = cached_Bps;
  const double stream_Bps = machine.private_bandwidth_Bps;
  if (!(stream_Bps > 0.0)) return;
  const tc_format *storage = result->storage ? result->storage : tc_format_at(0);
  const int64_t made = m->ledger.work.products + m->ledger.work.adjoint_products, products = made ? made : 1;
  const double used = (double)products * tc_paper_compute_s(&machine, m->rows, report->width, storage) /
                      m->ledger.seconds.compute;
  const bool single = m->ledger.count.local_individual + m->ledger.count.remote_individual > 0;
  const char *how = report->in_cache ? "served by the caches" : "bound by memory";
  if (used <= bound) how = single ? "slowed by single reads" : "not bound by memory";
  tc_snprintf(out, clause_size, ", %s: %.3g GB/s a rank, STREAM %.3g", how, 1e-9 * used * stream_Bps,
              1e-9 * stream_Bps);
}

/* Formats the number of single reads, blocks or messages of the transfers between nodes. */
static void format_transfer(const tc_measurement *m, char *out) {
  const tc_counts *t = &m->ledger.count;
  if (t->remote_individual > 0)
    snprintf(out, clause_size, ", %lld single reads from other nodes", (long long)t->remote_individual);
  else if (t->remote_blocks > 0)
    tc_snprintf(out, clause_size, ", %lld blocks (%.3g MB) from other nodes", (long long)t->remote_blocks,
                8e-6 * (double)t->remote_block_values);
  else if (t->remote_messages > 0)
    tc_snprintf(out, clause_size, ", %lld messages (%.3g MB) to other nodes", (long long)t->remote_messages,
                8e-6 * (double)t->remote_values_out);
  else
    snprintf(out, clause_size, ", copying inside the node");
}

/* Formats the number of cells with a source and the time of each, or the number of boundary data and the
 * number of rows that boundary data change. */
static void format_forcing(const tc_measurement *m, int part, char *out) {
  const tc_counts *t = &m->ledger.count;
  if (part == TC_PHASE_source)
    tc_snprintf(out, clause_size, ", %.3g ns in each of %lld cells",
                1e9 * m->ledger.seconds.source / (double)t->source_cells, (long long)t->source_cells);
  else
    snprintf(out, clause_size, ", %lld boundary data evaluated, %lld rows changed",
             (long long)t->boundary_data, (long long)t->boundary_rows);
}

void tc_result_bottleneck(const tc_report *report, const tc_result *result, char *out, size_t size) {
  char clause[clause_size] = "";
  const int slowest = tc_result_slowest(result, report->model);
  out[0] = '\0';
  if (result->dry_run || slowest < 0 || !(result->measured[slowest].total_s > 0.0)) return;
  const tc_measurement *m = &result->measured[slowest];
  const tc_seconds *parts = &m->ledger.seconds;
  const int part = largest_part(parts);
  if (part == TC_PHASE_compute) format_compute(report, result, m, clause);
  if (part == TC_PHASE_transfer) format_transfer(m, clause);
  if (part == TC_PHASE_boundary || part == TC_PHASE_source) format_forcing(m, part, clause);
  if (part == TC_PHASE_wait) snprintf(clause, sizeof clause, ", for barriers and messages");
  if (part == TC_PHASE_vector) snprintf(clause, sizeof clause, ", updates and dot products of the solver");
  if (part == TC_PHASE_reduce) snprintf(clause, sizeof clause, ", global sums, waiting included");
  int at = tc_snprintf(out, size, "%s takes %.0f %% of the %s%s", tc_phase_name(part),
                       100.0 * parts->by_index[part] / m->total_s, tc_report_step_noun(report), clause);
  if (result->ranks > 1 && at < (int)size)
    at += tc_snprintf(out + at, size - (size_t)at, "; imbalance %.2f", work_imbalance(result));
  if (most_waiting(result) > matters_from && at < (int)size)
    tc_snprintf(out + at, size - (size_t)at, ", the fastest rank waits %.0f %%",
                100.0 * most_waiting(result));
}
