#include "comm/plan.h"

#include <stdlib.h>

#include "support/meshes.h"
#include "support/parallel.h"

enum { rows = 200 };

/* Does rank r need the row at this position? An odd, one-sided pattern: rank 1 asks nothing of anybody. */
static bool needs(int rank, int owner, int32_t position, int density) {
  if (rank == owner || rank == 1) return false;
  return (int)(tc_hash_mix((uint64_t)(position * 16 + rank)) % 100) < density;
}

static tc_plan *make(const tc_world *world, const tc_distribution *d, int density) {
  tc_gid ghost[rows];
  int32_t ghosts = 0;
  tc_plan *plan = NULL;
  for (int32_t p = rows - 1; p >= 0; p--)
    if (needs(world->rank, tc_distribution_owner(d, p), p, density)) ghost[ghosts++] = p;
  expect_ok(tc_plan_create(world, d, ghosts, ghost, &plan));
  cr_assert_eq(plan->ghosts, ghosts);
  cr_assert_eq(plan->owned, tc_distribution_owned(d, world->rank));
  cr_assert_arr_eq(plan->ghost_position, ghost, 8 * (size_t)ghosts);
  return plan;
}

/* What is sent to each peer is exactly what it needs, in rising position. */
static void expect_sends(const tc_world *world, const tc_distribution *d, const tc_plan *plan, int density) {
  int32_t sent = 0;
  for (int p = 0, last = -1; p < plan->peers; last = plan->peer[p++]) {
    cr_assert(plan->peer[p] > last && plan->peer[p] != world->rank);
    cr_assert(plan->send_from[p + 1] > plan->send_from[p] || plan->recv_from[p + 1] > plan->recv_from[p]);
    int32_t at = plan->send_from[p];
    for (int32_t position = 0; position < rows; position++) {
      if (tc_distribution_owner(d, position) != world->rank) continue;
      if (!needs(plan->peer[p], world->rank, position, density)) continue;
      cr_assert_lt(at, plan->send_from[p + 1]);
      cr_assert_eq(plan->send_index[at++], tc_distribution_local(d, position));
      sent++;
    }
    cr_assert_eq(at, plan->send_from[p + 1]);
  }
  for (int r = 0; r < world->ranks; r++)
    for (int32_t position = 0; position < rows; position++)
      if (tc_distribution_owner(d, position) == world->rank && needs(r, world->rank, position, density))
        sent--;
  cr_assert_eq(sent, 0);
}

/* Positions travel along the plan; each ghost gets its own. */
static void expect_arrival(const tc_world *world, const tc_distribution *d, const tc_plan *plan) {
  MPI_Request request[64];
  tc_gid out[4 * rows], in[rows], got[rows];
  for (int i = 0; i < plan->send_from[plan->peers]; i++)
    out[i] = tc_distribution_position(d, world->rank, plan->send_index[i]);
  for (int p = 0; p < plan->peers; p++) {
    const int sends = plan->send_from[p + 1] - plan->send_from[p],
              gets = plan->recv_from[p + 1] - plan->recv_from[p];
    MPI_Isend(out + plan->send_from[p], sends, TC_MPI_GID, plan->peer[p], 0, world->comm, &request[2 * p]);
    MPI_Irecv(in + plan->recv_from[p], gets, TC_MPI_GID, plan->peer[p], 0, world->comm, &request[2 * p + 1]);
  }
  MPI_Waitall(2 * plan->peers, request, MPI_STATUSES_IGNORE);
  cr_assert_eq(plan->recv_from[plan->peers], plan->ghosts);
  for (int32_t g = 0; g < plan->ghosts; g++) got[g] = -1;
  for (int32_t i = 0; i < plan->ghosts; i++) got[plan->recv_index[i]] = in[i];
  for (int32_t g = 0; g < plan->ghosts; g++) cr_assert_eq(got[g], plan->ghost_position[g], "ghost %d", g);
}

ParallelTest(plan, everybody_gets_what_it_asked_for) {
  static const int densities[] = {0, 3, 60, 100};
  static const int32_t sizes[] = {1, 7, 100, rows};
  for (int i = 0; i < 4; i++)
    for (int b = 0; b < 4; b++) {
      tc_distribution *d = NULL;
      expect_ok(tc_distribution_create(TC_DISTRIBUTION_CYCLIC, rows, world->ranks, sizes[b], NULL, &d));
      tc_plan *plan = make(world, d, densities[i]);
      expect_sends(world, d, plan, densities[i]);
      expect_arrival(world, d, plan);
      if (densities[i] == 0) cr_assert_eq(plan->peers, 0);
      tc_plan_destroy(&plan);
      tc_distribution_destroy(&d);
    }
}
