/* Distribution of the levels over virtual ranks. A row of a coarse level belongs to the rank that owns the
 * row with the same id on the next finer level, or to the rank to which this rank passes its rows
 * (multigrid/level_owners.h). The owners of all ids on one level therefore determine the owners on the next
 * coarser level. */
#include "linear/hierarchy/virtual_levels.h"

#include <string.h>

#include "base/containers/array.h"
#include "base/containers/sort.h"
#include "base/core/memory.h"
#include "linear/multigrid/level_owners.h"

/* Lists of the rows of a level. Row i has the items begin[i] .. begin[i+1]-1. */
typedef struct row_lists {
  int64_t *begin; /* [rows + 1]; NULL if the lists are not stored */
  int32_t *item;  /* [begin[rows]] */
} row_lists;

/* Rows of a level, without values. */
typedef struct level_pattern {
  int32_t rows;
  int32_t *id;         /* [rows] id of each row */
  row_lists couplings; /* columns of each row; not stored for the finest level */
  row_lists coarse; /* columns of the prolongation from the next level; not stored for the coarsest level */
} level_pattern;

struct tc_virtual_levels {
  int degree;
  int64_t rows_per_rank;
  int32_t cells; /* rows of the finest level */
  tc_multigrid_figures figures;
  level_pattern pattern[TC_MULTIGRID_LEVELS];
  tc_pool memory; /* owns the arrays */
};

/* ---- creation of the levels ---- */

static tc_status store_lists(tc_pool *memory, int32_t rows, const int64_t *begin, const int32_t *item,
                             row_lists *out) {
  TC_TRY(TC_POOL_ARRAY(memory, out->begin, (int64_t)rows + 1));
  TC_TRY(TC_POOL_ARRAY(memory, out->item, begin[rows]));
  for (int32_t i = 0; i <= rows; i++) out->begin[i] = begin[i];
  for (int64_t k = 0; k < begin[rows]; k++) out->item[k] = item[k];
  return TC_OK;
}

static tc_status store_level(void *self, int level, const tc_level_graph *graph, int exponent,
                             const tc_gid *aggregate, const tc_transfer *transfer) {
  tc_virtual_levels *v = self;
  level_pattern *p = &v->pattern[level];
  (void)exponent;
  (void)aggregate;
  p->rows = graph->rows;
  TC_TRY(TC_POOL_ARRAY(&v->memory, p->id, p->rows));
  for (int32_t i = 0; i < p->rows; i++) p->id[i] = (int32_t)graph->id[i];
  if (level > 0) TC_TRY(store_lists(&v->memory, p->rows, graph->begin, graph->column, &p->couplings));
  if (!transfer) return TC_OK;
  const tc_transfer_rows *rows = &transfer->prolongation;
  return store_lists(&v->memory, p->rows, rows->begin, rows->column, &p->coarse);
}

tc_status tc_virtual_levels_create(const tc_linear_system *system, const tc_ell *R,
                                   const tc_multigrid_options *options, tc_virtual_levels **out) {
  tc_virtual_levels *v = NULL;
  TC_TRY(TC_ALLOC_ZERO(v, 1));
  v->degree = options->smoothing;
  v->rows_per_rank = options->rows_per_rank;
  v->cells = R->rows;
  const tc_multigrid_visitor visitor = {v, store_level};
  TC_RETURN_CREATED(tc_multigrid_visit_levels(system, R, options, &visitor, &v->figures), v,
                    tc_virtual_levels_destroy(&v), out);
}

void tc_virtual_levels_destroy(tc_virtual_levels **levels) { TC_POOL_DESTROY_OWNER(levels); }

/* ---- counts of a level ---- */

/* Counts of a level on one rank. */
typedef struct rank_counts {
  int64_t rows;
  int32_t ghosts;
  int peers;
  int32_t last; /* last row or column that was counted for the rank, so that none is counted twice */
  tc_cycle_counts iterate, residual, correction; /* messages of one exchange of each kind */
} rank_counts;

typedef TC_ARRAY(uint64_t) pair_list;

typedef struct counting {
  const tc_virtual_levels *levels;
  const tc_virtual_distribution *where;
  int32_t *owner, *coarse_owner; /* [cells] owners of the ids of a level and of the next one */
  rank_counts *rank;             /* [ranks] counts of the current level on each rank */
  tc_cycle_counts *total;        /* [ranks] messages of a cycle on the levels counted so far */
  pair_list ranks, items;        /* pairs of two ranks, and of a rank and a coarse row */
  const level_pattern *next;     /* the next coarser level */
} counting;

static void add_values(const counting *c, int from, int to, int64_t values, tc_cycle_counts *out) {
  out->values += values;
  if (c->where->node_of_rank[from] != c->where->node_of_rank[to]) out->remote_values += values;
}

static void add_message(const counting *c, int from, int to, tc_cycle_counts *out) {
  out->messages++;
  out->remote_messages += c->where->node_of_rank[from] != c->where->node_of_rank[to];
}

static tc_status add_pair(pair_list *list, int32_t first, int32_t second) {
  const uint64_t pair = (uint64_t)first << 32 | (uint32_t)second;
  return TC_ARRAY_ADD(list, &pair);
}

/* Calls a function for each different pair, and empties the list. */
static tc_status visit_pairs(counting *c, pair_list *list, void (*visit)(counting *, int32_t, int32_t)) {
  int32_t *order = NULL;
  TC_TRY(TC_ALLOC(order, list->count));
  const tc_status status = tc_sort_by_long_key(list->count, list->item, order);
  for (int32_t k = 0; !status && k < list->count; k++) {
    const uint64_t pair = list->item[order[k]];
    if (k == 0 || pair != list->item[order[k - 1]]) visit(c, (int32_t)(pair >> 32), (int32_t)(uint32_t)pair);
  }
  list->count = 0;
  tc_free(order);
  return status;
}

static void clear_last(counting *c) {
  for (int r = 0; r < c->where->ranks; r++) c->rank[r].last = -1;
}

/* ---- messages that exchange ghosts ---- */

static void count_peer(counting *c, int32_t reader, int32_t own) {
  c->rank[reader].peers++;
  add_message(c, own, reader, &c->rank[own].iterate);
}

/* Counts the other ranks that read the value of row `column`. The pattern is symmetric, so these ranks own
 * the rows to which this row is coupled. */
static tc_status count_readers(counting *c, const level_pattern *p, int32_t column) {
  const int32_t own = c->owner[p->id[column]];
  for (int64_t k = p->couplings.begin[column]; k < p->couplings.begin[column + 1]; k++) {
    const int32_t reader = c->owner[p->id[p->couplings.item[k]]];
    if (reader == own || c->rank[reader].last == column) continue;
    c->rank[reader].last = column;
    c->rank[reader].ghosts++;
    add_values(c, own, reader, 1, &c->rank[own].iterate);
    TC_TRY(add_pair(&c->ranks, reader, own));
  }
  return TC_OK;
}

static tc_status count_halo(counting *c, const level_pattern *p) {
  clear_last(c);
  for (int32_t i = 0; i < p->rows; i++) TC_TRY(count_readers(c, p, i));
  return visit_pairs(c, &c->ranks, count_peer);
}

/* Sets the counts of the halo of the finest level. It is the halo of a product, whose counts the caller has
 * passed. */
static void count_finest_halo(counting *c) {
  for (int r = 0; r < c->where->ranks; r++) {
    const tc_counts *product = &c->where->product[r];
    c->rank[r].ghosts = (int32_t)(product->local_values + product->remote_values);
    c->rank[r].peers = (int)(product->local_messages + product->remote_messages);
    c->rank[r].iterate = (tc_cycle_counts){product->local_messages + product->remote_messages,
                                           product->local_values_out + product->remote_values_out,
                                           product->remote_messages, product->remote_values_out};
  }
}

/* Counts the messages of a direct solution: each rank with rows sends all of them to every other rank with
 * rows. No ghosts are exchanged. */
static void count_direct(counting *c) {
  for (int from = 0; from < c->where->ranks; from++) {
    rank_counts *rank = &c->rank[from];
    rank->iterate = (tc_cycle_counts){0, 0, 0, 0};
    for (int to = 0; to < c->where->ranks && rank->rows > 0; to++) {
      if (to == from || c->rank[to].rows == 0) continue;
      add_message(c, from, to, &rank->iterate);
      add_values(c, from, to, rank->rows, &rank->iterate);
    }
  }
}

/* ---- messages of the transfers between levels ---- */

static void count_transfer_messages(counting *c, int32_t fine, int32_t coarse) {
  add_message(c, fine, coarse, &c->rank[fine].residual);
  add_message(c, coarse, fine, &c->rank[coarse].correction);
}

static void count_correction(counting *c, int32_t fine, int32_t item) {
  const int32_t owner = c->coarse_owner[c->next->id[item]];
  add_values(c, owner, fine, 1, &c->rank[owner].correction);
}

/* Counts the residual that the owner of a row sends to the owners of coarse rows, and the corrections that it
 * receives from them. */
static tc_status count_row_transfer(counting *c, const level_pattern *p, int32_t i) {
  const int32_t own = c->owner[p->id[i]];
  for (int64_t k = p->coarse.begin[i]; k < p->coarse.begin[i + 1]; k++) {
    const int32_t item = p->coarse.item[k], to = c->coarse_owner[c->next->id[item]];
    if (to == own) continue;
    TC_TRY(add_pair(&c->items, own, item));
    if (c->rank[to].last == i) continue;
    c->rank[to].last = i;
    add_values(c, own, to, 1, &c->rank[own].residual);
    TC_TRY(add_pair(&c->ranks, own, to));
  }
  return TC_OK;
}

static tc_status count_transfer(counting *c, const level_pattern *p) {
  c->next = p + 1;
  clear_last(c);
  for (int32_t i = 0; i < p->rows; i++) TC_TRY(count_row_transfer(c, p, i));
  TC_TRY(visit_pairs(c, &c->ranks, count_transfer_messages));
  return visit_pairs(c, &c->items, count_correction);
}

/* ---- totals and distribution of the levels ---- */

static void set_larger(int64_t value, int64_t *largest) {
  if (value > *largest) *largest = value;
}

static void set_larger_counts(const tc_cycle_counts *counts, tc_cycle_counts *largest) {
  set_larger(counts->messages, &largest->messages);
  set_larger(counts->values, &largest->values);
  set_larger(counts->remote_messages, &largest->remote_messages);
  set_larger(counts->remote_values, &largest->remote_values);
}

/* Sets the figures of a level to the largest counts of any rank, and adds its messages to the totals. */
static void end_level(counting *c, int sweeps, tc_multigrid_level *level) {
  level->rank_rows = 0;
  level->ghosts = level->peers = 0;
  level->cycle = (tc_cycle_counts){0, 0, 0, 0};
  for (int r = 0; r < c->where->ranks; r++) {
    const rank_counts *rank = &c->rank[r];
    tc_cycle_counts cycle = {0, 0, 0, 0};
    tc_cycle_counts_add(&cycle, sweeps, &rank->iterate);
    tc_cycle_counts_add(&cycle, 1, &rank->residual);
    tc_cycle_counts_add(&cycle, 1, &rank->correction);
    tc_cycle_counts_add(&c->total[r], 1, &cycle);
    set_larger(rank->rows, &level->rank_rows);
    if (rank->ghosts > level->ghosts) level->ghosts = rank->ghosts;
    if (rank->peers > level->peers) level->peers = rank->peers;
    set_larger_counts(&cycle, &level->cycle);
  }
}

/* Finds the rank that owns each row of the next coarser level. */
static void find_coarse_owners(counting *c, const level_pattern *next, int ranks) {
  const tc_level_owners owners = {c->where->ranks, ranks};
  memcpy(c->coarse_owner, c->owner, (size_t)c->levels->cells * sizeof *c->owner);
  for (int32_t i = 0; i < next->rows; i++)
    c->coarse_owner[next->id[i]] = tc_level_owners_target(owners, c->owner[next->id[i]]);
}

static tc_status count_level(counting *c, int l, tc_multigrid_figures *out) {
  const level_pattern *p = &c->levels->pattern[l];
  const bool has_coarser = l < out->levels - 1, is_direct = !strcmp(out->level[l].aggregation, "direct");
  memset(c->rank, 0, (size_t)c->where->ranks * sizeof *c->rank);
  for (int32_t i = 0; i < p->rows; i++) c->rank[c->owner[p->id[i]]].rows++;
  if (l > 0) TC_TRY(count_halo(c, p));
  if (l == 0) count_finest_halo(c);
  if (is_direct) count_direct(c);
  if (has_coarser) {
    find_coarse_owners(c, p + 1, out->level[l + 1].ranks);
    TC_TRY(count_transfer(c, p));
  }
  end_level(c, is_direct ? 1 : tc_cycle_level_sweep_exchanges(c->levels->degree, has_coarser),
            &out->level[l]);
  int32_t *const owner = c->owner;
  c->owner = c->coarse_owner;
  c->coarse_owner = owner;
  return TC_OK;
}

/* Chooses the number of ranks of each level. */
static void choose_ranks(const tc_virtual_levels *v, int ranks, tc_multigrid_figures *out) {
  tc_level_owners owners = {ranks, ranks};
  out->level[0].ranks = ranks;
  for (int l = 1; l < out->levels; l++) {
    owners = tc_level_owners_choose(owners, out->level[l].rows, v->rows_per_rank);
    out->level[l].ranks = owners.ranks;
  }
}

static tc_status count_levels(counting *c, tc_multigrid_figures *out) {
  const int32_t cells = c->levels->cells;
  TC_TRY(TC_ALLOC(c->owner, cells));
  TC_TRY(TC_ALLOC(c->coarse_owner, cells));
  TC_TRY(TC_ALLOC(c->rank, c->where->ranks));
  TC_TRY(TC_ALLOC_ZERO(c->total, c->where->ranks));
  memcpy(c->owner, c->where->owner, (size_t)cells * sizeof *c->owner);
  choose_ranks(c->levels, c->where->ranks, out);
  for (int l = 0; l < out->levels; l++) TC_TRY(count_level(c, l, out));
  out->cycle = (tc_cycle_counts){0, 0, 0, 0};
  for (int r = 0; r < c->where->ranks; r++) set_larger_counts(&c->total[r], &out->cycle);
  return TC_OK;
}

tc_status tc_virtual_levels_distribute(const tc_virtual_levels *v, const tc_virtual_distribution *where,
                                       tc_multigrid_figures *out) {
  counting c = {.levels = v, .where = where};
  *out = v->figures;
  const tc_status status = count_levels(&c, out);
  TC_ARRAY_FREE(&c.ranks);
  TC_ARRAY_FREE(&c.items);
  tc_free(c.owner);
  tc_free(c.coarse_owner);
  tc_free(c.rank);
  tc_free(c.total);
  return status;
}
