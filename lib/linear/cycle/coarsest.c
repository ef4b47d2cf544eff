/* Direct solution on the coarsest level. The ranks that own rows form a group, usually of one rank. During
 * setup they exchange their entries, so that each of them factorises the complete matrix. In each solve they
 * exchange their right-hand sides. Ranks without rows neither send nor receive messages. */
#include "linear/cycle/coarsest.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "comm/layout/neighbour_exchange.h"
#include "linear/cycle/dense_cholesky.h"
#include "linear/multigrid/level_owners.h"

/* Matrix entry as it is sent to another rank. If row and column are equal, `value` is not an entry but the
 * excess of the row: its diagonal minus the sum of the couplings. The excess of a row comes before the
 * entries of the row. */
typedef struct entry {
  tc_gid row, column;
  double value;
} entry;

/* Number of rows of a rank, and number of records of type `entry` that it sends. */
typedef struct amount {
  int32_t rows, entries;
} amount;

typedef struct sorted_id {
  tc_gid id;
  int32_t gathered;
} sorted_id;

/* Other ranks of the group, and their records during setup. */
typedef struct group {
  int peers;
  int *peer;      /* [peers] ranks */
  amount *amount; /* [peers] amounts that each of these ranks sends */
  int32_t *begin; /* [peers + 1] first record of each peer */
  /* [peers + 1] begins of the sent segments. Each peer receives the same records, so the begins are multiples
   * of the number of this rank's records. */
  int32_t *copies;
  entry *own, *received;
  tc_pool memory;
} group;

struct tc_coarsest {
  int peers, remote_peers; /* other ranks that solve the system, and those among them on other nodes */
  int32_t rows, all_rows;  /* number of rows of this rank and of the matrix; both 0 on ranks without rows */
  /* [all_rows] right-hand side: rows of this rank, then those of each peer */
  float *b;
  float *x;                          /* [rows] solution */
  int32_t *place;                    /* [all_rows] index of each value of b after sorting all rows by id */
  double *lower, *inverse, *unknown; /* Cholesky factor, its inverse diagonal, and solution [all_rows] */
  tc_neighbour_exchange *exchange;   /* exchange of b; NULL if there are no peers */
  size_t bytes;
  tc_pool memory; /* owns the arrays */
};

/* ---- group of ranks with rows ---- */

/* Returns the rank that owns subset k of the rows, if the level is divided among graph->ranks ranks
 * (level_owners.h). */
static int owner_rank(const tc_level_graph *graph, int k) {
  const int64_t ranks = graph->world->ranks, parts = graph->ranks;
  return (int)((k * ranks + parts - 1) / parts);
}

static bool may_own_rows(const tc_level_graph *graph) {
  const tc_level_owners owners = {graph->world->ranks, graph->ranks};
  return tc_level_owners_target(owners, graph->world->rank) == graph->world->rank;
}

static int32_t count_records(const tc_level_graph *graph) {
  return graph->rows + (int32_t)graph->begin[graph->rows];
}

/* Lists the other ranks that may own rows of the level, and allocates the arrays of the group. */
static tc_status list_peers(const tc_level_graph *graph, group *g) {
  const int others = may_own_rows(graph) ? graph->ranks - 1 : 0;
  TC_TRY(TC_POOL_ARRAY_ZERO(&g->memory, g->peer, others));
  TC_TRY(TC_POOL_ARRAY_ZERO(&g->memory, g->amount, others));
  TC_TRY(TC_POOL_ARRAY_ZERO(&g->memory, g->begin, others + 1));
  TC_TRY(TC_POOL_ARRAY_ZERO(&g->memory, g->copies, others + 1));
  TC_TRY(TC_POOL_ARRAY_ZERO(&g->memory, g->own, count_records(graph)));
  for (int k = 0; others > 0 && k < graph->ranks; k++)
    if (owner_rank(graph, k) != graph->world->rank) g->peer[g->peers++] = owner_rank(graph, k);
  return TC_OK;
}

/* Removes the peers without rows, or all peers if this rank has no rows. */
static void remove_empty_peers(const tc_level_graph *graph, group *g) {
  const int listed = g->peers;
  g->peers = 0;
  for (int p = 0; p < listed; p++) {
    if (graph->rows == 0 || g->amount[p].rows == 0) continue;
    g->peer[g->peers] = g->peer[p];
    g->amount[g->peers] = g->amount[p];
    g->begin[g->peers + 1] = g->begin[g->peers] + g->amount[p].entries;
    g->copies[g->peers + 1] = g->copies[g->peers] + count_records(graph);
    g->peers++;
  }
}

static void list_records(const tc_level_graph *graph, entry *record) {
  for (int32_t i = 0; i < graph->rows; i++) {
    *record++ = (entry){graph->id[i], graph->id[i], graph->excess[i]};
    for (int64_t k = graph->begin[i]; k < graph->begin[i + 1]; k++)
      *record++ = (entry){graph->id[i], graph->id[graph->column[k]], (double)graph->coupling[k]};
  }
}

/* Collective. Sends the records of this rank to each peer and receives those of the peers. */
static tc_status exchange_records(const tc_level_graph *graph, group *g) {
  amount own = {graph->rows, count_records(graph)};
  TC_TRY(tc_neighbour_exchange_run_once(graph->world, sizeof own,
                                        (tc_neighbour_segments){g->peers, g->peer, .element = &own,
                                                                .is_same = true},
                                        (tc_neighbour_segments){g->peers, g->peer, .element = g->amount}));
  remove_empty_peers(graph, g);
  TC_TRY(tc_world_agree(graph->world, TC_POOL_ARRAY_ZERO(&g->memory, g->received, g->begin[g->peers])));
  list_records(graph, g->own);
  return tc_neighbour_exchange_run_once(graph->world, sizeof *g->own,
                                        (tc_neighbour_segments){g->peers, g->peer, g->copies,
                                                                .element = g->own, .is_same = true},
                                        (tc_neighbour_segments){g->peers, g->peer, g->begin,
                                                                .element = g->received});
}

/* ---- dense matrix ---- */

static int compare_ids(const void *a, const void *b) {
  const tc_gid x = ((const sorted_id *)a)->id, y = ((const sorted_id *)b)->id;
  return (x > y) - (x < y);
}

static int32_t find_place(const sorted_id *sorted, int32_t count, tc_gid id) {
  const sorted_id key = {id, 0}, *found = bsearch(&key, sorted, (size_t)count, sizeof key, compare_ids);
  return found ? (int32_t)(found - sorted) : -1;
}

static void add_ids(const entry *record, int32_t count, sorted_id *sorted, int32_t *rows) {
  for (int32_t k = 0; k < count; k++) {
    if (record[k].row != record[k].column) continue;
    sorted[*rows] = (sorted_id){record[k].row, *rows};
    ++*rows;
  }
}

static double *element(tc_coarsest *c, int32_t i, int32_t j) {
  return &c->lower[tc_dense_cholesky_size(i) + (size_t)j];
}

/* Adds records to the lower triangle of the dense matrix. The diagonal is the excess plus the couplings in
 * the order of the entries. */
static void add_records(const entry *record, int32_t count, const sorted_id *sorted, tc_coarsest *c) {
  for (int32_t k = 0; k < count; k++) {
    const int32_t i = find_place(sorted, c->all_rows, record[k].row);
    const int32_t j = find_place(sorted, c->all_rows, record[k].column);
    *element(c, i, i) += record[k].value;
    if (j < i) *element(c, i, j) = -record[k].value;
  }
}

#define ADD_ARRAY(c, array, count)                                                                           \
  ((c)->bytes += (size_t)(count) * sizeof *(c)->array,                                                       \
   tc_pool_array(&(c)->memory, true, (size_t)(count), sizeof *(c)->array, #array, &(c)->array))

static tc_status create_arrays(tc_coarsest *c) {
  TC_TRY(ADD_ARRAY(c, b, c->all_rows));
  TC_TRY(ADD_ARRAY(c, x, c->rows));
  TC_TRY(ADD_ARRAY(c, place, c->all_rows));
  TC_TRY(ADD_ARRAY(c, lower, tc_dense_cholesky_size(c->all_rows)));
  TC_TRY(ADD_ARRAY(c, inverse, c->all_rows));
  return ADD_ARRAY(c, unknown, c->all_rows);
}

static tc_status factorise(const tc_level_graph *graph, group *g, tc_coarsest *c) {
  int32_t rows = 0;
  sorted_id *sorted = NULL;
  TC_TRY(TC_POOL_ARRAY_ZERO(&g->memory, sorted, c->all_rows));
  add_ids(g->own, count_records(graph), sorted, &rows);
  add_ids(g->received, g->begin[g->peers], sorted, &rows);
  if (c->all_rows > 0) qsort(sorted, (size_t)c->all_rows, sizeof *sorted, compare_ids);
  for (int32_t i = 0; i < c->all_rows; i++) c->place[sorted[i].gathered] = i;
  add_records(g->own, count_records(graph), sorted, c);
  add_records(g->received, g->begin[g->peers], sorted, c);
  tc_dense_cholesky_factorise(c->all_rows, c->lower, c->inverse);
  return TC_OK;
}

/* ---- creation of the solver ---- */

/* Creates the exchange of the right-hand side. Received values are stored in b after those of this rank. */
static tc_status create_exchange(const tc_level_graph *graph, group *g, tc_coarsest *c) {
  if (g->peers == 0) return TC_OK;
  int32_t *const begin = g->begin, *const copies = g->copies;
  for (int p = 0; p < g->peers; p++) {
    begin[p + 1] = begin[p] + g->amount[p].rows;
    copies[p + 1] = copies[p] + c->rows;
  }
  const tc_neighbour_segments send = {g->peers, g->peer, copies, .element = c->b, .is_same = true},
                              receive = {g->peers, g->peer, begin, .element = c->b + c->rows};
  return tc_neighbour_exchange_create(graph->world, sizeof *c->b, &send, &receive, &c->exchange);
}

static tc_status create_local_parts(const tc_level_graph *graph, group *g, tc_coarsest *c) {
  const int *node = graph->world->node_of_rank;
  c->peers = g->peers;
  for (int p = 0; p < g->peers; p++) c->remote_peers += node[g->peer[p]] != node[graph->world->rank];
  c->rows = c->all_rows = graph->rows;
  for (int p = 0; p < g->peers; p++) c->all_rows += g->amount[p].rows;
  TC_TRY(create_arrays(c));
  TC_TRY(factorise(graph, g, c));
  return create_exchange(graph, g, c);
}

tc_status tc_coarsest_create(const tc_level_graph *graph, tc_coarsest **out) {
  group g = {0};
  tc_coarsest *c = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_WORLD_ALLOC(graph->world, c, 1));
  TC_GUARD(status, tc_world_agree(graph->world, list_peers(graph, &g)));
  TC_GUARD(status, exchange_records(graph, &g));
  TC_GUARD(status, tc_world_agree(graph->world, create_local_parts(graph, &g, c)));
  *out = c;
  c = NULL;
cleanup:
  tc_coarsest_destroy(&c);
  tc_pool_free(&g.memory);
  return status;
}

void tc_coarsest_destroy(tc_coarsest **coarsest) {
  if (*coarsest) tc_neighbour_exchange_destroy(&(*coarsest)->exchange);
  TC_POOL_DESTROY_OWNER(coarsest);
}

/* ---- solves ---- */

float *tc_coarsest_b(tc_coarsest *coarsest) { return coarsest->b; }
float *tc_coarsest_x(tc_coarsest *coarsest) { return coarsest->x; }

tc_status tc_coarsest_solve(tc_coarsest *c) {
  double now = 0.0;
  if (c->exchange) {
    TC_TRY(tc_neighbour_exchange_begin(c->exchange, &now, NULL));
    TC_TRY(tc_neighbour_exchange_end(c->exchange, &now, NULL));
  }
  for (int32_t i = 0; i < c->all_rows; i++) c->unknown[c->place[i]] = (double)c->b[i];
  tc_dense_cholesky_solve(c->all_rows, c->lower, c->inverse, c->unknown);
  for (int32_t i = 0; i < c->rows; i++) c->x[i] = (float)c->unknown[c->place[i]];
  return TC_OK;
}

size_t tc_coarsest_bytes(const tc_coarsest *coarsest) { return coarsest->bytes; }

tc_cycle_counts tc_coarsest_counts(const tc_coarsest *coarsest) {
  return (tc_cycle_counts){coarsest->peers, (int64_t)coarsest->peers * coarsest->rows, coarsest->remote_peers,
                           (int64_t)coarsest->remote_peers * coarsest->rows};
}
