/* Aggregation by three passes. Each pass pairs the rows of a graph (pairing.h) and creates the graph of the
 * aggregates (contraction.h). The previous graph is then destroyed. The place of an aggregate is the rank
 * that owns the aggregate and its row number on that rank. The places of the three passes are composed, the
 * last two passes first, because their graphs have fewer rows than the level. The ids of aggregates are found
 * afterwards from the final places, because not every level needs them. */
#include "linear/multigrid/aggregation.h"

#include "base/core/memory.h"
#include "base/core/timer.h"
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
  /* [rows + ghosts] place of the aggregate to which the pass assigns each row; the result owns the array of
   * the first pass */
  tc_row_place *place[passes];
} aggregating;

/* Counts the aggregates of all ranks and the rows without an aggregate. Each aggregate is counted at its row
 * with the smallest id. */
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

/* Forms the aggregates of a graph in one pass and contracts the graph. The ranks that own the aggregates of
 * the last pass are the owners of the next level. */
static tc_status aggregate_graph(aggregating *a, int pass, const tc_level_graph *graph,
                                 tc_aggregate *aggregate) {
  const bool is_last = pass == passes - 1;
  int64_t aggregates, excluded;
  TC_TRY(tc_pairing_run(graph, pass == 0, a->strength, aggregate, &a->result->rounds));
  TC_TRY(count_aggregates(graph, aggregate, &aggregates, &excluded));
  a->result->excluded += excluded;
  const tc_level_owners owners =
      is_last ? tc_level_owners_choose(a->above, aggregates, a->rows_per_rank) : a->above;
  const double began = tc_now_s();
  TC_TRY(tc_contraction_run(graph, aggregate, owners, is_last, a->place[pass], &a->graph[pass]));
  a->result->contraction_s += tc_now_s() - began;
  return TC_OK;
}

static tc_status alloc_pass(aggregating *a, int pass, const tc_level_graph *graph, tc_aggregate **aggregate) {
  const size_t columns = (size_t)graph->rows + (size_t)graph->ghosts;
  a->rows[pass] = graph->rows;
  TC_TRY(pass == 0 ? TC_POOL_ARRAY(&a->result->memory, a->place[0], columns)
                   : TC_ALLOC(a->place[pass], columns));
  return TC_ALLOC(*aggregate, columns);
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

/* Composes the places of all passes, so that the result has the place of the final aggregate of each row. */
static tc_status fill_result(aggregating *a) {
  for (int pass = passes - 2; pass >= 0; pass--)
    TC_TRY(tc_row_places_follow(a->level->world, a->rows[pass], a->place[pass], a->rows[pass + 1],
                                a->place[pass + 1]));
  a->result->place = a->place[0];
  a->result->contracted = a->graph[passes - 1];
  a->graph[passes - 1] = NULL;
  return TC_OK;
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
  for (int pass = 0; pass < passes; pass++) tc_level_graph_destroy(&a.graph[pass]);
  for (int pass = 1; pass < passes; pass++) tc_free(a.place[pass]);
  tc_aggregation_destroy(&a.result);
  return status;
}

/* ---- ids of the aggregates ---- */

/* Packs an id into a place, so that the function that follows places can also follow ids: the upper half of
 * the id becomes the owner, the lower half the local number. */
static tc_row_place place_of_id(tc_gid id) {
  return (tc_row_place){(int32_t)(id >> 32), (int32_t)(uint32_t)(id & UINT32_MAX)};
}

static tc_gid id_of_place(tc_row_place place) {
  return place.owner < 0 ? -1 : (tc_gid)place.owner << 32 | (uint32_t)place.local;
}

/* Allocates the ids. Sets followed[rows] to the place of each row's aggregate, and next[coarse rows] to the
 * ids of the coarse rows, packed into places. */
static tc_status prepare_ids(const tc_level_graph *level, tc_aggregation *aggregation,
                             tc_row_place **followed, tc_row_place **next) {
  const tc_level_graph *coarse = aggregation->contracted;
  TC_TRY(TC_POOL_ARRAY(&aggregation->memory, aggregation->id, level->rows));
  TC_TRY(TC_ALLOC(*followed, level->rows));
  TC_TRY(TC_ALLOC(*next, coarse->rows));
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < level->rows; i++) (*followed)[i] = aggregation->place[i];
#pragma omp parallel for schedule(static)
  for (int32_t I = 0; I < coarse->rows; I++) (*next)[I] = place_of_id(coarse->id[I]);
  return TC_OK;
}

tc_status tc_aggregation_find_ids(const tc_level_graph *level, tc_aggregation *aggregation) {
  tc_row_place *followed = NULL, *next = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_world_agree(level->world, prepare_ids(level, aggregation, &followed, &next)));
  TC_GUARD(status,
           tc_row_places_follow(level->world, level->rows, followed, aggregation->contracted->rows, next));
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < level->rows; i++) aggregation->id[i] = id_of_place(followed[i]);
cleanup:
  tc_free(followed);
  tc_free(next);
  return status;
}

void tc_aggregation_destroy(tc_aggregation **aggregation) {
  if (*aggregation) tc_level_graph_destroy(&(*aggregation)->contracted);
  TC_POOL_DESTROY_OWNER(aggregation);
}
