/* Numbers of the aggregates on their owners. A root is the member of an aggregate with the smallest id. The
 * rank of the root owns the aggregate, or passes it to the rank that owns its rows on a level with fewer
 * ranks. The owner numbers its aggregates in the order of the roots in memory, which preserves the locality
 * of the fine rows, and the roots receive the numbers. All other members read the number from their root. */
#include <omp.h>

#include "base/core/memory.h"
#include "comm/layout/sparse_exchange.h"
#include "linear/multigrid/contraction_internal.h"
#include "linear/rows/row_place.h"
#include "sparse/matrix.h"

typedef struct numbering {
  const tc_level_graph *fine;
  const tc_aggregate *aggregate;
  /* rank that owns the aggregates of which this rank has the row with the smallest id (the root) */
  int target;
  int32_t roots; /* number of rows of this rank that are roots of aggregates */
  /* Thread t lists the roots among its rows in root[b], root[b + 1], .., where b is its first row. They are
   * the roots number first[t] .. first[t+1]-1 of this rank. */
  int threads;
  int32_t *first; /* [threads + 1] number of the first root of each thread */
  int32_t *root;  /* [rows] lists of the roots, one list per thread */
  tc_gid *id;     /* [roots] id of each root */
  /* Ids of roots that other ranks send to this rank, which then owns their aggregates. There are no peers if
   * the coarse rows use all ranks of the fine ones. */
  tc_sparse_exchange received;
  int32_t received_roots;
  /* [roots] and [received roots] local numbers of the aggregates on the target rank. If this rank is its own
   * target, root number k has the number k. */
  int32_t *root_number, *received_number;
  tc_pool memory;
} numbering;

/* Rows begin .. end-1 of a thread, and the list of the roots among them. */
typedef struct thread_roots {
  int32_t begin, end, *root;
} thread_roots;

static thread_roots get_thread(const numbering *n, int thread) {
  thread_roots t;
  tc_matrix_thread_rows(n->fine->rows, thread, n->threads, &t.begin, &t.end);
  t.root = n->root + t.begin;
  return t;
}

/* Lists the roots of a thread, without branches, because a processor cannot predict which rows are roots.
 * Returns their number. */
static int32_t list_thread_roots(const numbering *n, int thread) {
  const thread_roots t = get_thread(n, thread);
  const int32_t rank = n->fine->world->rank;
  int32_t count = 0;
  for (int32_t i = t.begin; i < t.end; i++) {
    t.root[count] = i;
    count += (n->aggregate[i].owner == rank) & (n->aggregate[i].local == i);
  }
  return count;
}

/* Lists the roots of this rank and their ids. `pool` owns the ids. */
static tc_status list_roots(numbering *n, tc_pool *pool) {
  n->threads = omp_get_max_threads();
  TC_TRY(TC_POOL_ARRAY(&n->memory, n->root, n->fine->rows));
  TC_TRY(TC_POOL_ARRAY_ZERO(&n->memory, n->first, n->threads + 1));
#pragma omp parallel for schedule(static)
  for (int thread = 0; thread < n->threads; thread++) n->first[thread + 1] = list_thread_roots(n, thread);
  for (int thread = 0; thread < n->threads; thread++) n->first[thread + 1] += n->first[thread];
  n->roots = n->first[n->threads];
  TC_TRY(TC_POOL_ARRAY(pool, n->id, n->roots));
#pragma omp parallel for schedule(static)
  for (int thread = 0; thread < n->threads; thread++) {
    const int32_t *root = get_thread(n, thread).root;
    for (int32_t k = n->first[thread]; k < n->first[thread + 1]; k++) n->id[k] = n->fine->id[*root++];
  }
  return TC_OK;
}

/* Numbers the aggregates that this rank owns: first those of own roots, unless another rank owns these
 * aggregates, then those of received roots. */
static tc_status number_own_rows(numbering *n, tc_pool *pool, tc_coarse_rows *out) {
  const int32_t own = n->target == n->fine->world->rank ? n->roots : 0;
  out->count = own + n->received_roots;
  out->id = n->id;
  const bool has_same_ids = own == n->roots && n->received_roots == 0;
  if (!has_same_ids) TC_TRY(TC_POOL_ARRAY(pool, out->id, out->count));
  TC_TRY(TC_POOL_ARRAY(&n->memory, n->root_number, n->roots - own));
  TC_TRY(TC_POOL_ARRAY(&n->memory, n->received_number, n->received_roots));
  for (int32_t k = 0; k < own && !has_same_ids; k++) out->id[k] = n->id[k];
  for (int32_t k = 0; k < n->received_roots; k++) {
    n->received_number[k] = own + k;
    out->id[own + k] = n->received.number[k];
  }
  return TC_OK;
}

/* Sends the roots to the rank n->target, which owns their aggregates, and receives the numbers of the
 * aggregates. A rank that is its own target sends nothing. */
static tc_status number_rows(numbering *n, bool is_passed, tc_pool *pool, tc_coarse_rows *out) {
  const tc_world *world = n->fine->world;
  const bool passes = n->target != world->rank && n->roots > 0;
  const tc_sparse_exchange sent = {passes, &n->target, (int32_t[]){0, n->roots}, n->id};
  if (is_passed) {
    TC_TRY(tc_sparse_exchange_run(world, &sent, &n->received));
    n->received_roots = n->received.begin[n->received.peers];
  }
  TC_TRY(tc_world_agree(world, number_own_rows(n, pool, out)));
  if (!is_passed) return TC_OK;
  return tc_neighbour_exchange_run_once(world, sizeof *n->root_number,
                                        tc_sparse_exchange_segments(&n->received, n->received_number),
                                        tc_sparse_exchange_segments(&sent, n->root_number));
}

/* Sets next[row] to the place of the aggregate, for each root among the rows of a thread. */
static void list_root_places(const numbering *n, int thread, tc_row_place *next) {
  const bool is_own = n->target == n->fine->world->rank;
  const int32_t *root = get_thread(n, thread).root;
  for (int32_t k = n->first[thread]; k < n->first[thread + 1]; k++)
    next[*root++] = (tc_row_place){n->target, is_own ? k : n->root_number[k]};
}

/* Members of aggregates whose roots other ranks own. */
typedef struct remote_members {
  int32_t count;
  int32_t *row;        /* [count] local number of each member */
  tc_row_place *place; /* [count] first the place of the member's root, then that of the aggregate */
} remote_members;

/* Sets the places of the aggregates of rows whose roots this rank owns. Lists the other members with the
 * places of their roots in `remote`. */
static void set_own_places(const numbering *n, const tc_row_place *next, tc_row_place *place,
                           remote_members *remote) {
  const int32_t rank = n->fine->world->rank;
  int32_t count = 0;
#pragma omp parallel for schedule(static) reduction(+ : count)
  for (int32_t i = 0; i < n->fine->rows; i++) {
    const tc_aggregate a = n->aggregate[i];
    place[i] = a.owner == rank ? next[a.local] : (tc_row_place){a.owner, a.local};
    count += a.owner >= 0 && a.owner != rank;
  }
  remote->count = count;
}

/* Allocates `next` and sets it for each root to the place of the aggregate. Sets the places of rows whose
 * roots this rank owns, and lists the other members. */
static tc_status list_places(const numbering *n, tc_row_place *place, tc_row_place **next,
                             remote_members *remote) {
  const int32_t rank = n->fine->world->rank;
  TC_TRY(TC_ALLOC(*next, n->fine->rows));
#pragma omp parallel for schedule(static)
  for (int thread = 0; thread < n->threads; thread++) list_root_places(n, thread, *next);
  set_own_places(n, *next, place, remote);
  TC_TRY(TC_ALLOC(remote->row, remote->count));
  TC_TRY(TC_ALLOC(remote->place, remote->count));
  for (int32_t i = 0, count = 0; count < remote->count; i++) {
    const tc_aggregate a = n->aggregate[i];
    if (a.owner < 0 || a.owner == rank) continue;
    remote->row[count] = i;
    remote->place[count++] = (tc_row_place){a.owner, a.local};
  }
  return TC_OK;
}

static tc_status find_places(const numbering *n, tc_row_place *place) {
  const tc_level_graph *fine = n->fine;
  tc_row_place *next = NULL;
  remote_members remote = {.count = 0};
  tc_status status = TC_OK;
  TC_GUARD(status, tc_world_agree(fine->world, list_places(n, place, &next, &remote)));
  TC_GUARD(status, tc_row_places_follow(fine->world, remote.count, remote.place, fine->rows, next));
  for (int32_t k = 0; k < remote.count; k++) place[remote.row[k]] = remote.place[k];
  TC_GUARD(status, tc_neighbour_exchange_ghosts(fine->world, fine->halo, sizeof *place, place));
cleanup:
  tc_free(next);
  tc_free(remote.row);
  tc_free(remote.place);
  return status;
}

tc_status tc_coarse_rows_create(const tc_level_graph *fine, const tc_aggregate *aggregate,
                                tc_level_owners owners, tc_pool *pool, tc_coarse_rows *out) {
  numbering n = {.fine = fine,
                 .aggregate = aggregate,
                 .target = tc_level_owners_target(owners, fine->world->rank)};
  tc_status status = TC_OK;
  TC_GUARD(status, tc_world_agree(fine->world, list_roots(&n, pool)));
  TC_GUARD(status, number_rows(&n, owners.ranks < fine->ranks, pool, out));
  TC_GUARD(status, find_places(&n, out->place));
cleanup:
  tc_sparse_exchange_free(&n.received);
  tc_pool_free(&n.memory);
  return status;
}
