/* Contraction of a graph. The owners number their aggregates (coarse_rows.c). Members whose aggregate belongs
 * to another rank are sent to that rank (member_records.c). Each rank then adds the members of each aggregate
 * that it owns (contraction_merge.c). Aggregates of this rank have their local number as coarse column, and
 * aggregates of other ranks a provisional column. The halo is created last, because it contains only those
 * aggregates of other ranks that some coarse row reads. */
#include "linear/multigrid/contraction.h"

#include "base/containers/sort.h"
#include "base/core/memory.h"
#include "linear/multigrid/contraction_internal.h"

/* ---- coarse columns ---- */

static bool is_remote(const tc_contraction *c, tc_row_place place) {
  return place.owner >= 0 && place.owner != c->fine->world->rank;
}

/* Sets the coarse columns of rows and ghosts whose aggregates this rank owns, and -1 for the others. Returns
 * the number of rows and ghosts whose aggregate another rank owns. */
static int32_t number_own_columns(const tc_contraction *c) {
  const int32_t columns = c->fine->rows + c->fine->ghosts;
  int32_t remote = 0;
#pragma omp parallel for schedule(static) reduction(+ : remote)
  for (int32_t j = 0; j < columns; j++) {
    const tc_row_place place = c->rows.place[j];
    c->column[j] = place.owner == c->fine->world->rank ? place.local : -1;
    remote += is_remote(c, place);
  }
  return remote;
}

/* Lists the columns that refer to aggregates of other ranks: `remote` columns of rows and ghosts, and those
 * of received members. */
static tc_status list_remote_uses(tc_contraction *c, int32_t remote) {
  const tc_received_members *r = &c->received;
  for (int32_t j = 0; c->remote_uses.count < remote; j++)
    if (is_remote(c, c->rows.place[j]))
      TC_TRY(TC_ARRAY_ADD(&c->remote_uses,
                          &(tc_remote_use){c->rows.place[j], c->aggregate[j].id, &c->column[j]}));
  for (int32_t e = 0; e < r->begin[r->count]; e++) {
    c->entry_column[e] = r->entry_place[e].local;
    if (is_remote(c, r->entry_place[e]))
      TC_TRY(TC_ARRAY_ADD(&c->remote_uses,
                          &(tc_remote_use){r->entry_place[e], r->entry_id[e], &c->entry_column[e]}));
  }
  return TC_OK;
}

/* Numbers the aggregates of other ranks in the order of their places. Uses with equal places refer to the
 * same aggregate and receive one number. */
static tc_status number_remotes(tc_contraction *c) {
  const int32_t uses = c->remote_uses.count;
  uint64_t *key = NULL;
  int32_t *order = NULL;
  TC_TRY(TC_POOL_ARRAY(&c->memory, key, uses));
  TC_TRY(TC_POOL_ARRAY(&c->memory, order, uses));
  TC_TRY(TC_POOL_ARRAY(&c->memory, c->remote_place, uses));
  TC_TRY(TC_POOL_ARRAY(&c->memory, c->remote_id, uses));
  for (int32_t k = 0; k < uses; k++) {
    const tc_row_place place = c->remote_uses.item[k].place;
    key[k] = (uint64_t)place.owner << 32 | (uint32_t)place.local;
  }
  TC_TRY(tc_sort_by_long_key(uses, key, order));
  for (int32_t k = 0; k < uses; k++) {
    const tc_remote_use use = c->remote_uses.item[order[k]];
    const bool is_new = k == 0 || key[order[k]] != key[order[k - 1]];
    c->remotes += is_new;
    c->remote_place[c->remotes - 1] = use.place;
    c->remote_id[c->remotes - 1] = use.id;
    *use.column = c->rows.count + c->remotes - 1;
  }
  return TC_OK;
}

static tc_status number_columns(tc_contraction *c) {
  TC_TRY(TC_POOL_ARRAY(&c->memory, c->column, (size_t)c->fine->rows + (size_t)c->fine->ghosts));
  TC_TRY(TC_POOL_ARRAY(&c->memory, c->entry_column, c->received.begin[c->received.count]));
  TC_TRY(list_remote_uses(c, number_own_columns(c)));
  TC_TRY(number_remotes(c));
  TC_TRY(TC_POOL_ARRAY_ZERO(&c->memory, c->is_read, c->remotes));
  return TC_POOL_ARRAY(&c->memory, c->ghost_column, c->remotes);
}

/* ---- coarse graph ---- */

/* Creates the halo with the aggregates of other ranks that some row of this rank reads, and sets the columns
 * of these aggregates. */
static tc_status create_halo(tc_contraction *c) {
  const tc_world *world = c->fine->world;
  int32_t *number = NULL, ghosts = 0;
  tc_row_place *place = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_WORLD_ALLOC(world, number, c->remotes));
  TC_GUARD(status, TC_WORLD_ALLOC(world, place, c->remotes));
  for (int32_t r = 0; r < c->remotes; r++)
    if (c->is_read[r]) place[ghosts++] = c->remote_place[r];
  TC_GUARD(status,
           tc_halo_create_from_places(world, c->rows.count, ghosts, place, number, &c->coarse->owned_halo));
  for (int32_t r = 0, g = 0; r < c->remotes; r++)
    c->ghost_column[r] = c->is_read[r] ? c->rows.count + number[g++] : -1;
  c->coarse->halo = c->coarse->owned_halo;
  c->coarse->ghosts = ghosts;
cleanup:
  tc_free(number);
  tc_free(place);
  return status;
}

/* Sets the ids of rows and ghosts and replaces provisional columns by final ones. If the graph is the next
 * level, sets its diagonals. */
static tc_status finish_graph(tc_contraction *c, bool is_level) {
  tc_level_graph *coarse = c->coarse;
  TC_TRY(TC_POOL_ARRAY(&coarse->memory, coarse->id, (size_t)coarse->rows + (size_t)coarse->ghosts));
  for (int32_t r = 0; r < c->remotes; r++)
    if (c->is_read[r]) coarse->id[c->ghost_column[r]] = c->remote_id[r];
#pragma omp parallel for schedule(static)
  for (int32_t I = 0; I < coarse->rows; I++) {
    coarse->id[I] = c->rows.id[I];
    for (int64_t k = coarse->begin[I]; k < coarse->begin[I + 1] && c->remotes > 0; k++) {
      const int32_t J = coarse->column[k];
      if (J >= coarse->rows) coarse->column[k] = c->ghost_column[J - coarse->rows];
    }
    if (is_level) coarse->diagonal_sum[I] = tc_level_graph_diagonal(coarse, I);
  }
  return TC_OK;
}

static tc_status merge_members(tc_contraction *c) {
  c->coarse->rows = c->rows.count;
  TC_TRY(number_columns(c));
  return tc_contraction_merge(c);
}

static tc_status build_graph(tc_contraction *c, tc_level_owners owners, bool is_level) {
  const tc_level_graph *fine = c->fine;
  tc_world *world = fine->world;
  TC_TRY(TC_WORLD_ALLOC(world, c->coarse, 1));
  c->coarse->world = world;
  c->coarse->ranks = owners.ranks;
  TC_TRY(tc_coarse_rows_create(fine, c->aggregate, owners, &c->memory, &c->rows));
  TC_TRY(tc_member_records_exchange(fine, c->aggregate, c->rows.place, &c->memory, &c->received));
  TC_TRY(tc_world_agree(world, merge_members(c)));
  TC_TRY(create_halo(c));
  TC_TRY(tc_world_agree(world, finish_graph(c, is_level)));
  c->coarse->all_rows = c->rows.count;
  return tc_world_sum_int64(world, &c->coarse->all_rows, 1);
}

tc_status tc_contraction_run(const tc_level_graph *fine, const tc_aggregate *aggregate,
                             tc_level_owners owners, bool is_level, tc_row_place *place,
                             tc_level_graph **out) {
  tc_contraction c = {.fine = fine, .aggregate = aggregate, .rows.place = place};
  const tc_status status = build_graph(&c, owners, is_level);
  if (status)
    tc_level_graph_destroy(&c.coarse);
  else
    *out = c.coarse;
  TC_ARRAY_FREE(&c.remote_uses);
  tc_pool_free(&c.memory);
  return status;
}
