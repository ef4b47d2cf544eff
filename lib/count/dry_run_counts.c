/* Counts of dry runs. Builds the sparsity pattern of each rank from the dual graph and counts the traffic of
 * every strategy from it. `predict` and dry runs call it. Threads process different ranks at the same time.
 * If a strategy adds to the counts of other ranks, only one thread at a time counts for it (critical
 * section). */
#include "count/dry_run_counts.h"

#include "base/containers/map.h"
#include "base/core/memory.h"
#include "count/count_exchange.h"

/* Adds to *given the number of boundary faces with a datum, summed over the face neighbours of a cell. If a
 * neighbour belongs to another rank, this rank also evaluates the time-dependent data of the neighbour. These
 * data are added to out->boundary_data once per neighbour. `met` is the set of neighbours whose data were
 * added. */
static tc_status count_neighbours(const tc_dry_run_layout *run, int32_t cell, int32_t rank, tc_map *met,
                                  int *given, tc_counts *out) {
  const tc_graph *dual = run->dual;
  for (int32_t e = dual->start[cell]; e < dual->start[cell + 1]; e++) {
    const int32_t near = dual->adjacent[e];
    bool first = false;
    *given += run->input.data_faces[near];
    if (run->input.time_dependent_faces[near] == 0) continue;
    if (tc_distribution_owner(run->distribution, run->position[near]) == rank) continue;
    TC_TRY(tc_map_add_gid(met, near, &first));
    out->boundary_data += first ? run->input.time_dependent_faces[near] : 0;
  }
  return TC_OK;
}

/* Counts the boundary data that a rank evaluates in a step, and the rows that read boundary data. With two
 * rings, a row also reads the boundary data of neighbouring cells. */
static tc_status count_boundary(const tc_dry_run_layout *run, int32_t rank, tc_counts *out) {
  const int32_t rows = run->input.data_faces ? tc_distribution_owned(run->distribution, rank) : 0;
  tc_map met = {0};
  tc_status status = TC_OK;
  for (int32_t i = 0; i < rows && !status; i++) {
    const int32_t cell = run->order[tc_distribution_position(run->distribution, rank, i)];
    int given = run->input.data_faces[cell];
    out->boundary_data += run->input.time_dependent_faces[cell];
    if (run->rings > 1) status = count_neighbours(run, cell, rank, &met, &given, out);
    out->boundary_rows += given > 0;
  }
  tc_map_free(&met);
  return status;
}

/* Sets *out to the counts of the forcing of a rank in one step. */
static tc_status count_input(const tc_dry_run_layout *run, int32_t rank, tc_counts *out) {
  *out = (tc_counts){.source_cells = run->input.source ? tc_distribution_owned(run->distribution, rank) : 0};
  return count_boundary(run, rank, out);
}

/* Adds to `all`, which has one entry per rank, the traffic that the rows of `rank` cause. Strategies that add
 * to the counts of other ranks are counted by one thread at a time. */
static tc_status count_rows(const tc_dry_run_layout *run, int32_t rank, const tc_pattern *pattern,
                            const tc_traffic *traffic, tc_counts *all) {
  tc_status status;
  if (!traffic->count_all_ranks)
    return tc_traffic_add(traffic, pattern, run->distribution, run->node_of_rank, rank, all);
#pragma omp critical(tc_imagine_spread)
  status = tc_traffic_add(traffic, pattern, run->distribution, run->node_of_rank, rank, all);
  return status;
}

/* Input and output of count_rank: the strategies whose traffic is counted, and the reuse counts. */
typedef struct question {
  int strategies;
  const tc_traffic *traffic;
  tc_reuse *reuse; /* [ranks] reuse counts of each rank; NULL if they are not requested */
} question;

/* Adds the traffic that the rows of one rank cause, for every strategy. The pattern of the rank is built once
 * for all strategies. */
static tc_status count_rank(const tc_dry_run_layout *run, int32_t rank, const void *asked, void *of_ranks) {
  tc_counts *moved = of_ranks;
  const question *q = asked;
  tc_pattern *pattern = NULL;
  tc_status status = tc_pattern_create_from_graph(run->dual, run->order, run->position, run->distribution,
                                                  rank, run->rings, run->width, &pattern);
  for (int s = 0; s < q->strategies && !status; s++)
    status =
        count_rows(run, rank, pattern, &q->traffic[s], &moved[(size_t)s * (size_t)run->distribution->ranks]);
  if (q->reuse && !status) status = tc_pattern_count_reuse(pattern, run->distribution, rank, &q->reuse[rank]);
  tc_pattern_destroy(&pattern);
  return status;
}

/* Adds the counts of the forcing of one rank to those of each strategy. The forcing is the same for all
 * strategies. */
static tc_status add_input(const tc_dry_run_layout *run, int32_t rank, const void *asked, void *of_ranks) {
  tc_counts *moved = of_ranks;
  const question *q = asked;
  tc_counts input;
  TC_TRY(count_input(run, rank, &input));
  for (int s = 0; s < q->strategies; s++)
    tc_counts_add(&moved[(size_t)s * (size_t)run->distribution->ranks + (size_t)rank], &input);
  return TC_OK;
}

/* Adds the counts of the exchanges of one rank in the sweeps. After the last colour of a sweep no row reads
 * the new values, so these are not exchanged. */
static tc_status count_sweeps(const tc_dry_run_layout *run, int32_t rank, const void *asked, void *of_ranks) {
  tc_counts *moved = of_ranks;
  const tc_dry_run_colours *colours = asked;
  tc_pattern *pattern = NULL;
  tc_counts *of = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(of, colours->colours));
  TC_GUARD(status, tc_pattern_create_from_graph(run->dual, run->order, run->position, run->distribution, rank,
                                                run->rings, run->width, &pattern));
  TC_GUARD(status, tc_count_colours(pattern, run->distribution, run->node_of_rank, rank, colours->colour,
                                    colours->colours, of));
  for (int c = 0; c < colours->colours; c++) {
    if (c < colours->colours - 1) tc_counts_add(&moved[rank], &of[c]);
    if (c > 0 && colours->back) tc_counts_add(&moved[rank], &of[c]);
  }
cleanup:
  tc_pattern_destroy(&pattern);
  tc_free(of);
  return status;
}

typedef tc_status rank_work(const tc_dry_run_layout *run, int32_t rank, const void *asked, void *of_ranks);

/* Calls `work` for each rank; OpenMP threads divide the ranks. Returns the first error and frees all further
 * errors. */
static tc_status for_ranks(rank_work *work, const tc_dry_run_layout *run, const void *asked, void *of_ranks) {
  tc_status failure = TC_OK;
#pragma omp parallel for schedule(dynamic, 1)
  for (int32_t rank = 0; rank < run->distribution->ranks; rank++) {
    tc_status status = work(run, rank, asked, of_ranks);
    if (!status) continue;
#pragma omp critical(tc_imagine_failure)
    {
      if (failure)
        tc_status_free(&status);
      else
        failure = status;
    }
  }
  return failure;
}

tc_status tc_dry_run_count_strategies(const tc_dry_run_layout *run, int strategies, const tc_traffic *traffic,
                                      tc_counts *moved, tc_reuse *reuse) {
  const question q = {strategies, traffic, reuse};
  const size_t all = (size_t)strategies * (size_t)run->distribution->ranks;
  for (size_t i = 0; i < all; i++) moved[i] = (tc_counts){0};
  TC_TRY(for_ranks(count_rank, run, &q, moved));
  /* The forcing is added in a separate pass, because in the first pass a thread may add to the counts of a
   * rank that another thread processes. */
  return for_ranks(add_input, run, &q, moved);
}

tc_status tc_dry_run_count_sweeps(const tc_dry_run_layout *run, const tc_dry_run_colours *colours,
                                  tc_counts *moved) {
  for (int32_t r = 0; r < run->distribution->ranks; r++) moved[r] = (tc_counts){0};
  return for_ranks(count_sweeps, run, colours, moved);
}
