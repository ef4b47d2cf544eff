#include "comm/layout/halo.h"

#include <stdlib.h>

#include "comm/layout/neighbour_exchange.h"
#include "support/parallel.h"
#include "support/problems.h"

enum { rows = 200 };

/* True if `rank` needs the row at this position as a ghost. About `density` % of the rows are needed. The
 * pattern is not symmetric, and rank 1 needs no ghosts. */
static bool is_needed(int rank, int owner, tc_gid position, int density) {
  if (rank == owner || rank == 1) return false;
  return (int)(tc_hash_mix((uint64_t)(position * 16 + rank)) % 100) < density;
}

/* Creates a halo from a list of ghosts in descending order. The halo sorts its ghosts. number[g] must then
 * be the sorted index of ghost g of the list. */
static tc_halo *make(const tc_world *world, const tc_distribution *d, int density) {
  tc_gid ghost[rows];
  int32_t number[rows], ghosts = 0;
  tc_halo *halo = NULL;
  for (tc_gid p = rows - 1; p >= 0; p--)
    if (is_needed(world->rank, tc_distribution_owner(d, p), p, density)) ghost[ghosts++] = p;
  expect_ok(tc_halo_create(world, d, ghosts, ghost, number, &halo));
  cr_assert_eq(halo->ghosts, ghosts);
  cr_assert_eq(halo->owned, tc_distribution_owned(d, world->rank));
  for (int32_t g = 0; g < ghosts; g++) cr_assert_eq(halo->ghost_position[number[g]], ghost[g]);
  return halo;
}

/* Ghosts must be sorted by owner and then by position. recv_begin must give the range of each peer. */
static void expect_order(const tc_distribution *d, const tc_halo *halo) {
  cr_assert(halo->recv_begin[0] == 0 && halo->recv_begin[halo->peers] == halo->ghosts);
  for (int p = 0; p < halo->peers; p++)
    for (int32_t g = halo->recv_begin[p]; g < halo->recv_begin[p + 1]; g++) {
      cr_assert_eq(tc_distribution_owner(d, halo->ghost_position[g]), halo->peer[p]);
      if (g > halo->recv_begin[p]) cr_assert_gt(halo->ghost_position[g], halo->ghost_position[g - 1]);
    }
}

/* For each position, the search must return the index of the local row or of the ghost. It must return -1
 * if the rank has neither. */
static void expect_columns(const tc_world *world, const tc_distribution *d, const tc_halo *halo) {
  for (tc_gid position = 0; position < rows; position++) {
    int32_t wanted = -1;
    if (tc_distribution_owner(d, position) == world->rank) wanted = tc_distribution_local(d, position);
    for (int32_t g = 0; g < halo->ghosts; g++)
      if (halo->ghost_position[g] == position) wanted = halo->owned + g;
    cr_assert_eq(tc_halo_find_column(halo, world->rank, position), wanted, "position %d", (int)position);
  }
}

/* The rows sent to each peer must be exactly the rows that the peer needs, in ascending order. */
static void expect_sends(const tc_world *world, const tc_distribution *d, const tc_halo *halo, int density) {
  int32_t sent = 0;
  for (int p = 0, last = -1; p < halo->peers; last = halo->peer[p++]) {
    cr_assert(halo->peer[p] > last && halo->peer[p] != world->rank);
    cr_assert(halo->send_begin[p + 1] > halo->send_begin[p] || halo->recv_begin[p + 1] > halo->recv_begin[p]);
    int32_t at = halo->send_begin[p];
    for (int32_t position = 0; position < rows; position++) {
      if (tc_distribution_owner(d, position) != world->rank) continue;
      if (!is_needed(halo->peer[p], world->rank, position, density)) continue;
      cr_assert_lt(at, halo->send_begin[p + 1]);
      cr_assert_eq(halo->send_index[at++], tc_distribution_local(d, position));
      sent++;
    }
    cr_assert_eq(at, halo->send_begin[p + 1]);
  }
  for (int r = 0; r < world->ranks; r++)
    for (int32_t position = 0; position < rows; position++)
      if (tc_distribution_owner(d, position) == world->rank && is_needed(r, world->rank, position, density))
        sent--;
  cr_assert_eq(sent, 0);
}

/* The border is the list of rows that are sent to any peer. It must contain each such row once, in
 * ascending order. */
static void expect_border(const tc_halo *halo) {
  bool sent[rows] = {false};
  int32_t b = 0;
  for (int32_t i = 0; i < halo->send_begin[halo->peers]; i++) sent[halo->send_index[i]] = true;
  for (int32_t row = 0; row < halo->owned; row++)
    if (sent[row]) cr_assert(b < halo->borders && halo->border[b++] == row);
  cr_assert_eq(b, halo->borders);
}

/* Each owner sends the positions of its rows, which must arrive at the right ghosts. Each ghost then sends
 * the number 1 back. The sum at a row must be the number of ranks that need this row. */
static void expect_arrival(const tc_world *world, const tc_distribution *d, const tc_halo *halo,
                           int density) {
  MPI_Request request[64];
  tc_gid out[16 * rows], in[rows];
  int32_t takers[rows] = {0};
  const int32_t sends = halo->send_begin[halo->peers];
  for (int i = 0; i < sends; i++) out[i] = tc_distribution_position(d, world->rank, halo->send_index[i]);
  for (int back = 0; back < 2; back++) {
    tc_gid *const give = back ? in : out, *const take = back ? out : in;
    const int32_t *const give_from = back ? halo->recv_begin : halo->send_begin, *const take_from =
                                                                                     back ? halo->send_begin
                                                                                          : halo->recv_begin;
    for (int p = 0; p < halo->peers; p++) {
      MPI_Isend(give + give_from[p], give_from[p + 1] - give_from[p], TC_MPI_GID, halo->peer[p], 0,
                tc_world_comm(world), &request[2 * p]);
      MPI_Irecv(take + take_from[p], take_from[p + 1] - take_from[p], TC_MPI_GID, halo->peer[p], 0,
                tc_world_comm(world), &request[2 * p + 1]);
    }
    MPI_Waitall(2 * halo->peers, request, MPI_STATUSES_IGNORE);
    for (int32_t g = 0; g < halo->ghosts && !back; g++) {
      cr_assert_eq(in[g], halo->ghost_position[g], "ghost %d", g);
      in[g] = 1;
    }
  }
  for (int32_t i = 0; i < sends; i++) takers[halo->send_index[i]] += (int32_t)out[i];
  for (int32_t row = 0; row < halo->owned; row++) {
    const tc_gid position = tc_distribution_position(d, world->rank, row);
    for (int r = 0; r < world->ranks; r++) takers[row] -= is_needed(r, world->rank, position, density);
    cr_assert_eq(takers[row], 0, "row %d", row);
  }
}

static void expect_halos(const tc_world *world, tc_distribution *d) {
  static const int densities[] = {0, 3, 60, 100};
  for (int i = 0; i < 4; i++) {
    tc_halo *halo = make(world, d, densities[i]);
    expect_order(d, halo);
    expect_columns(world, d, halo);
    expect_sends(world, d, halo, densities[i]);
    expect_border(halo);
    expect_arrival(world, d, halo, densities[i]);
    if (densities[i] == 0) cr_assert(halo->peers == 0 && halo->borders == 0);
    tc_halo_destroy(&halo);
    cr_assert_null(halo);
    tc_halo_destroy(&halo);
  }
  tc_distribution_destroy(&d);
}

/* Cyclic distributions with several block sizes. With blocks of 100 and 200 rows, some of three ranks have
 * no rows. */
ParallelTest(halo, rows_dealt_in_blocks) {
  static const int32_t sizes[] = {1, 7, 100, rows};
  for (int b = 0; b < 4; b++) {
    tc_distribution *d = NULL;
    expect_ok(tc_distribution_create(TC_DISTRIBUTION_CYCLIC, rows, world->ranks, sizes[b], NULL, &d));
    expect_halos(world, d);
  }
}

/* Each rank owns a contiguous range of rows. The ranges differ in length, and that of rank 0 may be empty. */
ParallelTest(halo, contiguous_rows) {
  for (int empty = 0; empty < 2; empty++) {
    tc_gid *first = malloc(((size_t)world->ranks + 1) * sizeof *first);
    tc_distribution *d = NULL;
    for (int r = 0; r <= world->ranks; r++) first[r] = (tc_gid)rows * r * r / world->ranks / world->ranks;
    if (empty && world->ranks > 1) first[1] = 0;
    expect_ok(tc_distribution_create(TC_DISTRIBUTION_METIS, rows, world->ranks, 7, first, &d));
    expect_halos(world, d);
    free(first);
  }
}

/* The patterns of these problems are symmetric. The rows that are sent must therefore be exactly the rows
 * that read ghosts. */
ParallelTest(halo, border_rows_are_those_that_read_ghosts) {
  static const cutting cuttings[] = {{"two-point", "rcm", TC_DISTRIBUTION_METIS, 7},
                                     {"gradient", "rcm", TC_DISTRIBUTION_METIS, 7},
                                     {"two-point", "none", TC_DISTRIBUTION_CYCLIC, 40},
                                     {"gradient", "metis", TC_DISTRIBUTION_CYCLIC, 40},
                                     {"gradient", "none", TC_DISTRIBUTION_CYCLIC, 1000}};
  tc_mesh *mesh = mesh_box(4, 5, 6, 0.1);
  for (int c = 0; c < 5; c++) {
    tc_problem *p = problem_make(world, &cuttings[c], mesh);
    const tc_ell *M = p->system->rates;
    int32_t b = 0;
    for (int32_t i = 0; i < M->rows; i++) {
      bool reads = false;
      for (int k = 0; k < M->width; k++)
        reads |= M->column[(size_t)i * (size_t)M->width + (size_t)k] >= M->rows;
      if (reads) cr_assert(b < p->space->halo->borders && p->space->halo->border[b++] == i, "row %d", i);
    }
    cr_assert_eq(b, p->space->halo->borders);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}

/* ---- halos of rows without a distribution ---- */

static int32_t owned_rows(int rank) { return rank == 1 ? 0 : 20 + 7 * rank; }

/* Lists the rows that `rank` needs, as pairs of owner and local row, in descending order. The pattern is
 * not symmetric. */
static int32_t list_places(const tc_world *world, tc_row_place *place) {
  int32_t ghosts = 0;
  for (int owner = world->ranks - 1; owner >= 0; owner--)
    for (int32_t local = owned_rows(owner) - 1; local >= 0; local--)
      if (is_needed(world->rank, owner, (tc_gid)owner * 1000 + local, 40))
        place[ghosts++] = (tc_row_place){owner, local};
  return ghosts;
}

/* A halo is created from places (owner and local row). Each ghost must receive the value of the row at its
 * place. */
ParallelTest(halo, from_places) {
  tc_row_place place[16 * rows];
  int32_t number[16 * rows];
  tc_gid value[16 * rows];
  tc_halo *halo = NULL;
  const int32_t owned = owned_rows(world->rank), ghosts = list_places(world, place);
  expect_ok(tc_halo_create_from_places(world, owned, ghosts, place, number, &halo));
  cr_assert(halo->owned == owned && halo->ghosts == ghosts && !halo->distribution);
  for (int32_t i = 0; i < owned; i++) value[i] = world->rank * 1000 + i;
  for (int32_t g = 0; g < ghosts; g++) value[owned + g] = -1;
  expect_ok(tc_neighbour_exchange_ghosts(world, halo, sizeof *value, value));
  for (int32_t k = 0; k < ghosts; k++) {
    cr_assert_eq(value[owned + number[k]], place[k].owner * 1000 + place[k].local);
    cr_assert_eq(tc_halo_ghost_local(halo, number[k]), place[k].local);
  }
  expect_border(halo);
  tc_halo_destroy(&halo);
}

/* A halo that is created from places must have the same lists as one that is created from the positions of
 * the same ghosts. */
ParallelTest(halo, places_like_positions) {
  tc_distribution *d = NULL;
  tc_row_place place[rows];
  int32_t number[rows];
  tc_halo *by_place = NULL;
  expect_ok(tc_distribution_create(TC_DISTRIBUTION_CYCLIC, rows, world->ranks, 3, NULL, &d));
  tc_halo *halo = make(world, d, 30);
  for (int32_t g = 0; g < halo->ghosts; g++)
    place[g] =
        (tc_row_place){tc_distribution_owner(d, halo->ghost_position[g]), tc_halo_ghost_local(halo, g)};
  expect_ok(tc_halo_create_from_places(world, halo->owned, halo->ghosts, place, number, &by_place));
  cr_assert(by_place->peers == halo->peers && by_place->borders == halo->borders);
  for (int32_t g = 0; g < halo->ghosts; g++) cr_assert_eq(number[g], g);
  for (int p = 0; p < halo->peers; p++) {
    cr_assert_eq(by_place->peer[p], halo->peer[p]);
    cr_assert_eq(by_place->send_begin[p + 1], halo->send_begin[p + 1]);
    cr_assert_eq(by_place->recv_begin[p + 1], halo->recv_begin[p + 1]);
  }
  for (int32_t i = 0; i < halo->send_begin[halo->peers]; i++)
    cr_assert_eq(by_place->send_index[i], halo->send_index[i]);
  tc_halo_destroy(&by_place);
  tc_halo_destroy(&halo);
  tc_distribution_destroy(&d);
}
