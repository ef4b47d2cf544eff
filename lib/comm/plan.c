#include "comm/plan.h"

#include <stdlib.h>

#include "base/memory.h"

#define TC_PHASE "planning the exchange"

/* A ghost as it is sorted: by owner, then position. */
typedef struct need {
  tc_gid position;
  int32_t owner, ghost;
} need;

static int by_owner(const void *a, const void *b) {
  const need *x = a, *y = b;
  if (x->owner != y->owner) return (x->owner > y->owner) - (x->owner < y->owner);
  return (x->position > y->position) - (x->position < y->position);
}

/* Counts and offsets per rank of what is asked (by us) and wanted (of us). */
typedef struct negotiation {
  int *ask, *ask_from; /* [ranks], [ranks+1] */
  int *want, *want_from;
  tc_gid *asked, *wanted; /* positions */
} negotiation;

static void free_negotiation(negotiation *n) {
  tc_free(n->ask);
  tc_free(n->ask_from);
  tc_free(n->want);
  tc_free(n->want_from);
  tc_free(n->asked);
  tc_free(n->wanted);
}

static void accumulate(int ranks, const int *count, int *from) {
  from[0] = 0;
  for (int r = 0; r < ranks; r++) from[r + 1] = from[r] + count[r];
}

static tc_status start_negotiation(int ranks, int32_t ghosts, const need *needs, negotiation *n) {
  TC_TRY(TC_ALLOC_ZERO(n->ask, ranks));
  TC_TRY(TC_ALLOC(n->ask_from, ranks + 1));
  TC_TRY(TC_ALLOC(n->want, ranks));
  TC_TRY(TC_ALLOC(n->want_from, ranks + 1));
  TC_TRY(TC_ALLOC(n->asked, ghosts));
  for (int32_t g = 0; g < ghosts; g++) {
    n->ask[needs[g].owner]++;
    n->asked[g] = needs[g].position;
  }
  accumulate(ranks, n->ask, n->ask_from);
  return TC_OK;
}

/* Collective: everybody learns what the others want of it. */
static tc_status negotiate(const tc_world *world, negotiation *n) {
  TC_TRY(TC_MPI(MPI_Alltoall(n->ask, 1, MPI_INT, n->want, 1, MPI_INT, world->comm)));
  accumulate(world->ranks, n->want, n->want_from);
  TC_TRY(TC_WORLD_ALLOC(world, n->wanted, n->want_from[world->ranks]));
  return TC_MPI(MPI_Alltoallv(n->asked, n->ask, n->ask_from, TC_MPI_GID, n->wanted, n->want, n->want_from,
                              TC_MPI_GID, world->comm));
}

static tc_status fill_peers(const negotiation *n, const need *needs, int ranks, tc_plan *plan) {
  for (int r = 0; r < ranks; r++) plan->peers += n->ask[r] > 0 || n->want[r] > 0;
  TC_TRY(TC_ALLOC(plan->peer, plan->peers));
  TC_TRY(TC_ALLOC(plan->send_from, plan->peers + 1));
  TC_TRY(TC_ALLOC(plan->recv_from, plan->peers + 1));
  TC_TRY(TC_ALLOC(plan->send_index, n->want_from[ranks]));
  TC_TRY(TC_ALLOC(plan->recv_index, plan->ghosts));
  plan->send_from[0] = plan->recv_from[0] = 0;
  for (int r = 0, p = 0; r < ranks; r++) {
    if (n->ask[r] == 0 && n->want[r] == 0) continue;
    plan->peer[p] = r;
    plan->send_from[p + 1] = n->want_from[r + 1];
    plan->recv_from[p + 1] = n->ask_from[r + 1];
    p++;
  }
  for (int i = 0; i < n->want_from[ranks]; i++)
    plan->send_index[i] = tc_distribution_local(plan->distribution, n->wanted[i]);
  for (int32_t g = 0; g < plan->ghosts; g++) plan->recv_index[g] = needs[g].ghost;
  return TC_OK;
}

static tc_status start(const tc_world *world, const tc_distribution *distribution, int32_t ghosts,
                       const tc_gid *ghost_position, need **needs, negotiation *n, tc_plan **out) {
  TC_TRY(TC_ALLOC_ZERO(*out, 1));
  (*out)->distribution = distribution;
  (*out)->owned = tc_distribution_owned(distribution, world->rank);
  (*out)->ghosts = ghosts;
  TC_TRY(TC_ALLOC((*out)->ghost_position, ghosts));
  TC_TRY(TC_ALLOC(*needs, ghosts));
  for (int32_t g = 0; g < ghosts; g++) {
    (*out)->ghost_position[g] = ghost_position[g];
    (*needs)[g] = (need){ghost_position[g], tc_distribution_owner(distribution, ghost_position[g]), g};
  }
  qsort(*needs, (size_t)ghosts, sizeof **needs, by_owner);
  return start_negotiation(world->ranks, ghosts, *needs, n);
}

tc_status tc_plan_create(const tc_world *world, const tc_distribution *distribution, int32_t ghosts,
                         const tc_gid *ghost_position, tc_plan **out) {
  tc_plan *plan = NULL;
  need *needs = NULL;
  negotiation n = {0};
  tc_status status = TC_OK;
  TC_GUARD(status,
           tc_world_agree(world, start(world, distribution, ghosts, ghost_position, &needs, &n, &plan)));
  TC_GUARD(status, negotiate(world, &n));
  TC_GUARD(status, tc_world_agree(world, fill_peers(&n, needs, world->ranks, plan)));
  *out = plan;
  plan = NULL;
cleanup:
  tc_plan_destroy(&plan);
  tc_free(needs);
  free_negotiation(&n);
  return status;
}

void tc_plan_destroy(tc_plan **plan) {
  if (!*plan) return;
  tc_free((*plan)->ghost_position);
  tc_free((*plan)->peer);
  tc_free((*plan)->send_from);
  tc_free((*plan)->send_index);
  tc_free((*plan)->recv_from);
  tc_free((*plan)->recv_index);
  tc_free(*plan);
  *plan = NULL;
}
