/* Tests that apply to every transport in transports.def. After each exchange, the ghosts must have the
 * values that their owners have sent. This must hold for any number of exchanges. */
#include "comm/exchange/exchange.h"

#include <math.h>
#include <unistd.h>

#include "support/parallel.h"
#include "support/problems.h"

enum { exchanges = 6, vectors = 3 };

static double compute_value(int k, tc_gid position) { return noise((uint64_t)k << 40 | (uint64_t)position); }

static void expect_complete(const tc_halo *halo, const tc_transport *t, int rank, int k,
                            const double *complete) {
  for (int32_t i = 0; i < halo->owned; i++)
    cr_assert_eq(complete[i], compute_value(k, tc_distribution_position(halo->distribution, rank, i)),
                 "%s: own row %d", t->name, (int)i);
  for (int32_t g = 0; g < halo->ghosts; g++)
    cr_assert_eq(complete[halo->owned + g],
                 t->exchanges_nothing ? 0.0 : compute_value(k, halo->ghost_position[g]), "%s: ghost %d",
                 t->name, (int)g);
}

/* Makes exchange number k. Ranks begin it at different times, use their vectors alternately, and overwrite
 * the sent values as soon as the exchange has ended. */
static void run_exchange(tc_exchange *e, const tc_halo *halo, const tc_world *world, int k, tc_vector *x) {
  const double *complete = NULL;
  tc_ledger ledger = {0};
  for (int32_t i = 0; i < x->owned; i++)
    x->value[i] = compute_value(k, tc_distribution_position(halo->distribution, world->rank, i));
  if (world->rank == k % world->ranks) usleep(200);
  expect_ok(tc_exchange_begin(e, x, &ledger));
  for (int32_t i = 0; i < x->owned; i++) /* owned values may be read during the exchange */
    cr_assert_eq(x->value[i], compute_value(k, tc_distribution_position(halo->distribution, world->rank, i)));
  expect_ok(tc_exchange_end(e, x, &complete, &ledger));
  cr_assert_eq(complete == x->value, e->copy == NULL);
  expect_complete(halo, e->transport, world->rank, k, complete);
  cr_assert_eq(ledger.count.copied_values, e->copy && !e->transport->all_values ? halo->owned : 0);
  for (int32_t i = 0; i < x->owned; i++) x->value[i] = NAN;
}

static void expect_exchanges(const tc_transport *t, bool copy, tc_world *world, const tc_halo *halo) {
  tc_arena *arena = NULL;
  tc_exchange *e = NULL;
  expect_ok(tc_arena_create(world, t->shared, vectors, halo->owned, halo->ghosts, &arena));
  expect_ok(tc_exchange_create(t, copy, world, halo, arena, &e));
  for (int k = 0; k < exchanges; k++) run_exchange(e, halo, world, k, &arena->vector[k % vectors]);
  tc_exchange_destroy(&e);
  cr_assert_null(e);
  tc_exchange_destroy(&e);
  tc_arena_destroy(&arena);
}

static void expect_transports(const cutting *how, tc_world **worlds, int kinds, tc_mesh *mesh) {
  tc_problem *p = problem_make(worlds[0], how, mesh);
  for (int t = 0; t < tc_transport_count(); t++)
    for (int w = 0; w < kinds; w++)
      for (int copy = tc_transport_at(t)->all_values; copy < 2; copy++)
        expect_exchanges(tc_transport_at(t), copy, worlds[w], p->space->halo);
  tc_problem_destroy(&p);
}

/* Tests all transports in three worlds: the real one, one in which each rank counts as a node, and one in
 * which no ranks share memory. */
ThreadedTest(exchange, every_transport) {
  static const cutting hows[] = {{"gradient", "rcm", TC_DISTRIBUTION_METIS, 7},
                                 {"gradient", "none", TC_DISTRIBUTION_CYCLIC, 10},
                                 {"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 1}};
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_world *worlds[3] = {NULL, NULL, torn_world()};
  (void)world;
  for (int w = 0; w < 2; w++) expect_ok(tc_world_create(MPI_COMM_WORLD, w, &worlds[w]));
  for (size_t h = 0; h < sizeof hows / sizeof *hows; h++) expect_transports(&hows[h], worlds, 3, mesh);
  for (int w = 0; w < 3; w++) tc_world_destroy(&worlds[w]);
  tc_mesh_destroy(&mesh);
}

/* Meshes with so few cells that some ranks have no rows and some have no peers. */
ParallelTest(exchange, tiny_meshes) {
  static const cutting how = {"gradient", "none", TC_DISTRIBUTION_CYCLIC, 1};
  tc_mesh *six = mesh_box(1, 1, 1, 0.0), *one = mesh_single(1.0);
  expect_transports(&how, &world, 1, six);
  expect_transports(&how, &world, 1, one);
  tc_mesh_destroy(&six);
  tc_mesh_destroy(&one);
}

ParallelTest(exchange, registry_is_sound) {
  (void)world;
  for (int i = 0; i < tc_transport_count(); i++) {
    const tc_transport *t = tc_transport_at(i);
    cr_assert_eq(tc_transport_find(t->name), t);
    cr_assert(t->create && t->destroy && t->begin && t->end && t->count && strlen(t->summary) > 10);
  }
  cr_assert_null(tc_transport_find("no such transport"));
}
