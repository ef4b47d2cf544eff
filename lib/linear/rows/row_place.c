/* Follows places: replaces each place by the place that the owner of the row has stored for it (row_place.h).
 * This needs one sparse exchange of requests and one neighbour exchange of answers. Places of rows on this
 * rank are read directly. */
#include "linear/rows/row_place.h"

#include "base/containers/sort.h"
#include "base/core/memory.h"
#include "comm/layout/neighbour_exchange.h"
#include "comm/layout/sparse_exchange.h"

/* The places whose rows other ranks own. */
typedef struct remote_places {
  int32_t count;
  int32_t *index;              /* [count] indices of these places in the caller's array, sorted by owner */
  tc_sparse_exchange requests; /* local numbers of these rows, sent to the owners; arrays owned by `memory` */
  tc_row_place *answer;        /* [count] answer to each request: the place that replaces it */
  tc_pool memory;              /* owns the arrays */
} remote_places;

static bool is_remote(const tc_world *world, tc_row_place place) {
  return place.owner >= 0 && place.owner != world->rank;
}

/* Sets remote->index[] to the indices of places on other ranks, sorted by owner. */
static tc_status sort_remote(const tc_world *world, int32_t count, const tc_row_place *place,
                             remote_places *remote) {
  int32_t *owner, *unsorted, n = 0, remotes = 0;
#pragma omp parallel for schedule(static) reduction(+ : remotes)
  for (int32_t k = 0; k < count; k++) remotes += is_remote(world, place[k]);
  remote->count = remotes;
  TC_TRY(TC_POOL_ARRAY(&remote->memory, remote->index, remote->count));
  TC_TRY(TC_POOL_ARRAY(&remote->memory, owner, remote->count));
  TC_TRY(TC_POOL_ARRAY(&remote->memory, unsorted, remote->count));
  for (int32_t k = 0; k < count && n < remotes; k++) {
    if (!is_remote(world, place[k])) continue;
    owner[n] = place[k].owner;
    unsorted[n++] = k;
  }
  TC_TRY(tc_sort_by_key(remote->count, owner, world->ranks - 1, remote->index));
  for (int32_t m = 0; m < remote->count; m++) remote->index[m] = unsorted[remote->index[m]];
  return TC_OK;
}

static tc_status list_requests(const tc_world *world, int64_t count, const tc_row_place *place,
                               remote_places *remote) {
  tc_sparse_exchange *const requests = &remote->requests;
  if (count > INT32_MAX)
    return tc_status_create(TC_INTERNAL, "multigrid: a rank has 2^31 entries or more: use more ranks");
  TC_TRY(sort_remote(world, (int32_t)count, place, remote));
  const int most = remote->count < world->ranks ? remote->count : world->ranks;
  TC_TRY(TC_POOL_ARRAY(&remote->memory, requests->peer, most));
  TC_TRY(TC_POOL_ARRAY(&remote->memory, requests->begin, most + 1));
  TC_TRY(TC_POOL_ARRAY(&remote->memory, requests->number, remote->count));
  TC_TRY(TC_POOL_ARRAY(&remote->memory, remote->answer, remote->count));
  for (int32_t m = 0; m < remote->count; m++) {
    const tc_row_place to = place[remote->index[m]];
    if (requests->peers == 0 || requests->peer[requests->peers - 1] != to.owner) {
      requests->peer[requests->peers] = to.owner;
      requests->begin[requests->peers++] = m;
    }
    requests->number[m] = to.local;
  }
  requests->begin[requests->peers] = remote->count;
  return TC_OK;
}

/* Allocates and fills in `*answer`, the answers of this rank to the requests of other ranks. */
static tc_status answer_requests(const tc_sparse_exchange *received, int32_t rows, const tc_row_place *next,
                                 tc_row_place **answer) {
  const int32_t count = received->begin[received->peers];
  TC_TRY(tc_alloc((size_t)count, sizeof **answer, "answer", answer));
  for (int32_t n = 0; n < count; n++) {
    const tc_gid local = received->number[n];
    if (local < 0 || local >= rows)
      return tc_status_create(TC_INTERNAL,
                              "multigrid: a rank requests row %lld of %lld rows: please report this as a bug",
                              (long long)local, (long long)rows);
    (*answer)[n] = next[local];
  }
  return TC_OK;
}

/* Collective. Answers the requests of other ranks, and receives the answers to those of this rank. */
static tc_status exchange_answers(const tc_world *world, int32_t rows, const tc_row_place *next,
                                  remote_places *remote) {
  tc_sparse_exchange received = {0};
  tc_row_place *answer = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_sparse_exchange_run(world, &remote->requests, &received));
  TC_GUARD(status, tc_world_agree(world, answer_requests(&received, rows, next, &answer)));
  TC_GUARD(status,
           tc_neighbour_exchange_run_once(world, sizeof *answer,
                                          tc_sparse_exchange_segments(&received, answer),
                                          tc_sparse_exchange_segments(&remote->requests, remote->answer)));
cleanup:
  tc_sparse_exchange_free(&received);
  tc_free(answer);
  return status;
}

tc_status tc_row_places_follow(tc_world *world, int64_t count, tc_row_place *place, int32_t rows,
                               const tc_row_place *next) {
  remote_places remote = {0};
  tc_status status = TC_OK;
  TC_GUARD(status, tc_world_agree(world, list_requests(world, count, place, &remote)));
  TC_GUARD(status, exchange_answers(world, rows, next, &remote));
#pragma omp parallel for schedule(static)
  for (int64_t k = 0; k < count; k++)
    if (place[k].owner == world->rank) place[k] = next[place[k].local];
  for (int32_t m = 0; m < remote.count; m++) place[remote.index[m]] = remote.answer[m];
cleanup:
  tc_pool_free(&remote.memory);
  return status;
}
