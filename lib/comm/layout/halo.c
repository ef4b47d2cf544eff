/* Creation of the halo. A rank sorts its ghosts by owner and position, and requests them from their owners
 * with a sparse exchange (sparse_exchange.h), because an owner does not know which ranks need its rows. The
 * received requests become the lists of rows to send. The peers to which the rank sends and those from which
 * it receives are then merged into one list. tc_halo_column finds a ghost by bisection. */
#include "comm/layout/halo.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "comm/layout/sparse_exchange.h"

/* A ghost with its sort key, which is first the owner, then the position. `ghost` is the index of the ghost
 * in the caller's array ghost_position. */
typedef struct need {
  tc_gid position;
  int32_t owner, ghost;
} need;

static int by_owner(const void *a, const void *b) {
  const need *x = a, *y = b;
  if (x->owner != y->owner) return (x->owner > y->owner) - (x->owner < y->owner);
  return (x->position > y->position) - (x->position < y->position);
}

static tc_status sort_ghosts(tc_halo *halo, const tc_gid *ghost_position, int32_t *number, need *needs) {
  for (int32_t g = 0; g < halo->ghosts; g++)
    needs[g] = (need){ghost_position[g], tc_distribution_owner(halo->distribution, ghost_position[g]), g};
  if (halo->ghosts > 0) qsort(needs, (size_t)halo->ghosts, sizeof *needs, by_owner);
  TC_TRY(TC_POOL_ARRAY(&halo->memory, halo->ghost_position, halo->ghosts));
  for (int32_t g = 0; g < halo->ghosts; g++) {
    halo->ghost_position[g] = needs[g].position;
    number[needs[g].ghost] = g;
  }
  return TC_OK;
}

/* Writes the requests of this rank: for each other rank that owns ghosts, the positions of these ghosts.
 * `questions->number` is borrowed from the halo. */
static tc_status write_questions(const tc_halo *halo, const need *needs, tc_sparse_exchange *questions) {
  for (int32_t g = 0; g < halo->ghosts; g++)
    questions->peers += g == 0 || needs[g].owner != needs[g - 1].owner;
  TC_TRY(TC_ALLOC(questions->peer, questions->peers));
  TC_TRY(TC_ALLOC(questions->begin, questions->peers + 1));
  for (int32_t g = 0, p = 0; g < halo->ghosts; g++) {
    if (g > 0 && needs[g].owner == needs[g - 1].owner) continue;
    questions->peer[p] = needs[g].owner;
    questions->begin[p++] = g;
  }
  questions->begin[questions->peers] = halo->ghosts;
  questions->number = halo->ghost_position;
  return TC_OK;
}

/* Merges two rising lists of ranks into halo->peer: `questions`, the ranks from which this rank receives
 * values, and `wishes`, the ranks to which this rank sends values. For a rank in only one list, the other
 * direction is empty. */
static void merge_peers(const tc_sparse_exchange *questions, const tc_sparse_exchange *wishes,
                        tc_halo *halo) {
  int q = 0, w = 0;
  halo->send_begin[0] = halo->recv_begin[0] = 0;
  while (q < questions->peers || w < wishes->peers) {
    const bool asks = q < questions->peers && (w == wishes->peers || questions->peer[q] <= wishes->peer[w]),
               gives = w < wishes->peers && (q == questions->peers || wishes->peer[w] <= questions->peer[q]);
    halo->peer[halo->peers++] = asks ? questions->peer[q] : wishes->peer[w];
    q += asks;
    w += gives;
    halo->recv_begin[halo->peers] = questions->begin[q];
    halo->send_begin[halo->peers] = wishes->begin[w];
  }
}

/* Fills in halo->border, the rows that are sent to at least one peer. Each row occurs once. */
static tc_status find_border(tc_halo *halo) {
  char *sent = NULL;
  TC_TRY(TC_ALLOC_ZERO(sent, halo->owned));
  for (int32_t i = 0; i < halo->send_begin[halo->peers]; i++) {
    halo->borders += !sent[halo->send_index[i]];
    sent[halo->send_index[i]] = 1;
  }
  tc_status status = TC_POOL_ARRAY(&halo->memory, halo->border, halo->borders);
  for (int32_t row = 0, b = 0; row < halo->owned && !status; row++)
    if (sent[row]) halo->border[b++] = row;
  tc_free(sent);
  return status;
}

/* Fills in the peers and the rows to send. `questions` contains the requests of this rank, and `wishes` the
 * positions that other ranks request from it. */
static tc_status fill_halo(const tc_sparse_exchange *questions, const tc_sparse_exchange *wishes,
                           tc_halo *halo) {
  const int most = questions->peers + wishes->peers;
  const int32_t sends = wishes->begin[wishes->peers];
  TC_TRY(TC_POOL_ARRAY(&halo->memory, halo->peer, most));
  TC_TRY(TC_POOL_ARRAY(&halo->memory, halo->send_begin, most + 1));
  TC_TRY(TC_POOL_ARRAY(&halo->memory, halo->recv_begin, most + 1));
  TC_TRY(TC_POOL_ARRAY(&halo->memory, halo->send_index, sends));
  merge_peers(questions, wishes, halo);
  for (int32_t i = 0; i < sends; i++)
    halo->send_index[i] = tc_distribution_local(halo->distribution, wishes->number[i]);
  return find_border(halo);
}

static tc_status begin_halo(int32_t ghosts, const tc_gid *ghost_position, int32_t *number, tc_halo *halo,
                            tc_sparse_exchange *questions) {
  need *needs = NULL;
  tc_status status = TC_OK;
  halo->ghosts = ghosts;
  TC_GUARD(status, TC_ALLOC(needs, ghosts));
  TC_GUARD(status, sort_ghosts(halo, ghost_position, number, needs));
  TC_GUARD(status, write_questions(halo, needs, questions));
cleanup:
  tc_free(needs);
  return status;
}

tc_status tc_halo_create(const tc_world *world, const tc_distribution *distribution, int32_t ghosts,
                         const tc_gid *ghost_position, int32_t *number, tc_halo **out) {
  tc_halo *halo = NULL;
  tc_sparse_exchange questions = {0}, wishes = {0};
  tc_status status = TC_OK;
  TC_TRY(TC_WORLD_ALLOC(world, halo, 1));
  halo->distribution = distribution;
  halo->owned = tc_distribution_owned(distribution, world->rank);
  TC_GUARD(status, tc_world_agree(world, begin_halo(ghosts, ghost_position, number, halo, &questions)));
  TC_GUARD(status, tc_sparse_exchange_run(world, &questions, &wishes));
  TC_GUARD(status, tc_world_agree(world, fill_halo(&questions, &wishes, halo)));
  *out = halo;
  halo = NULL;
cleanup:
  questions.number = NULL; /* the halo owns this array */
  tc_sparse_exchange_free(&questions);
  tc_sparse_exchange_free(&wishes);
  tc_halo_destroy(&halo);
  return status;
}

/* Returns the index of `rank` among the peers; -1 if it is not a peer. */
static int find_peer(const tc_halo *halo, int rank) {
  int low = 0, high = halo->peers;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (halo->peer[middle] < rank)
      low = middle + 1;
    else
      high = middle;
  }
  return low < halo->peers && halo->peer[low] == rank ? low : -1;
}

int32_t tc_halo_column(const tc_halo *halo, int rank, tc_gid position) {
  const tc_location place = tc_distribution_locate(halo->distribution, position);
  if (place.rank == rank) return place.local;
  const int peer = find_peer(halo, place.rank);
  if (peer < 0) return -1;
  int32_t low = halo->recv_begin[peer], high = halo->recv_begin[peer + 1];
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    if (halo->ghost_position[middle] < position)
      low = middle + 1;
    else
      high = middle;
  }
  return low < halo->recv_begin[peer + 1] && halo->ghost_position[low] == position ? halo->owned + low : -1;
}

void tc_halo_destroy(tc_halo **halo) { TC_POOL_DESTROY_OWNER(halo); }
