#include "comm/layout/neighbour_exchange.h"

#include "base/core/memory.h"
#include "support/parallel.h"
#include "support/problems.h"

/* Element of 12 bytes to be exchanged. Its numbers are computed from the position of a row. */
typedef struct element16 {
  int32_t of[3];
} element16;

static element16 make_element(tc_gid position) {
  return (element16){{(int32_t)position, -(int32_t)position, (int32_t)(position * position % 1000)}};
}

/* With blocks of 500 rows, some of three ranks have no rows. */
ParallelTest(neighbour_exchange, ghosts_become_what_their_owners_have) {
  static const int32_t blocks[] = {7, 500};
  tc_mesh *mesh = mesh_box(4, 5, 6, 0.1);
  for (int b = 0; b < 2; b++) {
    const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_CYCLIC, blocks[b]};
    tc_problem *p = problem_make(world, &how, mesh);
    const tc_halo *halo = p->space->halo;
    element16 *array = NULL;
    expect_ok(TC_ALLOC_ZERO(array, halo->owned + halo->ghosts));
    for (int32_t i = 0; i < halo->owned; i++)
      array[i] = make_element(tc_distribution_position(halo->distribution, world->rank, i));
    expect_ok(tc_neighbour_exchange_ghosts(world, halo, sizeof *array, array));
    for (int32_t g = 0; g < halo->ghosts; g++) {
      const element16 wanted = make_element(halo->ghost_position[g]);
      cr_assert(memcmp(&array[halo->owned + g], &wanted, sizeof wanted) == 0, "ghost %d", g);
    }
    tc_free(array);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}

/* Each rank sends its number k + 1 times to its peer number k. In the second pass the last rank expects
 * one element too many. The two sides then disagree, which must be an error. */
ParallelTest(neighbour_exchange, both_sides_know_how_much) {
  tc_mesh *mesh = mesh_box(4, 4, 4, 0.1);
  const cutting how = {"gradient", "none", TC_DISTRIBUTION_CYCLIC, 7};
  tc_problem *p = problem_make(world, &how, mesh);
  const tc_halo *halo = p->space->halo;
  cr_assert_eq(halo->peers, world->ranks - 1);
  for (int wrong = 0; wrong < 2; wrong++) {
    int sent[64], received[64];
    int32_t sent_begin[16] = {0}, received_begin[16] = {0};
    for (int i = 0; i < 64; i++) sent[i] = world->rank;
    for (int k = 0; k < halo->peers; k++) {
      const int mine =
          world->rank - (halo->peer[k] < world->rank); /* this rank's index among the peers of that peer */
      sent_begin[k + 1] = sent_begin[k] + k + 1;
      received_begin[k + 1] = received_begin[k] + mine + 1 + (wrong && world->rank == world->ranks - 1);
    }
    const tc_neighbour_segments outgoing = tc_halo_segments(halo, sent_begin, sent),
                                incoming = tc_halo_segments(halo, received_begin, received);
    if (wrong && world->ranks > 1) {
      expect_error(tc_neighbour_segments_check(world, outgoing, incoming), TC_INTERNAL, "are expected");
    } else {
      expect_ok(tc_neighbour_segments_check(world, outgoing, incoming));
      expect_ok(tc_neighbour_exchange_run_once(world, sizeof *sent, outgoing, incoming));
    }
    for (int k = 0; k < halo->peers && !wrong; k++)
      for (int32_t i = received_begin[k]; i < received_begin[k + 1]; i++)
        cr_assert_eq(received[i], halo->peer[k]);
  }
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* Element of three doubles, one per row. */
typedef struct triple {
  double of[3];
} triple;

static double component_value(tc_gid position, int turn, int k) {
  return (double)(3 * position + k + 1000 * turn);
}

/* If `fills` is true, computes the element of each position, otherwise checks that the elements have these
 * values. */
static void visit(bool fills, int32_t count, const tc_gid *position, int turn, triple *element) {
  for (int32_t i = 0; i < count; i++)
    for (int k = 0; k < 3; k++)
      if (fills)
        element[i].of[k] = component_value(position[i], turn, k);
      else
        cr_assert_eq(element[i].of[k], component_value(position[i], turn, k), "row %d", (int)i);
}

/* An exchange that Tetracast itself does not use: elements of three doubles are sent from ghosts to their
 * owners. Two lists of segments and one call are enough to create it. It can be repeated, and its counts
 * follow from the halo. */
ParallelTest(neighbour_exchange, a_new_exchange_takes_few_lines) {
  tc_mesh *mesh = mesh_box(4, 5, 6, 0.1);
  const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_METIS, 7};
  tc_problem *p = problem_make(world, &how, mesh);
  const tc_halo *halo = p->space->halo;
  const int32_t rows = halo->send_begin[halo->peers];
  triple *ghost = NULL, *row = NULL;
  tc_gid *position = NULL;
  tc_neighbour_exchange *reverse = NULL;
  tc_ledger ledger = {0};
  double now = 0.0;
  expect_ok(TC_ALLOC(ghost, halo->ghosts));
  expect_ok(TC_ALLOC(row, rows));
  expect_ok(TC_ALLOC(position, rows));
  for (int32_t i = 0; i < rows; i++)
    position[i] = tc_distribution_position(halo->distribution, world->rank, halo->send_index[i]);
  const tc_neighbour_segments send = tc_halo_segments(halo, halo->recv_begin, ghost),
                              receive = tc_halo_segments(halo, halo->send_begin, row);
  expect_ok(tc_neighbour_exchange_create(world, sizeof *row, &send, &receive, &reverse));
  for (int turn = 0; turn < 3; turn++) {
    visit(true, halo->ghosts, halo->ghost_position, turn, ghost);
    expect_ok(tc_neighbour_exchange_begin(reverse, &now, &ledger));
    expect_ok(tc_neighbour_exchange_end(reverse, &now, &ledger));
    visit(false, rows, position, turn, row);
  }
  const tc_counts *count = &ledger.count;
  cr_assert_eq(count->local_values + count->remote_values, 3 * 3 * (int64_t)rows);
  cr_assert_eq(count->local_values_out + count->remote_values_out, 3 * 3 * (int64_t)halo->ghosts);
  tc_neighbour_exchange_destroy(&reverse);
  cr_assert_null(reverse);
  tc_free(ghost);
  tc_free(row);
  tc_free(position);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
