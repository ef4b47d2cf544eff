/* Counts of dry runs. Builds the sparsity pattern of each rank from the dual graph and counts the traffic of
 * every strategy from it. `predict` and dry runs call it. The threads divide the ranks among themselves. If a
 * strategy adds to the counts of other ranks, only one thread at a time counts for it (critical section). */
#include "count/dry_run_counts.h"

#include "base/containers/map.h"
#include "base/core/memory.h"
#include "count/count_exchange.h"

/* Adds to *data_count the number of boundary faces with a datum at the neighbours of a cell. Some neighbours
 * belong to other ranks, but this rank too evaluates their time-dependent data. These are added to
 * out->boundary_data once per neighbour. `counted` is the set of neighbours counted so far. */
static tc_status count_neighbours(const tc_dry_run_layout *run, int32_t cell, int32_t rank, tc_map *counted,
                                  int *data_count, tc_counts *out) {
  const tc_graph *dual = run->dual;
  for (int32_t e = dual->start[cell]; e < dual->start[cell + 1]; e++) {
    const int32_t neighbour = dual->adjacent[e];
    bool is_new = false;
    *data_count += run->forcing.data_faces[neighbour];
    if (run->forcing.time_dependent_faces[neighbour] == 0) continue;
    if (tc_distribution_owner(run->distribution, run->position[neighbour]) == rank) continue;
    TC_TRY(tc_map_add_gid(counted, neighbour, &is_new));
    out->boundary_data += is_new ? run->forcing.time_dependent_faces[neighbour] : 0;
  }
  return TC_OK;
}

/* Counts the boundary data that a rank evaluates in a step, and the rows that read boundary data. If the
 * scheme has two rings, a row also reads the boundary data of neighbouring cells. */
static tc_status count_boundary(const tc_dry_run_layout *run, int32_t rank, tc_counts *out) {
  const int32_t rows = run->forcing.data_faces ? tc_distribution_owned(run->distribution, rank) : 0;
  tc_map counted = {0};
  tc_status status = TC_OK;
  for (int32_t i = 0; i < rows && !status; i++) {
    const int32_t cell = run->order[tc_distribution_position(run->distribution, rank, i)];
    int data_count = run->forcing.data_faces[cell];
    out->boundary_data += run->forcing.time_dependent_faces[cell];
    if (run->rings > 1) status = count_neighbours(run, cell, rank, &counted, &data_count, out);
    out->boundary_rows += data_count > 0;
  }
  tc_map_free(&counted);
  return status;
}

/* Sets *out to the counts of the forcing of a rank in one step. */
static tc_status count_forcing(const tc_dry_run_layout *run, int32_t rank, tc_counts *out) {
  *out =
      (tc_counts){.source_cells = run->forcing.source ? tc_distribution_owned(run->distribution, rank) : 0};
  return count_boundary(run, rank, out);
}

/* Adds to `all`, which has one entry per rank, the traffic that the rows of `rank` cause. Strategies that add
 * to the counts of other ranks are counted by one thread at a time. */
static tc_status count_rows(const tc_dry_run_layout *run, int32_t rank, const tc_pattern *pattern,
                            const tc_traffic *traffic, tc_counts *all) {
  tc_status status;
  if (!traffic->count_all_ranks)
    return tc_traffic_add(traffic, pattern, run->distribution, run->node_of_rank, rank, all);
#pragma omp critical(tc_dry_run_counts)
  status = tc_traffic_add(traffic, pattern, run->distribution, run->node_of_rank, rank, all);
  return status;
}

/* Input and output of count_rank: the strategies whose traffic is counted, and the reuse distances of reads
 * of x (sparse/reuse_distance.h). */
typedef struct count_request {
  int strategies;
  const tc_traffic *traffic;
  tc_reuse *reuse; /* [ranks] reuse distances of each rank; NULL if they are not requested */
} count_request;

/* Adds the traffic that the rows of one rank cause, for every strategy. The pattern of the rank is built once
 * for all strategies. */
static tc_status count_rank(const tc_dry_run_layout *run, int32_t rank, const void *request, void *output) {
  tc_counts *counts = output;
  const count_request *q = request;
  tc_pattern *pattern = NULL;
  tc_status status = tc_pattern_create_from_graph(run->dual, run->order, run->position, run->distribution,
                                                  rank, run->rings, run->width, &pattern);
  for (int s = 0; s < q->strategies && !status; s++)
    status =
        count_rows(run, rank, pattern, &q->traffic[s], &counts[(size_t)s * (size_t)run->distribution->ranks]);
  if (q->reuse && !status) status = tc_pattern_count_reuse(pattern, run->distribution, rank, &q->reuse[rank]);
  tc_pattern_destroy(&pattern);
  return status;
}

/* Adds the counts of the forcing of one rank to those of each strategy. The forcing is the same for all
 * strategies. */
static tc_status add_forcing(const tc_dry_run_layout *run, int32_t rank, const void *request, void *output) {
  tc_counts *counts = output;
  const count_request *q = request;
  tc_counts input;
  TC_TRY(count_forcing(run, rank, &input));
  for (int s = 0; s < q->strategies; s++)
    tc_counts_add(&counts[(size_t)s * (size_t)run->distribution->ranks + (size_t)rank], &input);
  return TC_OK;
}

/* Adds the counts of the exchanges of one rank in coloured sweeps. No row reads the new values of the last
 * colour of a sweep, so these are not exchanged. */
static tc_status count_sweeps(const tc_dry_run_layout *run, int32_t rank, const void *request, void *output) {
  tc_counts *counts = output;
  const tc_dry_run_colours *colours = request;
  tc_pattern *pattern = NULL;
  tc_counts *colour_counts = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(colour_counts, colours->colours));
  TC_GUARD(status, tc_pattern_create_from_graph(run->dual, run->order, run->position, run->distribution, rank,
                                                run->rings, run->width, &pattern));
  TC_GUARD(status, tc_count_colours(pattern, run->distribution, run->node_of_rank, rank, colours->colour,
                                    colours->colours, colour_counts));
  for (int c = 0; c < colours->colours; c++) {
    if (c < colours->colours - 1) tc_counts_add(&counts[rank], &colour_counts[c]);
    if (c > 0 && colours->is_backward) tc_counts_add(&counts[rank], &colour_counts[c]);
  }
cleanup:
  tc_pattern_destroy(&pattern);
  tc_free(colour_counts);
  return status;
}

typedef tc_status rank_function(const tc_dry_run_layout *run, int32_t rank, const void *request,
                                void *output);

/* Calls `work` for each rank; OpenMP threads divide the ranks. Returns the first error and frees all further
 * errors. */
static tc_status for_each_rank(rank_function *work, const tc_dry_run_layout *run, const void *request,
                               void *output) {
  tc_status first_error = TC_OK;
#pragma omp parallel for schedule(dynamic, 1)
  for (int32_t rank = 0; rank < run->distribution->ranks; rank++) {
    tc_status status = work(run, rank, request, output);
    if (!status) continue;
#pragma omp critical(tc_dry_run_error)
    {
      if (first_error)
        tc_status_free(&status);
      else
        first_error = status;
    }
  }
  return first_error;
}

tc_status tc_dry_run_count_strategies(const tc_dry_run_layout *run, int strategies, const tc_traffic *traffic,
                                      tc_counts *counts, tc_reuse *reuse) {
  const count_request q = {strategies, traffic, reuse};
  const size_t total = (size_t)strategies * (size_t)run->distribution->ranks;
  for (size_t i = 0; i < total; i++) counts[i] = (tc_counts){0};
  TC_TRY(for_each_rank(count_rank, run, &q, counts));
  /* The forcing is added in a separate pass. In the first pass, a thread may add traffic to the counts of a
   * rank that another thread processes. */
  return for_each_rank(add_forcing, run, &q, counts);
}

tc_status tc_dry_run_count_sweeps(const tc_dry_run_layout *run, const tc_dry_run_colours *colours,
                                  tc_counts *counts) {
  for (int32_t r = 0; r < run->distribution->ranks; r++) counts[r] = (tc_counts){0};
  return for_each_rank(count_sweeps, run, colours, counts);
}
