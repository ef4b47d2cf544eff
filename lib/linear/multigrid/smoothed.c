/* Creation of a coarser level by smoothed aggregation. Its steps are the prolongation (prolongation.h), the
 * triple product (triple_product.h), the transfer between the levels, and the coarse graph. The halo of the
 * contracted graph does not suffice for the coarse graph, which couples aggregates at a larger distance, so
 * tc_smoothed_create creates another one. */
#include "linear/multigrid/smoothed.h"

#include "base/core/memory.h"
#include "linear/multigrid/triple_product.h"
#include "linear/rows/transposed_entries.h"

/* ---- transfer between the levels ---- */

/* Copies rows of P or P^T to a transfer (transfer.h). Column k of `rows` becomes column[k] of the
 * transfer. */
static tc_status copy_rows(const tc_sparse_rows *rows, const int32_t *column, tc_pool *pool,
                           tc_transfer_rows *out) {
  const int64_t entries = rows->begin[rows->rows];
  out->rows = rows->rows;
  TC_TRY(TC_POOL_ARRAY(pool, out->begin, (int64_t)rows->rows + 1));
  TC_TRY(TC_POOL_ARRAY(pool, out->column, entries));
  TC_TRY(TC_POOL_ARRAY(pool, out->value, entries));
#pragma omp parallel for schedule(static)
  for (int64_t k = 0; k < entries; k++) {
    out->column[k] = column[rows->column[k]];
    out->value[k] = (float)rows->value[k];
  }
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i <= rows->rows; i++) out->begin[i] = rows->begin[i];
  return TC_OK;
}

/* Collective. Creates the halo for the columns of `rows` and copies the rows to the transfer. */
static tc_status create_transfer_rows(tc_world *world, const tc_row_numbers *numbers,
                                      const tc_sparse_rows *rows, tc_halo **halo, tc_pool *pool,
                                      tc_transfer_rows *out) {
  int32_t *column = NULL;
  TC_TRY(tc_row_numbers_create_halo(world, numbers, rows, &column, halo));
  const tc_status status = tc_world_agree(world, copy_rows(rows, column, pool, out));
  tc_free(column);
  return status;
}

static tc_status create_transfer(tc_world *world, const tc_prolongation *prolongation,
                                 const tc_triple_product *triple, tc_transfer **out) {
  tc_transfer *t = NULL;
  TC_TRY(TC_WORLD_ALLOC(world, t, 1));
  t->world = world;
  tc_status status = create_transfer_rows(world, &prolongation->coarse, &prolongation->P, &t->correction_halo,
                                          &t->memory, &t->prolongation);
  if (!status)
    status = create_transfer_rows(world, &triple->fine, &triple->restriction, &t->residual_halo, &t->memory,
                                  &t->restriction);
  TC_RETURN_CREATED(status, t, tc_transfer_destroy(&t), out);
}

/* ---- coarse graph ---- */

/* Sets the ids of rows and ghosts, and sorts the entries of each row of the matrix by the ids of their
 * columns. `column` converts the columns of the matrix, which are numbered by `numbers`, to those of the
 * graph. */
static tc_status sort_rows(const tc_row_numbers *numbers, const int32_t *column, tc_sparse_rows *matrix,
                           tc_level_graph *graph) {
  TC_TRY(TC_POOL_ARRAY(&graph->memory, graph->id, (int64_t)graph->rows + graph->ghosts));
  for (int32_t k = 0; k < tc_row_numbers_count(numbers); k++)
    if (column[k] >= 0) graph->id[column[k]] = tc_row_numbers_id(numbers, k);
#pragma omp parallel for schedule(static)
  for (int64_t k = 0; k < matrix->begin[matrix->rows]; k++) matrix->column[k] = column[matrix->column[k]];
  return tc_sparse_rows_sort(matrix, graph->id);
}

/* Collective. Creates the halo of the graph and converts the columns of the matrix. */
static tc_status create_halo(const tc_row_numbers *numbers, tc_sparse_rows *matrix, tc_level_graph *graph) {
  int32_t *column = NULL;
  TC_TRY(tc_row_numbers_create_halo(graph->world, numbers, matrix, &column, &graph->owned_halo));
  graph->halo = graph->owned_halo;
  graph->ghosts = graph->halo->ghosts;
  const tc_status status = tc_world_agree(graph->world, sort_rows(numbers, column, matrix, graph));
  tc_free(column);
  return status;
}

/* Fills in row i of the graph. The coupling to row j is the negative mean of the matrix entries (i, j) and
 * (j, i). The addition commutes, so the coupling has the same bits in both rows. */
static void fill_row(const tc_sparse_rows *matrix, const double *transposed, int32_t i,
                     tc_level_graph *graph) {
  int64_t at = graph->begin[i];
  for (int64_t k = matrix->begin[i]; k < matrix->begin[i + 1]; k++) {
    if (matrix->column[k] == i) continue;
    graph->column[at] = matrix->column[k];
    graph->coupling[at++] = (float)(-0.5 * (matrix->value[k] + transposed[k]));
  }
  graph->diagonal_sum[i] = tc_level_graph_diagonal(graph, i);
}

static void count_entries(const tc_sparse_rows *matrix, int64_t *begin) {
  begin[0] = 0;
  for (int32_t i = 0; i < matrix->rows; i++) {
    begin[i + 1] = begin[i];
    for (int64_t k = matrix->begin[i]; k < matrix->begin[i + 1]; k++) begin[i + 1] += matrix->column[k] != i;
  }
}

static tc_status fill_graph(const tc_triple_product *triple, const double *transposed,
                            tc_level_graph *graph) {
  const int32_t rows = graph->rows;
  TC_TRY(TC_POOL_ARRAY(&graph->memory, graph->begin, (int64_t)rows + 1));
  TC_TRY(TC_POOL_ARRAY(&graph->memory, graph->excess, rows));
  TC_TRY(TC_POOL_ARRAY(&graph->memory, graph->diagonal_sum, rows));
  count_entries(&triple->matrix, graph->begin);
  TC_TRY(TC_POOL_ARRAY(&graph->memory, graph->column, graph->begin[rows]));
  TC_TRY(TC_POOL_ARRAY(&graph->memory, graph->coupling, graph->begin[rows]));
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < rows; i++) {
    graph->excess[i] = triple->excess[i];
    fill_row(&triple->matrix, transposed, i, graph);
  }
  return TC_OK;
}

static tc_status create_graph(const tc_level_graph *contracted, const tc_row_numbers *numbers,
                              tc_triple_product *triple, tc_level_graph **out) {
  tc_world *world = contracted->world;
  tc_level_graph *graph = NULL;
  double *transposed = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_WORLD_ALLOC(world, graph, 1));
  graph->world = world;
  graph->ranks = contracted->ranks;
  graph->rows = contracted->rows;
  graph->all_rows = contracted->all_rows;
  TC_GUARD(status, create_halo(numbers, &triple->matrix, graph));
  TC_GUARD(status, TC_WORLD_ALLOC(world, transposed, triple->matrix.begin[graph->rows]));
  TC_GUARD(status, tc_transposed_entries(world, graph->halo, &triple->matrix, graph->id, transposed));
  TC_GUARD(status, tc_world_agree(world, fill_graph(triple, transposed, graph)));
  *out = graph;
  graph = NULL;
cleanup:
  tc_free(transposed);
  tc_level_graph_destroy(&graph);
  return status;
}

tc_status tc_smoothed_create(const tc_level_graph *level, const tc_aggregation *aggregation,
                             tc_transfer **transfer, tc_level_graph **coarse) {
  tc_prolongation prolongation = {.g = NULL};
  tc_triple_product triple = {.excess = NULL};
  tc_transfer *created = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_prolongation_create(level, aggregation, &prolongation));
  TC_GUARD(status, tc_triple_product_create(level, &prolongation, &triple));
  TC_GUARD(status, create_transfer(level->world, &prolongation, &triple, &created));
  TC_GUARD(status, create_graph(aggregation->contracted, &prolongation.coarse, &triple, coarse));
  *transfer = created;
  created = NULL;
cleanup:
  tc_transfer_destroy(&created);
  tc_triple_product_free(&triple);
  tc_prolongation_free(&prolongation);
  return status;
}
