/* Second part of a pass of pairing (pairing.h): joining of single rows, and aggregates of all rows. A row
 * that the matching has not paired joins the pair of the paired neighbour to which it is coupled most
 * strongly relative to its own diagonal. All rows decide by the pairs at the end of the matching, so several
 * rows may join one pair.
 *
 * An aggregate consists of a pair and of rows that have joined either row of the pair. Members can belong to
 * several ranks, and no rank has all of them. The smallest id therefore reaches the members in four steps:
 * each paired row receives the smallest id of the rows that have joined it, the two rows of a pair compare
 * their results, and the rows that have joined copy the result. Ghosts are exchanged after each step. */
#include <string.h>

#include "linear/multigrid/pairing_internal.h"

/* Returns the paired neighbour to which a single row is coupled most strongly; -1 if there is none. */
static int32_t choose_pair(const tc_pairing *p, int32_t i) {
  const tc_level_graph *graph = p->graph;
  double largest = p->strength;
  int32_t best = -1;
  for (int64_t k = graph->begin[i]; k < graph->begin[i + 1]; k++) {
    const int32_t j = graph->column[k];
    if (p->state[j] != TC_ROW_PAIRED) continue;
    const double strength = (double)graph->coupling[k] * p->inverse[i];
    const bool is_tie = best >= 0 && strength == largest;
    if (is_tie ? !tc_pairing_precedes(graph->id[i], graph->id[j], graph->id[best]) : !(strength > largest))
      continue;
    largest = strength;
    best = j;
  }
  return best;
}

/* Makes each row a separate aggregate. Lets single rows choose a pair, and lists those that have chosen one.
 * The ids of ghosts are set to the largest number, so that the id of any row that joins the ghost is smaller
 * and replaces it. */
static void init_aggregates(tc_pairing *p) {
  const tc_level_graph *graph = p->graph;
  const int32_t rank = graph->world->rank, columns = graph->rows + graph->ghosts;
#pragma omp parallel for schedule(static)
  for (int32_t n = 0; n < p->blocks; n++) {
    const tc_pairing_block block = tc_pairing_get_block(p, n);
    *block.count = 0;
    for (int32_t i = block.begin; i < block.end; i++) {
      const bool is_excluded = p->state[i] == TC_ROW_EXCLUDED;
      p->aggregate[i] = is_excluded ? (tc_aggregate){-1, -1, -1} : (tc_aggregate){graph->id[i], rank, i};
      if (p->state[i] != TC_ROW_FREE) continue;
      p->partner[i] = choose_pair(p, i);
      if (p->partner[i] >= 0) block.list[(*block.count)++] = i;
    }
  }
  for (int32_t j = graph->rows; j < columns; j++) p->aggregate[j] = (tc_aggregate){TC_GID_NONE, rank, -1};
}

/* Sets *smallest to the smaller one of the two ids in an atomic operation, because other threads may do the
 * same. */
static void lower_id(tc_gid *smallest, tc_gid id) {
  tc_gid old = __atomic_load_n(smallest, __ATOMIC_RELAXED);
  while (id < old &&
         !__atomic_compare_exchange_n(smallest, &old, id, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
}

/* Lowers the id of each row and ghost to the smallest id of this rank's rows that have joined it. Then only
 * the row with this id writes the local number, so that no two threads write the same element. */
static void collect_own_joins(tc_pairing *p) {
  const tc_level_graph *graph = p->graph;
#pragma omp parallel for schedule(static)
  for (int32_t n = 0; n < p->blocks; n++) {
    const tc_pairing_block block = tc_pairing_get_block(p, n);
    for (int32_t k = 0; k < *block.count; k++)
      lower_id(&p->aggregate[p->partner[block.list[k]]].id, graph->id[block.list[k]]);
  }
#pragma omp parallel for schedule(static)
  for (int32_t n = 0; n < p->blocks; n++) {
    const tc_pairing_block block = tc_pairing_get_block(p, n);
    for (int32_t k = 0; k < *block.count; k++) {
      const int32_t i = block.list[k];
      if (p->aggregate[p->partner[i]].id == graph->id[i]) p->aggregate[p->partner[i]].local = i;
    }
  }
}

/* Receives from other ranks the smallest ids of their rows that have joined rows of this rank. */
static tc_status collect_joins(tc_pairing *p) {
  const tc_halo *halo = p->graph->halo;
  double now = 0.0;
  collect_own_joins(p);
  TC_TRY(tc_neighbour_exchange_begin(p->joins, &now, NULL));
  TC_TRY(tc_neighbour_exchange_end(p->joins, &now, NULL));
  for (int32_t k = 0; k < halo->send_begin[halo->peers]; k++) {
    tc_aggregate received, *own = &p->aggregate[halo->send_index[k]];
    memcpy(&received, p->aggregates.sent + (size_t)k * sizeof received, sizeof received);
    if (received.id < own->id) *own = received;
  }
  return TC_OK;
}

/* Sets the aggregates of both rows of each pair to the one with the smaller id. The row with the lower column
 * sets both, so that only one thread writes an aggregate. If one row of the pair is a ghost, its owner does
 * the same. */
static void compare_pairs(tc_pairing *p) {
  const int32_t rows = p->graph->rows;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < rows; i++) {
    if (p->state[i] != TC_ROW_PAIRED || p->partner[i] < i) continue;
    tc_aggregate *const own = &p->aggregate[i], *const other = &p->aggregate[p->partner[i]];
    if (other->id < own->id)
      *own = *other;
    else if (p->partner[i] < rows)
      *other = *own;
  }
}

static void copy_to_joined_rows(tc_pairing *p) {
#pragma omp parallel for schedule(static)
  for (int32_t n = 0; n < p->blocks; n++) {
    const tc_pairing_block block = tc_pairing_get_block(p, n);
    for (int32_t k = 0; k < *block.count; k++)
      p->aggregate[block.list[k]] = p->aggregate[p->partner[block.list[k]]];
  }
}

tc_status tc_joining_run(tc_pairing *p) {
  init_aggregates(p);
  TC_TRY(collect_joins(p));
  TC_TRY(tc_ghost_values_exchange(&p->aggregates, p->aggregate));
  compare_pairs(p);
  TC_TRY(tc_ghost_values_exchange(&p->aggregates, p->aggregate));
  copy_to_joined_rows(p);
  return tc_ghost_values_exchange(&p->aggregates, p->aggregate);
}
