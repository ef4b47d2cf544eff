/* Sentence about the bottleneck of a measured step. The tables write this sentence for the slowest rank of a
 * run or of the fastest strategy. The sentence names the phase that takes the largest part of the step, then
 * its cause: bandwidth compared with STREAM, messages and bytes, or cells and boundary data. If there are
 * several ranks, imbalance and waiting follow. Not collective. */
#include <stdio.h>

#include "base/core/print.h"
#include "model/models/model_paper.h"
#include "report/document/report_text.h"

enum { clause_size = 128 };

/* A product is regarded as bound by memory if it uses more than this share of the bandwidth that the
 * benchmark STREAM measures. */
static const double memory_bound_share = 0.6;

/* Waiting is reported if it exceeds this share of a step. */
static const double min_waiting_share = 0.1;

static int find_largest_phase(const tc_seconds *parts) {
  int largest = 0;
  for (int p = 1; p < TC_PHASE_COUNT; p++)
    if (parts->by_index[p] > parts->by_index[largest]) largest = p;
  return largest;
}

/* Returns the seconds of all phases in which a rank works on its rows. */
static double work_s(const tc_seconds *s) {
  return s->compute + s->vector + s->precond + s->boundary + s->source;
}

/* Returns the imbalance of the work on rows: the longest time of a rank divided by the mean over the
 * ranks. */
static double compute_work_imbalance(const tc_result *result) {
  double sum = 0.0, largest = 0.0;
  for (int r = 0; r < result->ranks; r++) {
    const double work = work_s(&result->measured[r].ledger.seconds);
    sum += work;
    if (work > largest) largest = work;
  }
  return sum > 0.0 ? largest * result->ranks / sum : 1.0;
}

/* Each rank measures the time that it waits in a step. Returns the maximum over the ranks of this time
 * divided by the time of the step. */
static double compute_max_waiting_share(const tc_result *result) {
  double largest = 0.0;
  for (int r = 0; r < result->ranks; r++) {
    const tc_measurement *m = &result->measured[r];
    if (m->ledger.seconds.wait > largest * m->total_s) largest = m->ledger.seconds.wait / m->total_s;
  }
  return largest;
}

/* Returns the number of matrix-vector products of a step. */
static int64_t count_products(const tc_result *result, const tc_measurement *m) {
  const int64_t solver = m->ledger.work.products + m->ledger.work.adjoint_products;
  if (solver > 0) return solver;
  return result->stages > 0 ? result->stages : 1;
}

/* Writes the cause if the phase compute is the largest. The bandwidth of a product is the number of bytes
 * from equation (6) of Lagraviere et al. 2019, divided by the measured time. These bytes do not include the
 * vectors with which a stabilised explicit method combines the products of the RK stages. */
static void format_compute_cause(const tc_report *report, const tc_result *result, const tc_measurement *m,
                                 char *out) {
  tc_params machine = report->machine;
  const double cached_Bps = tc_params_cached_Bps(&machine);
  if (cached_Bps > 0.0) machine.private_bandwidth_Bps = cached_Bps;
  const double stream_Bps = machine.private_bandwidth_Bps;
  if (!(stream_Bps > 0.0)) return;
  const tc_format *storage = result->storage ? result->storage : tc_format_at(0);
  const double bandwidth_share = (double)count_products(result, m) *
                                 tc_paper_compute_s(&machine, m->rows, report->width, storage) /
                                 m->ledger.seconds.compute;
  const bool has_single_reads = m->ledger.count.local_individual + m->ledger.count.remote_individual > 0;
  const char *cause = report->in_cache ? "limited by the caches" : "bound by memory";
  if (bandwidth_share <= memory_bound_share)
    cause = has_single_reads ? "slowed by single reads" : "not bound by memory";
  tc_snprintf(out, clause_size, ", %s: %.3g GB/s a rank, STREAM %.3g GB/s", cause,
              1e-9 * bandwidth_share * stream_Bps, 1e-9 * stream_Bps);
}

static void format_transfer_cause(const tc_measurement *m, char *out) {
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

static void format_forcing_cause(const tc_report *report, const tc_measurement *m, int part, char *out) {
  const tc_counts *t = &m->ledger.count;
  if (part == TC_PHASE_source)
    tc_snprintf(out, clause_size, ", %.3g ns in each of %lld cells",
                1e9 * m->ledger.seconds.source / (double)t->source_cells, (long long)t->source_cells);
  else
    snprintf(out, clause_size, ", %lld boundary data evaluated, %lld rows changed in each %s",
             (long long)t->boundary_data, (long long)t->boundary_rows, tc_report_step_noun(report));
}

void tc_result_bottleneck(const tc_report *report, const tc_result *result, char *out, size_t size) {
  char clause[clause_size] = "";
  const int slowest = tc_result_slowest(result, report->model);
  out[0] = '\0';
  if (result->dry_run || slowest < 0 || !(result->measured[slowest].total_s > 0.0)) return;
  const tc_measurement *m = &result->measured[slowest];
  const tc_seconds *parts = &m->ledger.seconds;
  const int part = find_largest_phase(parts);
  if (part == TC_PHASE_compute) format_compute_cause(report, result, m, clause);
  if (part == TC_PHASE_transfer) format_transfer_cause(m, clause);
  if (part == TC_PHASE_boundary || part == TC_PHASE_source) format_forcing_cause(report, m, part, clause);
  if (part == TC_PHASE_wait) snprintf(clause, sizeof clause, ", for barriers and messages");
  if (part == TC_PHASE_vector) snprintf(clause, sizeof clause, ", updates and dot products of the solver");
  if (part == TC_PHASE_reduce) snprintf(clause, sizeof clause, ", global sums, waiting included");
  /* Example of the sentence: compute takes 80 % of the step, bound by memory: 9.1 GB/s a rank, STREAM 10
   * GB/s; imbalance 1.16, the fastest rank waits 12 % */
  int at = tc_snprintf(out, size, "%s takes %.0f %% of the %s%s", tc_phase_name(part),
                       100.0 * parts->by_index[part] / m->total_s, tc_report_step_noun(report), clause);
  if (result->ranks > 1 && at < (int)size)
    at += tc_snprintf(out + at, size - (size_t)at, "; imbalance %.2f", compute_work_imbalance(result));
  if (compute_max_waiting_share(result) > min_waiting_share && at < (int)size)
    tc_snprintf(out + at, size - (size_t)at, ", the fastest rank waits %.0f %%",
                100.0 * compute_max_waiting_share(result));
}
