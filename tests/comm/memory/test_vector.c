/* Tests of vectors in private memory and in windows, and of the arenas that allocate them. */
#include "comm/memory/vector.h"

#include <math.h>
#include <omp.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "comm/memory/arena.h"
#include "support/parallel.h"
#include "support/problems.h"

enum { vectors = 4, ghosts = 3 };

static double draw_value(uint64_t index) { return ldexp((double)(int64_t)tc_hash_mix(index), -60); }

/* Number of rows, which differs between ranks. Rank 1 has none. */
static int32_t count_rows(int rank) { return rank == 1 ? 0 : 1000 + 77 * rank; }

static void expect_fresh(const tc_arena *arena, int rank) {
  cr_assert_eq(arena->vectors, vectors);
  for (int v = 0; v < vectors; v++) {
    const tc_vector *x = &arena->vector[v];
    cr_assert(x->owned == count_rows(rank) && x->ghosts == ghosts && x->index == v);
    for (int32_t i = 0; i < x->owned + ghosts; i++) cr_assert_eq(x->value[i], 0.0);
    for (int other = 0; other < v; other++) {
      const tc_vector *y = &arena->vector[other];
      cr_assert(x->value >= y->value + y->owned + ghosts || y->value >= x->value + x->owned + ghosts,
                "they overlap");
    }
  }
}

/* Compares every vector operation with a plain loop over the owned rows. Ghosts must not change. */
static void expect_operations(const tc_arena *arena) {
  tc_vector *a = &arena->vector[0], *b = &arena->vector[1];
  const int32_t n = a->owned;
  double *u = NULL, *w = NULL;
  expect_ok(TC_ALLOC(u, n));
  expect_ok(TC_ALLOC(w, n));
  for (int32_t i = 0; i < n; i++) u[i] = draw_value((uint64_t)i), w[i] = draw_value(9999 + (uint64_t)i);
  for (int32_t g = 0; g < ghosts; g++) a->value[n + g] = b->value[n + g] = 42.0 + g;
  tc_vector_load(u, a);
  tc_vector_copy(a, b);
  for (int32_t i = 0; i < n; i++) cr_assert(a->value[i] == u[i] && b->value[i] == u[i]);
  tc_vector_load(w, b);
  for (int32_t i = 0; i < n; i++) cr_assert(a->value[i] == u[i] && b->value[i] == w[i], "row %d", (int)i);
  tc_vector_fill(0.1, a);
  tc_vector_store(a, u);
  for (int32_t i = 0; i < n; i++) cr_assert_eq(u[i], 0.1);
  for (int32_t g = 0; g < ghosts; g++) cr_assert(a->value[n + g] == 42.0 + g && b->value[n + g] == 42.0 + g);
  const tc_vector was_a = *a, was_b = *b;
  tc_vector_swap(a, b);
  cr_assert(a->value == was_b.value && a->index == 1 && b->value == was_a.value && b->index == 0);
  tc_vector_swap(a, b);
  tc_free(u);
  tc_free(w);
}

/* Each rank reads the vectors of all other ranks. It uses a get and, if the ranks share memory, also a
 * pointer. */
static void expect_reach(const tc_world *world, const tc_arena *arena) {
  for (int v = 0; v < vectors; v++) tc_vector_fill(100.0 * world->rank + v, &arena->vector[v]);
  expect_ok(tc_window_barrier(arena->window, NULL));
  for (int v = 0; v < vectors; v++)
    for (int r = 0; r < world->ranks; r++) {
      const tc_vector *x = &arena->vector[v];
      const double *near = tc_arena_node_pointers(arena, x)[r];
      double last = NAN;
      if (count_rows(r) == 0) continue;
      expect_ok(
          tc_window_get(arena->window, r, tc_arena_offset(arena, x, count_rows(r) - 1), &last, 1, NULL));
      expect_ok(tc_window_flush(arena->window));
      cr_assert_eq(last, 100.0 * r + v);
      cr_assert_eq(near != NULL, world->shm_group_of_rank[r] == world->shm_group_of_rank[world->rank]);
      if (near) cr_assert_eq(near[0], 100.0 * r + v);
    }
  expect_ok(tc_window_barrier(arena->window, NULL));
}

ThreadedTest(vector, operations_in_private_memory) {
  tc_arena *arena = NULL;
  expect_ok(tc_arena_create(world, false, vectors, count_rows(world->rank), ghosts, &arena));
  cr_assert_null(arena->window);
  expect_fresh(arena, world->rank);
  expect_operations(arena);
  tc_arena_destroy(&arena);
  cr_assert_null(arena);
  tc_arena_destroy(&arena);
}

ThreadedTest(vector, operations_in_windows) {
  tc_arena *arena = NULL;
  expect_ok(tc_arena_create(world, true, vectors, count_rows(world->rank), ghosts, &arena));
  expect_fresh(arena, world->rank);
  expect_operations(arena);
  expect_reach(world, arena);
  tc_arena_destroy(&arena);
}

/* In this world no ranks share memory, as on different nodes. */
ParallelTest(vector, reached_over_the_network) {
  tc_world *torn = torn_world();
  tc_arena *arena = NULL;
  (void)world;
  expect_ok(tc_arena_create(torn, true, vectors, count_rows(torn->rank), ghosts, &arena));
  expect_reach(torn, arena);
  tc_arena_destroy(&arena);
  tc_world_destroy(&torn);
}

/* Arenas without vectors, and vectors without rows. */
ParallelTest(vector, empty_arenas) {
  for (int shared = 0; shared < 2; shared++) {
    tc_arena *arena = NULL;
    expect_ok(tc_arena_create(world, shared, 0, 10, 0, &arena));
    tc_arena_destroy(&arena);
    expect_ok(tc_arena_create(world, shared, 2, 0, 0, &arena));
    tc_vector_fill(1.0, &arena->vector[1]);
    tc_arena_destroy(&arena);
  }
}
