/* Aggregation by three passes. Each pass pairs the rows of a graph and contracts it, and the graph before is
 * destroyed. The places of the passes are then composed, first those of the last two passes, whose graphs
 * have fewer rows than the level. */
#include "linear/multigrid/aggregation.h"

#include <string.h>

#include "base/core/memory.h"
#include "linear/rows/row_place.h"

enum { passes = 3 };

typedef struct aggregating {
  const tc_level_graph *level;
  double strength;
  tc_level_owners above;
  int64_t rows_per_rank;
  tc_aggregation *result;
  tc_level_graph *graph[passes]; /* graphs of the aggregates; NULL after their destruction */
  int32_t rows[passes];          /* number of rows that each pass aggregates on this rank */
  tc_row_place *place[passes];   /* [rows] place of each row's aggregate in the pass */
} aggregating;

/* Counts the aggregates of all ranks, each in its row with the smallest id, and the rows without one. */
static tc_status count_aggregates(const tc_level_graph *graph, const tc_aggregate *aggregate,
                                  int64_t *aggregates, int64_t *excluded) {
  const int32_t rank = graph->world->rank;
  int64_t roots = 0, without = 0;
#pragma omp parallel for schedule(static) reduction(+ : roots, without)
  for (int32_t i = 0; i < graph->rows; i++) {
    roots += aggregate[i].owner == rank && aggregate[i].local == i;
    without += aggregate[i].owner < 0;
  }
  int64_t counts[] = {roots, without};
  TC_TRY(tc_world_sum_int64(graph->world, counts, 2));
  *aggregates = counts[0];
  *excluded = counts[1];
  return TC_OK;
}

/* Forms the aggregates of a graph and contracts it. The owners of the last pass are those of the next
 * level. */
static tc_status aggregate_graph(aggregating *a, int pass, const tc_level_graph *graph,
                                 tc_aggregate *aggregate) {
  const bool is_last = pass == passes - 1;
  int64_t aggregates, excluded;
  TC_TRY(tc_pairing_run(graph, pass == 0, a->strength, aggregate, &a->result->rounds));
  TC_TRY(count_aggregates(graph, aggregate, &aggregates, &excluded));
  a->result->excluded += excluded;
  const tc_level_owners owners =
      is_last ? tc_level_owners_choose(a->above, aggregates, a->rows_per_rank) : a->above;
  return tc_contraction_run(graph, aggregate, owners, is_last, a->place[pass], &a->graph[pass]);
}

static tc_status alloc_pass(aggregating *a, int pass, const tc_level_graph *graph, tc_aggregate **aggregate) {
  a->rows[pass] = graph->rows;
  TC_TRY(TC_ALLOC(a->place[pass], graph->rows));
  return TC_ALLOC(*aggregate, (size_t)graph->rows + (size_t)graph->ghosts);
}

static tc_status run_pass(aggregating *a, int pass) {
  const tc_level_graph *graph = pass == 0 ? a->level : a->graph[pass - 1];
  tc_aggregate *aggregate = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_world_agree(graph->world, alloc_pass(a, pass, graph, &aggregate)));
  TC_GUARD(status, aggregate_graph(a, pass, graph, aggregate));
  if (pass > 0) tc_level_graph_destroy(&a->graph[pass - 1]);
cleanup:
  tc_free(aggregate);
  return status;
}

/* ---- composition ---- */

/* An id is followed like a place: its upper half is the owner and its lower half the local number. */
static tc_row_place place_of_id(tc_gid id) {
  return (tc_row_place){(int32_t)(id >> 32), (int32_t)(uint32_t)(id & UINT32_MAX)};
}

static tc_gid id_of_place(tc_row_place place) {
  return place.owner < 0 ? -1 : (tc_gid)place.owner << 32 | (uint32_t)place.local;
}

/* Allocates the arrays of the result and of the composition. Ids of the last graph are its own. */
static tc_status alloc_composition(aggregating *a, tc_row_place *id[passes + 1]) {
  const tc_level_graph *last = a->graph[passes - 1];
  for (int pass = 0; pass < passes; pass++) TC_TRY(TC_ALLOC(id[pass], a->rows[pass]));
  TC_TRY(TC_ALLOC(id[passes], last->rows));
  for (int32_t I = 0; I < last->rows; I++) id[passes][I] = place_of_id(last->id[I]);
  TC_TRY(TC_POOL_ARRAY(&a->result->memory, a->result->place, a->rows[0]));
  return TC_POOL_ARRAY(&a->result->memory, a->result->id, a->rows[0]);
}

/* Sets the places and ids of the rows of each pass to those in the last graph. */
static tc_status compose(aggregating *a, tc_row_place *id[passes + 1]) {
  tc_world *world = a->level->world;
  for (int pass = passes - 1; pass >= 0; pass--) {
    const bool is_last = pass == passes - 1;
    const int32_t rows = a->rows[pass], next_rows = is_last ? a->graph[pass]->rows : a->rows[pass + 1];
    if (rows > 0) memcpy(id[pass], a->place[pass], (size_t)rows * sizeof *id[pass]);
    TC_TRY(tc_row_places_follow(world, rows, id[pass], next_rows, id[pass + 1]));
    if (!is_last) TC_TRY(tc_row_places_follow(world, rows, a->place[pass], next_rows, a->place[pass + 1]));
  }
  return TC_OK;
}

static tc_status fill_result(aggregating *a) {
  const tc_level_graph *level = a->level;
  tc_aggregation *result = a->result;
  tc_row_place *id[passes + 1] = {NULL};
  tc_status status = TC_OK;
  TC_GUARD(status, tc_world_agree(level->world, alloc_composition(a, id)));
  TC_GUARD(status, compose(a, id));
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < level->rows; i++) {
    result->place[i] = a->place[0][i];
    result->id[i] = id_of_place(id[0][i]);
  }
  result->contracted = a->graph[passes - 1];
  a->graph[passes - 1] = NULL;
cleanup:
  for (int pass = 0; pass <= passes; pass++) tc_free(id[pass]);
  return status;
}

tc_status tc_aggregation_create(const tc_level_graph *level, double strength, tc_level_owners above,
                                int64_t rows_per_rank, tc_aggregation **out) {
  aggregating a = {.level = level, .strength = strength, .above = above, .rows_per_rank = rows_per_rank};
  tc_status status = TC_OK;
  TC_GUARD(status, TC_WORLD_ALLOC(level->world, a.result, 1));
  for (int pass = 0; pass < passes; pass++) TC_GUARD(status, run_pass(&a, pass));
  TC_GUARD(status, fill_result(&a));
  *out = a.result;
  a.result = NULL;
cleanup:
  for (int pass = 0; pass < passes; pass++) {
    tc_level_graph_destroy(&a.graph[pass]);
    tc_free(a.place[pass]);
  }
  tc_aggregation_destroy(&a.result);
  return status;
}

void tc_aggregation_destroy(tc_aggregation **aggregation) {
  if (*aggregation) tc_level_graph_destroy(&(*aggregation)->contracted);
  TC_POOL_DESTROY_OWNER(aggregation);
}
