/* Tests of transfers between levels without smoothing, of places of rows, and of the ranks that own the rows
 * of a level. */
#include "linear/multigrid/transfer.h"

#include "comm/layout/neighbour_exchange.h"
#include "linear/multigrid/graphs.h"
#include "linear/multigrid/level_owners.h"
#include "linear/rows/row_place.h"

/* ---- ranks that own the rows of a level ---- */

ParallelTest(level_owners, number_of_ranks) {
  const tc_level_owners above = {64, 10};
  (void)world;
  cr_assert_eq(tc_level_owners_choose(above, 4096 * 3, 4096).ranks, 3);
  cr_assert_eq(tc_level_owners_choose(above, 4096 * 3 + 1, 4096).ranks, 4);
  cr_assert_eq(tc_level_owners_choose(above, (int64_t)1 << 40, 4096).ranks, 10);
  cr_assert_eq(tc_level_owners_choose(above, 0, 4096).ranks, 1);
  cr_assert_eq(tc_level_owners_choose(above, 1, 4096).world_ranks, 64);
}

/* If only `ranks` of all ranks own rows, the target of a rank is the owner of its rows. There must be `ranks`
 * different targets. Each must serve about the same number of ranks and be its own target. */
ParallelTest(level_owners, targets) {
  (void)world;
  for (int all = 1; all < 40; all++)
    for (int ranks = 1; ranks <= all; ranks++) {
      const tc_level_owners owners = {all, ranks};
      int served[40] = {0}, targets = 0;
      for (int r = 0; r < all; r++) {
        const int target = tc_level_owners_target(owners, r);
        cr_assert(target >= 0 && target <= r);
        cr_assert_eq(tc_level_owners_target(owners, target), target);
        targets += served[target]++ == 0;
      }
      cr_assert_eq(targets, ranks, "%d of %d ranks", ranks, all);
      for (int r = 0; r < all; r++)
        if (served[r] > 0) cr_assert(served[r] >= all / ranks && served[r] <= (all - 1) / ranks + 1);
    }
}

/* ---- places (owner and local row) of rows ---- */

enum { most_rows = 64, entries = 500 };

static int32_t rows_of(int rank) { return rank == 2 ? 0 : 30 + 5 * rank; }

/* Returns the successor of a row, a pseudo-random place. A tenth of the rows has no successor. */
static tc_row_place next_of(int rank, int32_t local) {
  const uint64_t hash = tc_hash_mix((uint64_t)(rank * 1000 + local));
  if (hash % 10 == 0) return (tc_row_place){-1, 0};
  return (tc_row_place){(int32_t)(hash % 1000), (int32_t)(hash >> 40)};
}

static tc_row_place random_place(const tc_world *world, int k) {
  const uint64_t hash = tc_hash_mix((uint64_t)(world->rank * 100000 + k));
  const int owner = (int)(hash % (uint64_t)world->ranks);
  if (k % 9 == 0 || rows_of(owner) == 0) return (tc_row_place){-1, 7};
  return (tc_row_place){owner, (int32_t)((hash >> 32) % (uint64_t)rows_of(owner))};
}

/* tc_row_places_follow must replace each place by its successor. Rank 1 passes no places. */
ThreadedTest(row_places, follow) {
  tc_row_place place[entries], next[most_rows];
  const int32_t rows = rows_of(world->rank);
  const int count = world->rank == 1 ? 0 : entries;
  for (int32_t i = 0; i < rows; i++) next[i] = next_of(world->rank, i);
  for (int k = 0; k < count; k++) place[k] = random_place(world, k);
  expect_ok(tc_row_places_follow(world, count, place, rows, next));
  for (int k = 0; k < count; k++) {
    const tc_row_place from = random_place(world, k),
                       wanted = from.owner < 0 ? from : next_of(from.owner, from.local);
    cr_assert(place[k].owner == wanted.owner && place[k].local == wanted.local, "place %d", k);
  }
}

/* A place beyond the rows of its owner must be an error on all ranks. */
ParallelTest(row_places, wrong_place) {
  tc_row_place place = {world->ranks - 1, 1000}, next[most_rows] = {{0, 0}};
  if (world->ranks == 1) return; /* local places are not checked */
  expect_error(tc_row_places_follow(world, world->rank == 0, &place, rows_of(world->rank), next), TC_INTERNAL,
               "a rank requests row 1000 of ");
}

/* ---- transfers without smoothing ---- */

/* A level whose aggregates depend on the ids alone, and its plain transfer. Aggregate 0 has hundreds of
 * members. */
typedef struct plain_case {
  graph_input in;
  graph_system system;
  tc_level_graph *level;
  tc_aggregation aggregation;
  int32_t coarse_rows;
  tc_gid *coarse_id; /* [coarse_rows] id of each aggregate of this rank */
  tc_transfer *transfer;
} plain_case;

enum { fine_rows = 1200, aggregates = 100 };

/* Returns the aggregate of a row, or -1 if it has none. */
static tc_gid aggregate_of(tc_gid id) {
  if (id % 13 == 5) return -1;
  return id % 3 == 0 ? 0 : (tc_gid)(tc_hash_mix((uint64_t)id) % aggregates);
}

/* Returns owner and local row of an aggregate. The owner is pseudo-random. The local rows of an owner have
 * ascending ids. */
static tc_row_place place_of(const tc_world *world, tc_gid aggregate) {
  tc_row_place place = {-1, 0};
  if (aggregate < 0) return place;
  const uint64_t ranks = (uint64_t)world->ranks;
  place.owner = (int32_t)(tc_hash_mix((uint64_t)aggregate + 5) % ranks);
  for (tc_gid a = 0; a < aggregate; a++)
    place.local += (int32_t)(tc_hash_mix((uint64_t)a + 5) % ranks) == place.owner;
  return place;
}

static void plain_open(tc_world *world, const graph_cut *cut, plain_case *c) {
  *c = (plain_case){.in = graph_grid(10, 12, 10, 0.0, 1.0)};
  graph_system_create(world, &c->in, cut, 0.0, &c->system);
  c->level = graph_level(&c->system);
  expect_ok(TC_ALLOC(c->aggregation.place, c->level->rows));
  for (int32_t i = 0; i < c->level->rows; i++)
    c->aggregation.place[i] = place_of(world, aggregate_of(c->level->id[i]));
  expect_ok(TC_ALLOC(c->coarse_id, aggregates));
  for (tc_gid a = 0; a < aggregates; a++)
    if (place_of(world, a).owner == world->rank) c->coarse_id[c->coarse_rows++] = a;
  expect_ok(tc_transfer_create_plain(c->level, &c->aggregation, c->coarse_rows, &c->transfer));
}

static void plain_close(plain_case *c) {
  tc_transfer_destroy(&c->transfer);
  cr_assert_null(c->transfer);
  tc_transfer_destroy(&c->transfer);
  tc_free(c->coarse_id);
  tc_free(c->aggregation.place);
  tc_level_graph_destroy(&c->level);
  graph_system_free(&c->system);
  graph_input_free(&c->in);
}

/* Returns the ids `own[halo->owned]` of the owned rows, followed by the ids of the ghosts. The caller frees
 * the result. */
static tc_gid *with_ghosts(const tc_world *world, const tc_halo *halo, const tc_gid *own) {
  tc_gid *all = NULL;
  expect_ok(TC_ALLOC(all, halo->owned + halo->ghosts));
  for (int32_t i = 0; i < halo->owned; i++) all[i] = own[i];
  expect_ok(tc_neighbour_exchange_ghosts(world, halo, sizeof *all, all));
  return all;
}

static void expect_prolongation(const plain_case *c, const tc_gid *coarse_id) {
  const tc_transfer_rows *rows = &c->transfer->prolongation;
  cr_assert(rows->rows == c->level->rows && !rows->value);
  for (int32_t i = 0; i < rows->rows; i++) {
    const tc_gid wanted = aggregate_of(c->level->id[i]);
    cr_assert_eq(rows->begin[i + 1] - rows->begin[i], wanted >= 0);
    if (wanted >= 0) cr_assert_eq(coarse_id[rows->column[rows->begin[i]]], wanted);
  }
}

static void expect_restriction(const plain_case *c, const tc_gid *fine_id) {
  const tc_transfer_rows *rows = &c->transfer->restriction;
  cr_assert(rows->rows == c->coarse_rows && !rows->value);
  for (int32_t r = 0; r < rows->rows; r++) {
    int64_t k = rows->begin[r];
    for (tc_gid id = 0; id < fine_rows; id++)
      if (aggregate_of(id) == c->coarse_id[r]) {
        cr_assert_lt(k, rows->begin[r + 1]);
        cr_assert_eq(fine_id[rows->column[k++]], id);
      }
    cr_assert_eq(k, rows->begin[r + 1]);
  }
}

/* <y, P x> over the fine rows of all ranks must equal <P^T y, x> over the coarse rows. */
static void expect_transposed(const tc_world *world, const plain_case *c, const tc_gid *coarse_id,
                              const tc_gid *fine_id) {
  const tc_transfer_rows *p = &c->transfer->prolongation, *r = &c->transfer->restriction;
  int64_t sum[2] = {0, 0};
  for (int32_t i = 0; i < p->rows; i++)
    for (int64_t k = p->begin[i]; k < p->begin[i + 1]; k++)
      sum[0] += (3 * fine_id[i] + 1) * (coarse_id[p->column[k]] + 7);
  for (int32_t i = 0; i < r->rows; i++)
    for (int64_t k = r->begin[i]; k < r->begin[i + 1]; k++)
      sum[1] += (3 * fine_id[r->column[k]] + 1) * (coarse_id[i] + 7);
  expect_ok(tc_world_sum_int64(world, sum, 2));
  cr_assert_eq(sum[0], sum[1]);
  cr_assert_gt(sum[0], fine_rows);
}

ThreadedTest(transfer, plain) {
  for (int k = 0; k < graph_cut_count; k++) {
    plain_case c;
    plain_open(world, &graph_cuts[k], &c);
    tc_gid *coarse_id = with_ghosts(world, c.transfer->correction_halo, c.coarse_id),
           *fine_id = with_ghosts(world, c.transfer->residual_halo, c.level->id);
    expect_prolongation(&c, coarse_id);
    expect_restriction(&c, fine_id);
    expect_transposed(world, &c, coarse_id, fine_id);
    tc_free(coarse_id);
    tc_free(fine_id);
    plain_close(&c);
  }
}
