/* A row of a coarse level belongs to the rank that owns the row with the same id on the level above, or to
 * the rank to which this rank passes its rows (multigrid/level_owners.h). The owners of all ids therefore are
 * one array, which is updated from level to level. */
#include "linear/hierarchy/virtual_levels.h"

#include "base/containers/array.h"
#include "base/containers/sort.h"
#include "base/core/memory.h"
#include "linear/multigrid/level_owners.h"

/* Rows of a level: id and columns, without values. */
typedef struct level_pattern {
  int32_t rows;
  tc_gid *id;      /* [rows] */
  int64_t *begin;  /* [rows + 1] */
  int32_t *column; /* [begin[rows]] */
} level_pattern;

struct tc_virtual_levels {
  int64_t rows_per_rank;
  int32_t cells; /* rows of the finest level */
  tc_multigrid_figures figures;
  level_pattern pattern[TC_MULTIGRID_LEVELS]; /* empty for the finest level */
  tc_pool memory;                             /* owns the arrays */
};

/* ---- creation ---- */

static tc_status store_level(void *self, int level, const tc_level_graph *graph, int exponent,
                             const tc_gid *aggregate) {
  tc_virtual_levels *v = self;
  level_pattern *p = &v->pattern[level];
  (void)exponent;
  (void)aggregate;
  if (level == 0) return TC_OK;
  p->rows = graph->rows;
  TC_TRY(TC_POOL_ARRAY(&v->memory, p->id, p->rows));
  TC_TRY(TC_POOL_ARRAY(&v->memory, p->begin, p->rows + 1));
  TC_TRY(TC_POOL_ARRAY(&v->memory, p->column, graph->begin[p->rows]));
  for (int32_t i = 0; i < p->rows; i++) p->id[i] = graph->id[i];
  for (int32_t i = 0; i <= p->rows; i++) p->begin[i] = graph->begin[i];
  for (int64_t k = 0; k < graph->begin[p->rows]; k++) p->column[k] = graph->column[k];
  return TC_OK;
}

tc_status tc_virtual_levels_create(const tc_linear_system *system, const tc_ell *R,
                                   const tc_multigrid_options *options, tc_virtual_levels **out) {
  tc_virtual_levels *v = NULL;
  TC_TRY(TC_ALLOC_ZERO(v, 1));
  v->rows_per_rank = options->rows_per_rank;
  v->cells = R->rows;
  const tc_multigrid_visitor visitor = {v, store_level};
  TC_RETURN_CREATED(tc_multigrid_visit_levels(system, R, options, &visitor, &v->figures), v,
                    tc_virtual_levels_destroy(&v), out);
}

void tc_virtual_levels_destroy(tc_virtual_levels **levels) { TC_POOL_DESTROY_OWNER(levels); }

/* ---- counts ---- */

/* Counts of a level on all ranks. */
typedef struct level_counts {
  int ranks;
  const int32_t *owner;     /* [cells] owner of each id that the level has */
  int32_t *ghosts, *peers;  /* [ranks] */
  int32_t *last;            /* [ranks] last column that each rank has as a ghost */
  TC_ARRAY(uint64_t) pairs; /* rank and peer of each ghost */
} level_counts;

/* Counts the ranks that read column `column` of another rank. The pattern is symmetric, so these are the
 * owners of the rows to which the column is coupled. */
static tc_status count_readers(const level_pattern *p, int32_t column, level_counts *c) {
  const int32_t own = c->owner[p->id[column]];
  for (int64_t k = p->begin[column]; k < p->begin[column + 1]; k++) {
    const int32_t rank = c->owner[p->id[p->column[k]]];
    if (rank == own || c->last[rank] == column) continue;
    c->last[rank] = column;
    c->ghosts[rank]++;
    const uint64_t pair = (uint64_t)rank << 32 | (uint32_t)own;
    TC_TRY(TC_ARRAY_ADD(&c->pairs, &pair));
  }
  return TC_OK;
}

/* Counts the different peers of each rank. */
static tc_status count_peers(level_counts *c) {
  int32_t *order = NULL;
  TC_TRY(TC_ALLOC(order, c->pairs.count));
  const tc_status status = tc_sort_by_long_key(c->pairs.count, c->pairs.item, order);
  for (int32_t k = 0; !status && k < c->pairs.count; k++) {
    const uint64_t pair = c->pairs.item[order[k]];
    if (k == 0 || pair != c->pairs.item[order[k - 1]]) c->peers[pair >> 32]++;
  }
  tc_free(order);
  return status;
}

static tc_status count_level(const level_pattern *p, level_counts *c, tc_multigrid_level *level) {
  c->pairs.count = 0;
  for (int r = 0; r < c->ranks; r++) {
    c->ghosts[r] = c->peers[r] = 0;
    c->last[r] = -1;
  }
  for (int32_t i = 0; i < p->rows; i++) TC_TRY(count_readers(p, i, c));
  TC_TRY(count_peers(c));
  level->ghosts = level->peers = 0;
  for (int r = 0; r < c->ranks; r++) {
    if (c->ghosts[r] > level->ghosts) level->ghosts = c->ghosts[r];
    if (c->peers[r] > level->peers) level->peers = c->peers[r];
  }
  return TC_OK;
}

/* Passes the rows of a level to its ranks, whose number is level->ranks. */
static void pass_rows(const level_pattern *p, int world_ranks, int ranks, int32_t *owner) {
  const tc_level_owners owners = {world_ranks, ranks};
  for (int32_t i = 0; i < p->rows; i++) owner[p->id[i]] = tc_level_owners_target(owners, owner[p->id[i]]);
}

/* `owner` is changed from level to level. */
static tc_status count_levels(const tc_virtual_levels *v, int32_t *owner, level_counts *c,
                              tc_multigrid_figures *out) {
  tc_level_owners owners = {c->ranks, c->ranks};
  TC_TRY(TC_ALLOC(c->ghosts, c->ranks));
  TC_TRY(TC_ALLOC(c->peers, c->ranks));
  TC_TRY(TC_ALLOC(c->last, c->ranks));
  out->level[0].ranks = c->ranks;
  for (int l = 1; l < out->levels; l++) {
    owners = tc_level_owners_choose(owners, out->level[l].rows, v->rows_per_rank);
    out->level[l].ranks = owners.ranks;
    pass_rows(&v->pattern[l], c->ranks, owners.ranks, owner);
    TC_TRY(count_level(&v->pattern[l], c, &out->level[l]));
  }
  return TC_OK;
}

tc_status tc_virtual_levels_distribute(const tc_virtual_levels *v, int ranks, const int32_t *owner,
                                       tc_multigrid_figures *out) {
  int32_t *current = NULL;
  *out = v->figures;
  TC_TRY(TC_ALLOC(current, v->cells));
  for (int32_t i = 0; i < v->cells; i++) current[i] = owner[i];
  level_counts c = {.ranks = ranks, .owner = current};
  const tc_status status = count_levels(v, current, &c, out);
  TC_ARRAY_FREE(&c.pairs);
  tc_free(c.ghosts);
  tc_free(c.peers);
  tc_free(c.last);
  tc_free(current);
  return status;
}
