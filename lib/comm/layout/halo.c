/* Creation of the halo. A rank sorts its ghosts by owner and position (or local number on the owner), and
 * requests them from their owners. An owner does not know which ranks need its rows, so the requests use a
 * sparse exchange (sparse_exchange.h). The received requests become the lists of rows to send. The peers to
 * which the rank sends and those from which it receives are then merged into one list. tc_halo_find_column
 * finds a ghost by bisection. */
#include "comm/layout/halo.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "comm/layout/sparse_exchange.h"

/* The ghosts that the caller requires, in the caller's order: either their positions or, if `position` is
 * NULL, their places (owner and local number). */
typedef struct ghost_names {
  const tc_gid *position;
  const tc_row_place *place;
} ghost_names;

/* A ghost with its sort key: first the owner, then the position. For ghosts given by places, `position` is
 * the local number on the owner. `ghost` is the index of the ghost in the caller's array. */
typedef struct ghost_key {
  tc_gid position;
  int32_t owner, ghost;
} ghost_key;

static int compare_owners(const void *a, const void *b) {
  const ghost_key *x = a, *y = b;
  if (x->owner != y->owner) return (x->owner > y->owner) - (x->owner < y->owner);
  return (x->position > y->position) - (x->position < y->position);
}

static ghost_key find_key(const tc_halo *halo, ghost_names names, int32_t g) {
  if (!names.position) return (ghost_key){names.place[g].local, names.place[g].owner, g};
  return (ghost_key){names.position[g], tc_distribution_owner(halo->distribution, names.position[g]), g};
}

static tc_status sort_ghosts(tc_halo *halo, ghost_names names, int32_t *number, ghost_key *keys) {
  for (int32_t g = 0; g < halo->ghosts; g++) keys[g] = find_key(halo, names, g);
  if (halo->ghosts > 0) qsort(keys, (size_t)halo->ghosts, sizeof *keys, compare_owners);
  TC_TRY(TC_POOL_ARRAY(&halo->memory, halo->ghost_position, halo->ghosts));
  for (int32_t g = 0; g < halo->ghosts; g++) {
    halo->ghost_position[g] = keys[g].position;
    number[keys[g].ghost] = g;
  }
  return TC_OK;
}

/* Fills in the requests of this rank: for each rank that owns ghosts, the positions of these ghosts.
 * `requests->number` is the array halo->ghost_position, which the halo owns. */
static tc_status list_requests(const tc_halo *halo, const ghost_key *keys, tc_sparse_exchange *requests) {
  for (int32_t g = 0; g < halo->ghosts; g++) requests->peers += g == 0 || keys[g].owner != keys[g - 1].owner;
  TC_TRY(TC_ALLOC(requests->peer, requests->peers));
  TC_TRY(TC_ALLOC(requests->begin, requests->peers + 1));
  for (int32_t g = 0, p = 0; g < halo->ghosts; g++) {
    if (g > 0 && keys[g].owner == keys[g - 1].owner) continue;
    requests->peer[p] = keys[g].owner;
    requests->begin[p++] = g;
  }
  requests->begin[requests->peers] = halo->ghosts;
  requests->number = halo->ghost_position;
  return TC_OK;
}

/* Merges two rising lists of ranks into halo->peer, and sets recv_begin and send_begin. requests->peer
 * contains the ranks from which this rank receives values, and received_requests->peer the ranks to which it
 * sends values. For a rank in only one list, the other direction is empty. */
static void merge_peers(const tc_sparse_exchange *requests, const tc_sparse_exchange *received_requests,
                        tc_halo *halo) {
  int q = 0, w = 0;
  halo->send_begin[0] = halo->recv_begin[0] = 0;
  while (q < requests->peers || w < received_requests->peers) {
    const bool receives = q < requests->peers &&
                          (w == received_requests->peers || requests->peer[q] <= received_requests->peer[w]),
               sends_values = w < received_requests->peers &&
                              (q == requests->peers || received_requests->peer[w] <= requests->peer[q]);
    halo->peer[halo->peers++] = receives ? requests->peer[q] : received_requests->peer[w];
    q += receives;
    w += sends_values;
    halo->recv_begin[halo->peers] = requests->begin[q];
    halo->send_begin[halo->peers] = received_requests->begin[w];
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

/* Returns the local number of a row on its owner. Without a distribution, `position` is already this
 * number. */
static int32_t find_local(const tc_halo *halo, tc_gid position) {
  return halo->distribution ? tc_distribution_local(halo->distribution, position) : (int32_t)position;
}

/* Fills in the peers and the rows to send. `requests` contains the requests of this rank, and
 * `received_requests` the positions that other ranks request from it. */
static tc_status fill_halo(const tc_sparse_exchange *requests, const tc_sparse_exchange *received_requests,
                           tc_halo *halo) {
  const int peers_max = requests->peers + received_requests->peers;
  const int32_t sent_rows = received_requests->begin[received_requests->peers];
  TC_TRY(TC_POOL_ARRAY(&halo->memory, halo->peer, peers_max));
  TC_TRY(TC_POOL_ARRAY(&halo->memory, halo->send_begin, peers_max + 1));
  TC_TRY(TC_POOL_ARRAY(&halo->memory, halo->recv_begin, peers_max + 1));
  TC_TRY(TC_POOL_ARRAY(&halo->memory, halo->send_index, sent_rows));
  merge_peers(requests, received_requests, halo);
  for (int32_t i = 0; i < sent_rows; i++)
    halo->send_index[i] = find_local(halo, received_requests->number[i]);
  return find_border(halo);
}

static tc_status init_halo(ghost_names names, int32_t *number, tc_halo *halo, tc_sparse_exchange *requests) {
  ghost_key *keys = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(keys, halo->ghosts));
  TC_GUARD(status, sort_ghosts(halo, names, number, keys));
  TC_GUARD(status, list_requests(halo, keys, requests));
cleanup:
  tc_free(keys);
  return status;
}

/* Creates a halo with the distribution, the number of owned rows and the number of ghosts of `shape`. */
static tc_status create_halo(const tc_world *world, const tc_halo *shape, ghost_names names, int32_t *number,
                             tc_halo **out) {
  tc_halo *halo = NULL;
  tc_sparse_exchange requests = {0}, received_requests = {0};
  tc_status status = TC_OK;
  TC_TRY(TC_WORLD_ALLOC(world, halo, 1));
  *halo = *shape;
  TC_GUARD(status, tc_world_agree(world, init_halo(names, number, halo, &requests)));
  TC_GUARD(status, tc_sparse_exchange_run(world, &requests, &received_requests));
  TC_GUARD(status, tc_world_agree(world, fill_halo(&requests, &received_requests, halo)));
  *out = halo;
  halo = NULL;
cleanup:
  requests.number = NULL; /* The halo owns this array, so it must not be freed with the requests. */
  tc_sparse_exchange_free(&requests);
  tc_sparse_exchange_free(&received_requests);
  tc_halo_destroy(&halo);
  return status;
}

tc_status tc_halo_create(const tc_world *world, const tc_distribution *distribution, int32_t ghosts,
                         const tc_gid *ghost_position, int32_t *number, tc_halo **out) {
  const tc_halo shape = {.distribution = distribution,
                         .owned = tc_distribution_owned(distribution, world->rank),
                         .ghosts = ghosts};
  return create_halo(world, &shape, (ghost_names){.position = ghost_position}, number, out);
}

tc_status tc_halo_create_from_places(const tc_world *world, int32_t owned, int32_t ghosts,
                                     const tc_row_place *place, int32_t *number, tc_halo **out) {
  const tc_halo shape = {.owned = owned, .ghosts = ghosts};
  return create_halo(world, &shape, (ghost_names){.place = place}, number, out);
}

int32_t tc_halo_ghost_local(const tc_halo *halo, int32_t g) {
  return find_local(halo, halo->ghost_position[g]);
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

int32_t tc_halo_find_column(const tc_halo *halo, int rank, tc_gid position) {
  const tc_location location = tc_distribution_locate(halo->distribution, position);
  if (location.rank == rank) return location.local;
  const int peer = find_peer(halo, location.rank);
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
