/* Counts of the strategies of Tetracast and of PARAISO's version HPF. This file counts the messages between
 * pairs of ranks from the sparsity pattern. Numbers of single reads and blocks come from
 * count/dry_run_counts.h. */
#include "model/paraiso/routine_internal.h"

/* ---- messages of values between pairs of ranks ---- */

/* Counts of the values that the current rank sends to each other rank. The arrays have an element for each
 * rank. */
typedef struct pair_counts {
  int64_t *values;   /* values that the current rank sends */
  int32_t *last_row; /* last row that was counted for each receiving rank, so that no row is counted twice; -1
                        if none was */
} pair_counts;

/* Counts the rows that `from` sends to each other rank: a row is sent to a rank that owns a neighbour. */
static void count_sent_rows(const tc_dry_run_layout *run, int from, pair_counts *c) {
  const tc_graph *graph = run->dual;
  for (int32_t i = 0; i < tc_distribution_owned(run->distribution, from); i++) {
    const int32_t vertex = run->order[tc_distribution_position(run->distribution, from, i)];
    for (int32_t e = graph->start[vertex]; e < graph->start[vertex + 1]; e++) {
      const int to = tc_distribution_owner(run->distribution, run->position[graph->adjacent[e]]);
      if (to == from || c->last_row[to] == i) continue;
      c->last_row[to] = i;
      c->values[to]++;
    }
  }
}

/* Adds one message to each rank that needs values. routine[0] is for ranks of the node of `from`, routine[1]
 * for all others. */
static void add_sent_rows(const tc_dry_run_layout *run, int from, pair_counts *c, tc_routine *routine[2]) {
  for (int to = 0; to < run->distribution->ranks; to++) {
    const bool is_remote = run->node_of_rank[from] != run->node_of_rank[to];
    if (c->values[to] > 0) tc_routine_add_messages(routine[is_remote], from, to, 1, c->values[to]);
    c->values[to] = 0;
    c->last_row[to] = -1;
  }
}

static bool is_two_sided(const tc_traffic *traffic) {
  for (int s = 0; s < traffic->schedule->stages; s++)
    if (traffic->schedule->stage[s].two_sided) return true;
  return false;
}

static tc_status count_exchange(const tc_traffic *traffic, const tc_dry_run_layout *run, tc_pool *memory,
                                tc_routine_version *out) {
  const bool two_sided = is_two_sided(traffic);
  tc_routine *routine[2];
  pair_counts c;
  TC_TRY(
      tc_routine_append("ghosts in a node", two_sided ? "MPI_Startall" : "memcpy", memory, out, &routine[0]));
  TC_TRY(tc_routine_append("ghosts between nodes", two_sided ? "MPI_Startall" : "MPI_Put", memory, out,
                           &routine[1]));
  TC_TRY(TC_POOL_ARRAY_ZERO(memory, c.values, out->ranks));
  TC_TRY(TC_POOL_ARRAY(memory, c.last_row, out->ranks));
  for (int rank = 0; rank < out->ranks; rank++) c.last_row[rank] = -1;
  for (int from = 0; from < out->ranks; from++) {
    count_sent_rows(run, from, &c);
    add_sent_rows(run, from, &c, routine);
  }
  return TC_OK;
}

/* ---- single reads, blocks and barriers ---- */

/* Kind of reads: names for the report, and the counts of a rank's operations and of the values that these
 * fetch. */
typedef struct read_kind {
  const char *name, *call;
  int messages, doubles; /* indices of the counts (base/ledger/counts.def) with the numbers of operations and
                            of values */
} read_kind;

static const read_kind read_kinds[] =
    {{"single values in a node", "load", TC_COUNT_local_individual, TC_COUNT_local_individual},
     {"single values between nodes", "MPI_Get", TC_COUNT_remote_individual, TC_COUNT_remote_individual},
     {"blocks in a node", "memcpy", TC_COUNT_local_blocks, TC_COUNT_local_block_values},
     {"blocks between nodes", "MPI_Get", TC_COUNT_remote_blocks, TC_COUNT_remote_block_values}};
static const read_kind batches = {"batches between nodes", "MPI_Get", TC_COUNT_remote_batches,
                                  TC_COUNT_remote_individual};

static bool has_any(int ranks, const tc_counts *count, int k) {
  for (int rank = 0; rank < ranks; rank++)
    if (count[rank].by_index[k] > 0) return true;
  return false;
}

/* Adds a routine of single reads or blocks. Both directions are counted for the reading rank, because the
 * owner of the values does nothing. */
static tc_status add_reads(const read_kind *kind, const tc_counts *count, tc_pool *memory,
                           tc_routine_version *out) {
  tc_routine *r;
  TC_TRY(tc_routine_append(kind->name, kind->call, memory, out, &r));
  for (int rank = 0; rank < out->ranks; rank++)
    for (int d = 0; d < TC_MESSAGE_DIRECTIONS; d++)
      tc_routine_add_load(r, rank, d, count[rank].by_index[kind->messages],
                          count[rank].by_index[kind->doubles]);
  return TC_OK;
}

static tc_status count_reads(const tc_counts *count, tc_pool *memory, tc_routine_version *out) {
  for (size_t k = 0; k < sizeof read_kinds / sizeof *read_kinds; k++) {
    const read_kind *kind = &read_kinds[k];
    if (!has_any(out->ranks, count, kind->messages)) continue;
    if (kind->messages == TC_COUNT_remote_individual && has_any(out->ranks, count, batches.messages))
      kind = &batches;
    TC_TRY(add_reads(kind, count, memory, out));
  }
  return TC_OK;
}

/* Adds the barriers of a product. A barrier moves no values, so this routine has calls but no messages. */
static tc_status add_barriers(const tc_counts *count, tc_pool *memory, tc_routine_version *out) {
  tc_routine *r;
  if (out->ranks == 1 || count[0].barriers == 0) return TC_OK;
  TC_TRY(tc_routine_append("barriers", "MPI_Barrier", memory, out, &r));
  r->calls = count[0].barriers;
  return TC_OK;
}

/* ---- strategies ---- */

/* Counts the rows, entries and FLOPs of each rank for strategies in which each rank multiplies with its own
 * rows. */
static void count_own_rows(const tc_dry_run_layout *run, tc_routine_version *out) {
  for (int rank = 0; rank < out->ranks; rank++) {
    out->rows[rank] = out->entries[rank] = tc_distribution_owned(run->distribution, rank);
    for (int32_t i = 0; i < out->rows[rank]; i++) {
      const int32_t vertex = run->order[tc_distribution_position(run->distribution, rank, i)];
      out->entries[rank] += run->dual->start[vertex + 1] - run->dual->start[vertex];
    }
    out->product_flops[rank] = 2 * out->entries[rank];
  }
}

static tc_status count_own(const tc_traffic *traffic, const tc_dry_run_layout *run, tc_pool *memory,
                           tc_routine_version *out) {
  tc_counts *count;
  count_own_rows(run, out);
  if (traffic->is_uncounted) return TC_OK;
  TC_TRY(TC_POOL_ARRAY(memory, count, out->ranks));
  TC_TRY(tc_dry_run_count_strategies(run, 1, traffic, count, NULL));
  if (has_any(out->ranks, count, TC_COUNT_local_messages) ||
      has_any(out->ranks, count, TC_COUNT_remote_messages))
    TC_TRY(count_exchange(traffic, run, memory, out));
  TC_TRY(count_reads(count, memory, out));
  return add_barriers(count, memory, out);
}

tc_status tc_routine_count_strategy(const char *name, const tc_traffic *traffic, const tc_dry_run_layout *run,
                                    tc_pool *memory, tc_routine_version *out) {
  tc_dry_run_layout rows = *run;
  rows.rings = 1;
  rows.width = 0;
  TC_TRY(tc_routine_version_init(name, run->distribution->ranks, memory, out));
  return traffic->count_all_ranks ? tc_routine_count_grid(&rows, false, memory, out)
                                  : count_own(traffic, &rows, memory, out);
}

/* ---- HPF ---- */

/* HPF's BLOCK distribution of `size` elements. Each processor has `block` consecutive elements, and the last
 * processors may have fewer or none. */
typedef struct block_distribution {
  int64_t size, block;
} block_distribution;

static block_distribution divide_blocks(int64_t size, int ranks) {
  return (block_distribution){size, (size + ranks - 1) / ranks};
}

static int64_t count_block(block_distribution d, int rank) {
  const int64_t remaining = d.size - rank * d.block;
  return remaining <= 0 ? 0 : remaining < d.block ? remaining : d.block;
}

/* Adds a message from each processor to processor 0 if `gathers` is true, else from processor 0 to each
 * processor. */
static void add_central(block_distribution d, bool gathers, int ranks, tc_routine *r) {
  for (int rank = 1; rank < ranks; rank++) {
    const int64_t doubles = count_block(d, rank);
    if (doubles > 0) tc_routine_add_messages(r, gathers ? rank : 0, gathers ? 0 : rank, 1, doubles);
  }
}

/* Adds two communications of the HPF program (Figure 3 of the paper). In line 15, processor 0 sends x_j to
 * the owner of the first entry of column j. In line 16, a processor whose entries begin within a column
 * receives one value from the previous processor. */
static tc_status add_columns(const tc_graph *graph, block_distribution entries, tc_routine *first,
                             tc_routine *prefix, tc_pool *memory, tc_routine_version *out) {
  int64_t *values, begin = 0;
  TC_TRY(TC_POOL_ARRAY_ZERO(memory, values, out->ranks));
  for (int32_t j = 0; j < graph->vertices; j++) {
    const int64_t end = begin + graph->start[j + 1] - graph->start[j] + 1;
    values[begin / entries.block]++;
    for (int64_t rank = begin / entries.block + 1; rank * entries.block < end; rank++)
      tc_routine_add_messages(prefix, (int)rank - 1, (int)rank, 1, 1);
    begin = end;
  }
  for (int rank = 1; rank < out->ranks; rank++)
    if (values[rank] > 0) tc_routine_add_messages(first, 0, rank, 1, values[rank]);
  return TC_OK;
}

tc_status tc_routine_count_hpf(const tc_dry_run_layout *run, tc_pool *memory, tc_routine_version *out) {
  const tc_graph *graph = run->dual;
  const int ranks = run->distribution->ranks;
  const block_distribution rows = divide_blocks(graph->vertices, ranks),
                           entries =
                               divide_blocks((int64_t)graph->start[graph->vertices] + graph->vertices, ranks);
  tc_routine *r, *prefix;
  TC_TRY(tc_routine_version_init("HPF", ranks, memory, out));
  out->is_bitwise = false;
  TC_TRY(tc_routine_append("line 15: x to processor 0", "HPF", memory, out, &r));
  add_central(rows, true, ranks, r);
  TC_TRY(tc_routine_append("line 15: x to columns", "HPF", memory, out, &r));
  TC_TRY(tc_routine_append("line 16: prefix (assumed)", "HPF", memory, out, &prefix));
  TC_TRY(add_columns(graph, entries, r, prefix, memory, out));
  TC_TRY(tc_routine_append("line 18: products to 0 (assumed)", "HPF", memory, out, &r));
  add_central(entries, true, ranks, r);
  TC_TRY(tc_routine_append("line 18: y from 0 (assumed)", "HPF", memory, out, &r));
  add_central(rows, false, ranks, r);
  for (int rank = 0; rank < ranks; rank++) {
    out->rows[rank] = count_block(rows, rank);
    out->product_flops[rank] = out->entries[rank] = count_block(entries, rank);
  }
  out->product_flops[0] += entries.size; /* processor 0 adds all products a_ij x_j */
  return TC_OK;
}
