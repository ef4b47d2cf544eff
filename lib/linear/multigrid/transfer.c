/* Creation of a plain transfer, whose entries are all 1. A rank stores the aggregates of the fine rows that
 * it owns, so it can form the rows of the prolongation without messages. The owner of an aggregate receives
 * the members that other ranks own by a sparse exchange. All ranks then create halos from places (owner and
 * local row), because no formula gives the owners of coarse rows. */
#include "linear/multigrid/transfer.h"

#include <omp.h>

#include "base/containers/sort.h"
#include "base/core/memory.h"
#include "comm/layout/sparse_exchange.h"

/* A plain transfer under construction. */
typedef struct plain {
  const tc_level_graph *level;
  const tc_row_place *place; /* [rows of the level] place of each row's aggregate */
  tc_transfer *transfer;
  int32_t remote_rows; /* fine rows whose aggregates other ranks own */
  /* [remote_rows] local numbers of these fine rows, sorted by owner and local number of their aggregates */
  int32_t *remote;
  int32_t ghosts;   /* number of different aggregates of other ranks */
  tc_gid *ghost_id; /* [ghosts of residual_halo] id of each fine row */
  tc_pool memory;   /* owns the arrays but `place` */
} plain;

static bool is_local(const plain *p, int32_t i) { return p->place[i].owner == p->level->world->rank; }

/* ---- prolongation ---- */

static tc_status sort_remote_rows(plain *p) {
  uint64_t *key;
  int32_t *unsorted, n = 0;
  for (int32_t i = 0; i < p->level->rows; i++) p->remote_rows += p->place[i].owner >= 0 && !is_local(p, i);
  TC_TRY(TC_POOL_ARRAY(&p->memory, key, p->remote_rows));
  TC_TRY(TC_POOL_ARRAY(&p->memory, unsorted, p->remote_rows));
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->remote, p->remote_rows));
  for (int32_t i = 0; i < p->level->rows; i++) {
    if (p->place[i].owner < 0 || is_local(p, i)) continue;
    key[n] = (uint64_t)p->place[i].owner << 32 | (uint64_t)p->place[i].local;
    unsorted[n++] = i;
  }
  TC_TRY(tc_sort_by_long_key(p->remote_rows, key, p->remote));
  for (n = 0; n < p->remote_rows; n++) p->remote[n] = unsorted[p->remote[n]];
  return TC_OK;
}

/* Returns true if remote row number n has another aggregate than remote row number n - 1. */
static bool begins_aggregate(const plain *p, int32_t n) {
  if (n == 0) return true;
  const tc_row_place own = p->place[p->remote[n]], last = p->place[p->remote[n - 1]];
  return own.owner != last.owner || own.local != last.local;
}

/* Allocates the arrays of the prolongation, and lists the aggregates of other ranks in `*ghost`. */
static tc_status alloc_prolongation(plain *p, tc_row_place **ghost, int32_t **number) {
  tc_transfer_rows *const rows = &p->transfer->prolongation;
  tc_pool *const memory = &p->transfer->memory;
  rows->rows = p->level->rows;
  TC_TRY(sort_remote_rows(p));
  for (int32_t n = 0; n < p->remote_rows; n++) p->ghosts += begins_aggregate(p, n);
  TC_TRY(tc_pool_array(&p->memory, false, (size_t)p->ghosts, sizeof **ghost, "ghost", ghost));
  TC_TRY(tc_pool_array(&p->memory, false, (size_t)p->ghosts, sizeof **number, "number", number));
  for (int32_t n = 0, g = 0; n < p->remote_rows; n++)
    if (begins_aggregate(p, n)) (*ghost)[g++] = p->place[p->remote[n]];
  TC_TRY(TC_POOL_ARRAY(memory, rows->begin, rows->rows + 1));
  rows->begin[0] = 0;
  for (int32_t i = 0; i < rows->rows; i++) rows->begin[i + 1] = rows->begin[i] + (p->place[i].owner >= 0);
  return TC_POOL_ARRAY(memory, rows->column, rows->begin[rows->rows]);
}

static tc_status create_prolongation(plain *p, int32_t coarse_rows) {
  const tc_world *world = p->level->world;
  const tc_transfer_rows *rows = &p->transfer->prolongation;
  tc_row_place *ghost = NULL;
  int32_t *number = NULL;
  TC_TRY(tc_world_agree(world, alloc_prolongation(p, &ghost, &number)));
  TC_TRY(tc_halo_create_from_places(world, coarse_rows, p->ghosts, ghost, number,
                                    &p->transfer->correction_halo));
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < rows->rows; i++)
    if (is_local(p, i)) rows->column[rows->begin[i]] = p->place[i].local;
  for (int32_t n = 0, g = -1; n < p->remote_rows; n++) {
    g += begins_aggregate(p, n);
    rows->column[rows->begin[p->remote[n]]] = coarse_rows + number[g];
  }
  return TC_OK;
}

/* ---- restriction ---- */

/* Lists two numbers to send for each fine row whose aggregate another rank owns: the id, and the local number
 * of the row combined with the local number of the aggregate on the owner. */
static tc_status list_members(plain *p, tc_sparse_exchange *sent) {
  const int ranks = p->level->world->ranks, most = p->remote_rows < ranks ? p->remote_rows : ranks;
  if (p->remote_rows > INT32_MAX / 2)
    return tc_status_create(TC_INTERNAL, "multigrid: a rank sends 2^31 numbers or more: use more ranks");
  TC_TRY(TC_POOL_ARRAY(&p->memory, sent->peer, most));
  TC_TRY(TC_POOL_ARRAY(&p->memory, sent->begin, most + 1));
  TC_TRY(TC_POOL_ARRAY(&p->memory, sent->number, 2 * (size_t)p->remote_rows));
  for (int32_t n = 0; n < p->remote_rows; n++) {
    const int32_t i = p->remote[n];
    if (sent->peers == 0 || sent->peer[sent->peers - 1] != p->place[i].owner) {
      sent->peer[sent->peers] = p->place[i].owner;
      sent->begin[sent->peers++] = 2 * n;
    }
    sent->number[2 * n] = p->level->id[i];
    sent->number[2 * n + 1] = (tc_gid)i << 32 | (tc_gid)p->place[i].local;
  }
  sent->begin[sent->peers] = 2 * p->remote_rows;
  return TC_OK;
}

/* Fine rows of other ranks that are members of this rank's aggregates. */
typedef struct members {
  int32_t count;
  tc_row_place *place; /* [count] place of each member */
  int32_t *number;     /* [count] number of the ghost in residual_halo */
  int32_t *aggregate;  /* [count] local number of the aggregate */
} members;

/* Reads the members from the received lists, and allocates the arrays of the restriction. */
static tc_status read_members(plain *p, const tc_sparse_exchange *received, int32_t coarse_rows, members *m) {
  tc_transfer_rows *const rows = &p->transfer->restriction;
  m->count = received->begin[received->peers] / 2;
  rows->rows = coarse_rows;
  TC_TRY(TC_POOL_ARRAY(&p->memory, m->place, m->count));
  TC_TRY(TC_POOL_ARRAY(&p->memory, m->number, m->count));
  TC_TRY(TC_POOL_ARRAY(&p->memory, m->aggregate, m->count));
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->ghost_id, m->count));
  for (int peer = 0; peer < received->peers; peer++)
    for (int32_t k = received->begin[peer] / 2; k < received->begin[peer + 1] / 2; k++) {
      const tc_gid pair = received->number[2 * k + 1];
      m->place[k] = (tc_row_place){received->peer[peer], (int32_t)(pair >> 32)};
      m->aggregate[k] = (int32_t)(pair & INT32_MAX);
    }
  TC_TRY(TC_POOL_ARRAY_ZERO(&p->transfer->memory, rows->begin, rows->rows + 1));
  int64_t entries = m->count;
#pragma omp parallel for schedule(static) reduction(+ : entries)
  for (int32_t i = 0; i < p->level->rows; i++) entries += is_local(p, i);
  return TC_POOL_ARRAY(&p->transfer->memory, rows->column, entries);
}

/* Adds `change` to *counter, in an atomic operation if `is_shared` is true, because other threads may do the
 * same. Returns the new value. */
static int64_t change_counter(int64_t *counter, int change, bool is_shared) {
  int64_t value;
  if (!is_shared) return *counter += change;
#pragma omp atomic capture
  value = *counter += change;
  return value;
}

/* Fills in the lists of members in any order. begin[c] first becomes the number of members of row c, then the
 * end of the list, and finally the begin. */
static void fill_restriction(const plain *p, const members *m) {
  const tc_transfer_rows *rows = &p->transfer->restriction;
  const int32_t fine_rows = p->level->rows;
  const bool is_shared = omp_get_max_threads() > 1;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < fine_rows; i++)
    if (is_local(p, i)) change_counter(&rows->begin[p->place[i].local], 1, is_shared);
  for (int32_t k = 0; k < m->count; k++) rows->begin[m->aggregate[k]]++;
  for (int32_t c = 0; c < rows->rows; c++) rows->begin[c + 1] += rows->begin[c];
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < fine_rows; i++)
    if (is_local(p, i)) rows->column[change_counter(&rows->begin[p->place[i].local], -1, is_shared)] = i;
  for (int32_t k = 0; k < m->count; k++)
    rows->column[--rows->begin[m->aggregate[k]]] = fine_rows + m->number[k];
}

static tc_gid fine_id(const plain *p, int32_t column) {
  return column < p->level->rows ? p->level->id[column] : p->ghost_id[column - p->level->rows];
}

enum { short_list = 64 };

/* Sorts at most `short_list` members by id. Copies the ids first, so that each id is read from memory
 * once. */
static void sort_short_list(const plain *p, int count, int32_t *column) {
  tc_gid id[short_list];
  for (int k = 0; k < count; k++) {
    const int32_t own = column[k];
    const tc_gid own_id = fine_id(p, own);
    int at = k;
    for (; at > 0 && id[at - 1] > own_id; at--) {
      column[at] = column[at - 1];
      id[at] = id[at - 1];
    }
    column[at] = own;
    id[at] = own_id;
  }
}

/* Sorts the members of an aggregate by id. Most aggregates have about ten members. The gaps of a shell sort
 * limit the time for an aggregate of thousands of members. */
static void sort_members(const plain *p, int64_t count, int32_t *column) {
  if (count <= short_list) {
    sort_short_list(p, (int)count, column);
    return;
  }
  for (int64_t gap = count / 2; gap > 0; gap /= 2)
    for (int64_t k = gap; k < count; k++) {
      const int32_t own = column[k];
      const tc_gid id = fine_id(p, own);
      int64_t at = k;
      for (; at >= gap && fine_id(p, column[at - gap]) > id; at -= gap) column[at] = column[at - gap];
      column[at] = own;
    }
}

static tc_status create_restriction(plain *p, int32_t coarse_rows) {
  const tc_world *world = p->level->world;
  const tc_transfer_rows *rows = &p->transfer->restriction;
  tc_sparse_exchange sent = {0}, received = {0};
  members m = {0};
  tc_status status = TC_OK;
  TC_GUARD(status, tc_world_agree(world, list_members(p, &sent)));
  TC_GUARD(status, tc_sparse_exchange_run(world, &sent, &received));
  TC_GUARD(status, tc_world_agree(world, read_members(p, &received, coarse_rows, &m)));
  TC_GUARD(status, tc_halo_create_from_places(world, p->level->rows, m.count, m.place, m.number,
                                              &p->transfer->residual_halo));
  for (int32_t k = 0; k < m.count; k++) p->ghost_id[m.number[k]] = received.number[2 * k];
  fill_restriction(p, &m);
#pragma omp parallel for schedule(static)
  for (int32_t c = 0; c < rows->rows; c++)
    sort_members(p, rows->begin[c + 1] - rows->begin[c], rows->column + rows->begin[c]);
cleanup:
  tc_sparse_exchange_free(&received);
  return status;
}

tc_status tc_transfer_create_plain(const tc_level_graph *level, const tc_aggregation *aggregation,
                                   int32_t coarse_rows, tc_transfer **out) {
  tc_transfer *transfer = NULL;
  TC_TRY(TC_WORLD_ALLOC(level->world, transfer, 1));
  transfer->world = level->world;
  plain p = {.level = level, .place = aggregation->place, .transfer = transfer};
  tc_status status = create_prolongation(&p, coarse_rows);
  if (!status) status = create_restriction(&p, coarse_rows);
  tc_pool_free(&p.memory);
  TC_RETURN_CREATED(status, transfer, tc_transfer_destroy(&transfer), out);
}

void tc_transfer_destroy(tc_transfer **transfer) {
  if (*transfer) {
    tc_halo_destroy(&(*transfer)->correction_halo);
    tc_halo_destroy(&(*transfer)->residual_halo);
  }
  TC_POOL_DESTROY_OWNER(transfer);
}
