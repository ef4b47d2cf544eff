#include "comm/layout/neighbour_exchange.h"

#include "base/core/memory.h"
#include "support/parallel.h"
#include "support/problems.h"

/* 12 bytes that tell a position. */
typedef struct token {
  int32_t of[3];
} token;

static token token_of(tc_gid position) {
  return (token){{(int32_t)position, -(int32_t)position, (int32_t)(position * position % 1000)}};
}

/* With blocks of 500 some of three ranks have no rows. */
ParallelTest(trade, ghosts_become_what_their_owners_have) {
  static const int32_t blocks[] = {7, 500};
  tc_mesh *mesh = mesh_box(4, 5, 6, 0.1);
  for (int b = 0; b < 2; b++) {
    const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_CYCLIC, blocks[b]};
    tc_problem *p = problem_make(world, &how, mesh);
    const tc_halo *halo = p->space->halo;
    token *array = NULL;
    expect_ok(TC_ALLOC_ZERO(array, halo->owned + halo->ghosts));
    for (int32_t i = 0; i < halo->owned; i++)
      array[i] = token_of(tc_distribution_position(halo->distribution, world->rank, i));
    expect_ok(tc_neighbour_exchange_ghosts(world, halo, sizeof *array, array));
    for (int32_t g = 0; g < halo->ghosts; g++) {
      const token wanted = token_of(halo->ghost_position[g]);
      cr_assert(memcmp(&array[halo->owned + g], &wanted, sizeof wanted) == 0, "ghost %d", g);
    }
    tc_free(array);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}

/* Every rank gives its number k + 1 times to its peer k; the last rank expects one too many. */
ParallelTest(trade, both_sides_know_how_much) {
  tc_mesh *mesh = mesh_box(4, 4, 4, 0.1);
  const cutting how = {"gradient", "none", TC_DISTRIBUTION_CYCLIC, 7};
  tc_problem *p = problem_make(world, &how, mesh);
  const tc_halo *halo = p->space->halo;
  cr_assert_eq(halo->peers, world->ranks - 1);
  for (int wrong = 0; wrong < 2; wrong++) {
    int give[64], take[64];
    int32_t give_from[16] = {0}, take_from[16] = {0};
    for (int i = 0; i < 64; i++) give[i] = world->rank;
    for (int k = 0; k < halo->peers; k++) {
      const int mine = world->rank - (halo->peer[k] < world->rank); /* as the peer numbers this rank */
      give_from[k + 1] = give_from[k] + k + 1;
      take_from[k + 1] = take_from[k] + mine + 1 + (wrong && world->rank == world->ranks - 1);
    }
    const tc_neighbour_segments gift = {give, give_from}, loot = {take, take_from};
    if (wrong && world->ranks > 1)
      expect_error(tc_neighbour_exchange(world, halo, sizeof *give, gift, loot), TC_INTERNAL, "are expected");
    else
      expect_ok(tc_neighbour_exchange(world, halo, sizeof *give, gift, loot));
    for (int k = 0; k < halo->peers && !wrong; k++)
      for (int32_t i = take_from[k]; i < take_from[k + 1]; i++) cr_assert_eq(take[i], halo->peer[k]);
  }
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
