/* Pairing of rows. tc_pairing_run excludes rows, computes the greedy matching in rounds, and calls joining.c
 * for the rows that remain single. A free row is one that is neither paired nor excluded. In a round each
 * free row chooses as its partner the free neighbour whose edge to it comes first in the total order of
 * edges. Two rows that have chosen each other become a pair. The matching is unique, so it does not depend on
 * the schedule of rounds.
 *
 * A row retains its partner until that row is paired with another one, because edges only leave the set of
 * candidates. Only rows that are neither paired nor without a partner (undecided rows) are visited in later
 * rounds. */
#include "linear/multigrid/pairing.h"

#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "linear/multigrid/pairing_internal.h"

/* Rows whose excess is at least this fraction of their diagonal sum are excluded: the smoother reduces their
 * error without a coarse level. */
static const double excluded_excess = 0.3;
/* Value used as the inverse of a diagonal sum that is not positive, so that strengths remain numbers. */
static const double largest_inverse = 1e300;

/* ---- exchanges of ghost values ---- */

static tc_status create_ghost_values(tc_pairing *p, size_t size, void *ghosts, tc_ghost_values *values) {
  const tc_halo *halo = p->graph->halo;
  *values = (tc_ghost_values){.halo = halo, .size = size};
  TC_TRY(
      tc_pool_array(&p->memory, false, (size_t)halo->send_begin[halo->peers], size, "sent", &values->sent));
  const tc_neighbour_segments send = tc_halo_segments(halo, halo->send_begin, values->sent),
                              receive = tc_halo_segments(halo, halo->recv_begin, ghosts);
  return tc_neighbour_exchange_create(p->graph->world, size, &send, &receive, &values->exchange);
}

static tc_status run_exchange(const tc_neighbour_exchange *exchange) {
  double now = 0.0;
  TC_TRY(tc_neighbour_exchange_begin(exchange, &now, NULL));
  return tc_neighbour_exchange_end(exchange, &now, NULL);
}

tc_status tc_ghost_values_exchange(const tc_ghost_values *values, const void *array) {
  const tc_halo *halo = values->halo;
  const char *value = array;
  for (int32_t k = 0; k < halo->send_begin[halo->peers]; k++)
    memcpy(values->sent + (size_t)k * values->size, value + (size_t)halo->send_index[k] * values->size,
           values->size);
  return run_exchange(values->exchange);
}

/* Exchanges the partners of border rows and ghosts. Ids are sent, because the numbers of columns differ
 * between ranks. */
static tc_status exchange_partners(const tc_pairing *p) {
  const tc_halo *halo = p->graph->halo;
  for (int32_t k = 0; k < halo->send_begin[halo->peers]; k++) {
    const int32_t partner = p->partner[halo->send_index[k]];
    const tc_gid id = partner < 0 ? -1 : p->graph->id[partner];
    memcpy(p->partners.sent + (size_t)k * sizeof id, &id, sizeof id);
  }
  return run_exchange(p->partners.exchange);
}

/* ---- creation of the state ---- */

static tc_status create_exchanges(tc_pairing *p) {
  const tc_level_graph *graph = p->graph;
  const tc_halo *halo = graph->halo;
  TC_TRY(create_ghost_values(p, sizeof *p->inverse, p->inverse + graph->rows, &p->inverses));
  TC_TRY(create_ghost_values(p, sizeof *p->ghost_partner, p->ghost_partner, &p->partners));
  TC_TRY(create_ghost_values(p, sizeof *p->state, p->state + graph->rows, &p->states));
  TC_TRY(create_ghost_values(p, sizeof *p->aggregate, p->aggregate + graph->rows, &p->aggregates));
  const tc_neighbour_segments send = tc_halo_segments(halo, halo->recv_begin, p->aggregate + graph->rows),
                              receive = tc_halo_segments(halo, halo->send_begin, p->aggregates.sent);
  return tc_neighbour_exchange_create(graph->world, sizeof *p->aggregate, &send, &receive, &p->joins);
}

static tc_status create_arrays(tc_pairing *p) {
  const int32_t rows = p->graph->rows;
  const size_t columns = (size_t)rows + (size_t)p->graph->ghosts;
  p->blocks = rows / TC_PAIRING_BLOCK + (rows % TC_PAIRING_BLOCK > 0);
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->inverse, columns));
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->state, columns));
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->partner, rows));
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->ghost_partner, p->graph->ghosts));
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->listed, rows));
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->listed_count, p->blocks));
  return create_exchanges(p);
}

static void free_pairing(tc_pairing *p) {
  tc_neighbour_exchange_destroy(&p->inverses.exchange);
  tc_neighbour_exchange_destroy(&p->partners.exchange);
  tc_neighbour_exchange_destroy(&p->states.exchange);
  tc_neighbour_exchange_destroy(&p->aggregates.exchange);
  tc_neighbour_exchange_destroy(&p->joins);
  tc_pool_free(&p->memory);
}

static void init_row(tc_pairing *p, int32_t i, bool is_first) {
  const tc_level_graph *graph = p->graph;
  const double diagonal = graph->diagonal_sum[i], inverse = diagonal > 0.0 ? 1.0 / diagonal : largest_inverse;
  const bool is_excluded =
      is_first && (graph->begin[i] == graph->begin[i + 1] || graph->excess[i] * inverse >= excluded_excess);
  p->inverse[i] = is_excluded ? (double)NAN : inverse;
  p->state[i] = is_excluded ? TC_ROW_EXCLUDED : TC_ROW_FREE;
  p->partner[i] = -1;
}

/* Sets inverse, state and partner of all rows, and lists the rows that are free. */
static tc_status init_rows(tc_pairing *p, bool is_first) {
  const int32_t rows = p->graph->rows, columns = rows + p->graph->ghosts;
#pragma omp parallel for schedule(static)
  for (int32_t n = 0; n < p->blocks; n++) {
    const tc_pairing_block block = tc_pairing_get_block(p, n);
    *block.count = 0;
    for (int32_t i = block.begin; i < block.end; i++) {
      init_row(p, i, is_first);
      if (p->state[i] == TC_ROW_FREE) block.list[(*block.count)++] = i;
    }
  }
  TC_TRY(tc_ghost_values_exchange(&p->inverses, p->inverse));
  for (int32_t j = rows; j < columns; j++) p->state[j] = isnan(p->inverse[j]) ? TC_ROW_EXCLUDED : TC_ROW_FREE;
  return TC_OK;
}

/* ---- matching of the rows ---- */

static uint64_t hash_edge(uint64_t low, uint64_t high) { return tc_hash_mix(tc_hash_mix(low) + high); }

bool tc_pairing_precedes(tc_gid row, tc_gid a, tc_gid b) {
  const uint64_t low_a = (uint64_t)(row < a ? row : a), high_a = (uint64_t)(row < a ? a : row),
                 low_b = (uint64_t)(row < b ? row : b), high_b = (uint64_t)(row < b ? b : row),
                 hash_a = hash_edge(low_a, high_a), hash_b = hash_edge(low_b, high_b);
  if (hash_a != hash_b) return hash_a > hash_b;
  return low_a != low_b ? low_a > low_b : high_a > high_b;
}

/* Returns the free neighbour whose edge to row i comes first in the total order of edges; -1 if no edge is
 * strong enough. The strength of an edge to a row that is not free is NaN, for which all comparisons are
 * false. Strengths are compared without branches, because a processor cannot predict them. Equal strengths
 * are rare. */
static int32_t choose_partner(const tc_pairing *p, int32_t i) {
  const tc_level_graph *graph = p->graph;
  const int32_t *const column = graph->column;
  const float *const coupling = graph->coupling;
  const double *const inverse = p->inverse, own_inverse = inverse[i];
  double largest = p->strength;
  int32_t best = -1;
  for (int64_t k = graph->begin[i], end = graph->begin[i + 1]; k < end; k++) {
    const int32_t j = column[k];
    const double strength = (double)coupling[k] * (own_inverse + inverse[j]);
    if (strength == largest && best >= 0) {
      if (tc_pairing_precedes(graph->id[i], graph->id[j], graph->id[best])) best = j;
      continue;
    }
    const bool is_stronger = strength > largest;
    largest = is_stronger ? strength : largest;
    best = is_stronger ? j : best;
  }
  return best;
}

/* Chooses partners for the undecided rows in the list of a block and removes the rows that are now decided.
 * Returns the number of remaining rows. */
static int32_t choose_in_block(tc_pairing *p, tc_pairing_block block) {
  int32_t count = 0;
  for (int32_t k = 0; k < *block.count; k++) {
    const int32_t i = block.list[k];
    if (p->state[i] != TC_ROW_FREE) continue;
    if (p->partner[i] < 0 || p->state[p->partner[i]] != TC_ROW_FREE) p->partner[i] = choose_partner(p, i);
    if (p->partner[i] >= 0) block.list[count++] = i;
  }
  *block.count = count;
  return count;
}

/* Chooses partners in all blocks. Returns the number of undecided rows of this rank. */
static int64_t choose_partners(tc_pairing *p) {
  int64_t undecided = 0;
#pragma omp parallel for schedule(static) reduction(+ : undecided)
  for (int32_t n = 0; n < p->blocks; n++) undecided += choose_in_block(p, tc_pairing_get_block(p, n));
  return undecided;
}

static void set_paired(tc_pairing *p, int32_t i) {
  p->state[i] = TC_ROW_PAIRED;
  p->inverse[i] = (double)NAN;
}

/* Marks rows that have chosen each other as paired. Each row sets only its own state and reads no state, so
 * threads need no order. */
static void match_rows(tc_pairing *p) {
  const tc_level_graph *graph = p->graph;
#pragma omp parallel for schedule(static)
  for (int32_t n = 0; n < p->blocks; n++) {
    const tc_pairing_block block = tc_pairing_get_block(p, n);
    for (int32_t k = 0; k < *block.count; k++) {
      const int32_t i = block.list[k], j = p->partner[i];
      const bool is_mutual =
          j < graph->rows ? p->partner[j] == i : p->ghost_partner[j - graph->rows] == graph->id[i];
      if (is_mutual) set_paired(p, i);
    }
  }
}

/* Collective over the peers. Receives the states of the ghosts from their owners. */
static tc_status exchange_states(tc_pairing *p) {
  const tc_level_graph *graph = p->graph;
  TC_TRY(tc_ghost_values_exchange(&p->states, p->state));
  for (int32_t j = graph->rows; j < graph->rows + graph->ghosts; j++)
    if (p->state[j] == TC_ROW_PAIRED) set_paired(p, j);
  return TC_OK;
}

/* Computes the matching and counts its rounds. Each round needs a reduction to find out if a rank has
 * undecided rows, except if one rank has all rows of the graph. */
static tc_status match(tc_pairing *p, int64_t *rounds) {
  const tc_world *world = p->graph->world;
  double own_rounds = 0.0;
  for (;;) {
    int64_t undecided = choose_partners(p);
    if (p->graph->ranks > 1) TC_TRY(tc_world_sum_int64(world, &undecided, 1));
    if (undecided == 0) break;
    TC_TRY(exchange_partners(p));
    match_rows(p);
    TC_TRY(exchange_states(p));
    own_rounds += 1.0;
  }
  if (p->graph->ranks == 1) TC_TRY(tc_world_max(world, &own_rounds, 1));
  *rounds += (int64_t)own_rounds;
  return TC_OK;
}

tc_status tc_pairing_run(const tc_level_graph *graph, bool is_first, double strength, tc_aggregate *aggregate,
                         int64_t *rounds) {
  tc_pairing p = {.graph = graph, .strength = strength, .aggregate = aggregate};
  tc_status status = TC_OK;
  TC_GUARD(status, tc_world_agree(graph->world, create_arrays(&p)));
  TC_GUARD(status, init_rows(&p, is_first));
  TC_GUARD(status, match(&p, rounds));
  TC_GUARD(status, tc_joining_run(&p));
cleanup:
  free_pairing(&p);
  return status;
}
