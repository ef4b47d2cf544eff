/* Divides the rows of a rank into runs of consecutive rows with the same reach (row_reach.h). The creation
 * visits the rows twice: first to count the runs, then to store them with the locations of the columns. In
 * the product, each thread computes consecutive runs with about the same number of rows. If nodes are
 * virtual, the product counts the reads of each row individually, because a value in shared memory may then
 * belong to another virtual node. */
#include "comm/access/row_reach.h"

#include <omp.h>

#include "base/core/memory.h"
#include "comm/access/node_rows.h"
#include "comm/world/tally.h"
#include "sparse/ell_kernels.h"
#include "sparse/general_rows.h"

static tc_row_reach find_reach(const tc_world *world, const tc_rows_by_reach *rows, const tc_ell *M,
                               int32_t row) {
  tc_row_reach reach = TC_ROW_REACH_OWN;
  for (size_t e = tc_ell_begin(M, row), end = tc_ell_end(M, row); e < end; e++) {
    if (M->column[e] < rows->owned) continue;
    int owner = tc_rows_by_reach_location(rows, M->column[e]).rank;
    if (world->shm_group_of_rank[owner] != world->shm_group_of_rank[world->rank]) return TC_ROW_REACH_REMOTE;
    if (rows->separates_nodes && !tc_tally_is_local(world, owner)) return TC_ROW_REACH_REMOTE;
    reach = TC_ROW_REACH_NODE;
  }
  return reach;
}

/* Divides the rows into runs, and stores the runs in run[] unless `run` is NULL. Returns the number of runs,
 * and in *locations the number of entries of the rows with TC_ROW_REACH_NODE. */
static int32_t find_runs(const tc_world *world, const tc_rows_by_reach *rows, const tc_ell *M,
                         tc_row_reach_run *run, int64_t *locations) {
  tc_row_reach_run current = {.end = 0};
  int32_t runs = 0;
  *locations = 0;
  for (int32_t i = 0; i < rows->owned; i++) {
    tc_row_reach reach = find_reach(world, rows, M, i);
    if (i == 0 || reach != current.reach || i - current.begin == TC_ROW_REACH_RUN_MAX) {
      runs++;
      current = (tc_row_reach_run){.reach = reach, .begin = i, .location = *locations};
    }
    current.end = i + 1;
    if (reach == TC_ROW_REACH_NODE) *locations += tc_ell_length(M, i);
    if (run) run[runs - 1] = current;
  }
  return runs;
}

static void fill_node_rows(tc_rows_by_reach *rows, const tc_ell *M) {
  for (int32_t r = 0; r < rows->runs; r++) {
    const tc_row_reach_run *run = &rows->run[r];
    if (run->reach != TC_ROW_REACH_NODE) continue;
    tc_location *location = rows->node_location + run->location;
    for (size_t e = tc_ell_begin(M, run->begin), end = tc_ell_begin(M, run->end); e < end; e++)
      *location++ = tc_rows_by_reach_location(rows, M->column[e]);
  }
}

/* True if a row reads values of other ranks, and all these ranks are on the node of this rank. */
static bool is_pointer_row(const tc_world *world, const tc_rows_by_reach *rows, const tc_ell *M,
                           int32_t row) {
  bool reads_others = false;
  for (size_t e = tc_ell_begin(M, row), end = tc_ell_end(M, row); e < end; e++) {
    const int owner = tc_rows_by_reach_location(rows, M->column[e]).rank;
    if (!tc_tally_is_local(world, owner)) return false;
    reads_others = reads_others || owner != world->rank;
  }
  return reads_others;
}

static void count_pointer_runs(const tc_world *world, const tc_ell *M, tc_rows_by_reach *rows) {
  bool continues_run = false;
  for (int32_t i = 0; i < rows->owned; i++) {
    const bool reads_pointers = is_pointer_row(world, rows, M, i);
    rows->pointer_runs += reads_pointers && !continues_run;
    continues_run = reads_pointers;
  }
}

static tc_status fill_rows(const tc_world *world, const tc_halo *halo, const tc_ell *M,
                           tc_rows_by_reach *rows) {
  int64_t locations;
  TC_TRY(TC_POOL_ARRAY(&rows->memory, rows->ghost, halo->ghosts));
  for (int32_t g = 0; g < halo->ghosts; g++)
    rows->ghost[g] = tc_distribution_locate(halo->distribution, halo->ghost_position[g]);
  rows->runs = find_runs(world, rows, M, NULL, &locations);
  TC_TRY(TC_POOL_ARRAY(&rows->memory, rows->run, rows->runs));
  TC_TRY(TC_POOL_ARRAY(&rows->memory, rows->node_location, locations));
  find_runs(world, rows, M, rows->run, &locations);
  fill_node_rows(rows, M);
  count_pointer_runs(world, M, rows);
  return TC_OK;
}

tc_status tc_rows_by_reach_create(const tc_world *world, const tc_halo *halo, const tc_ell *M,
                                  bool separates_nodes, tc_rows_by_reach **out) {
  tc_rows_by_reach *rows = NULL;
  TC_TRY(TC_ALLOC_ZERO(rows, 1));
  rows->owned = halo->owned;
  rows->rank = world->rank;
  rows->separates_nodes = separates_nodes;
  TC_RETURN_CREATED(fill_rows(world, halo, M, rows), rows, tc_rows_by_reach_destroy(&rows), out);
}

void tc_rows_by_reach_destroy(tc_rows_by_reach **rows) { TC_POOL_DESTROY_OWNER(rows); }

/* Returns the index of the first run that begins at or after `row`. */
static int32_t find_first_run(const tc_rows_by_reach *rows, int64_t row) {
  int32_t low = 0, high = rows->runs;
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    if (rows->run[middle].begin < row)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

bool tc_rows_by_reach_count_row(tc_rows_by_reach_input *r, int length, const tc_location *location) {
  const tc_world *world = r->world;
  bool reads_others = false, reads_remote = false;
  for (int k = 0; k < length; k++) {
    if (location[k].rank == world->rank) continue;
    reads_others = true;
    reads_remote = reads_remote || !tc_tally_is_local(world, location[k].rank);
    if (r->node_pointer[location[k].rank]) tc_tally_single(world, location[k].rank, &r->count);
  }
  return reads_others && !reads_remote;
}

/* Counts the values of other ranks that the rows of a run read. Each value is counted individually, because
 * with virtual nodes a load from shared memory may count as remote. */
static void count_node_run(tc_rows_by_reach_input *r, const tc_row_reach_run *run) {
  const tc_location *location = r->rows->node_location + run->location;
  for (int32_t i = run->begin; i < run->end; i++) {
    const int length = tc_ell_length(r->M, i);
    r->count.pointer_rows += tc_rows_by_reach_count_row(r, length, location);
    location += length;
  }
}

static void compute_run(tc_rows_by_reach_input *r, const tc_row_reach_run *run, double *y) {
  if (run->reach == TC_ROW_REACH_OWN)
    (r->M->begin ? tc_general_rows_multiply : tc_ell_multiply_rows)(r->M, run->begin, run->end, r->own,
                                                                    y + run->begin);
  if (run->reach != TC_ROW_REACH_NODE) return;
  const tc_node_rows_input x = {r->M, r->world->rank, r->own, r->node_pointer};
  const tc_location *location = r->rows->node_location + run->location;
  const int64_t other_ranks = tc_node_rows_multiply_any(&x, location, run->begin, run->end, y);
  if (r->world->virtual_nodes) {
    count_node_run(r, run);
    return;
  }
  r->count.local_individual += other_ranks;
  r->count.pointer_rows += run->end - run->begin;
}

void tc_rows_by_reach_multiply(tc_rows_by_reach_input *input, tc_access_epoch *epoch, double *y) {
  const tc_rows_by_reach *rows = input->rows;
  input->count.pointer_runs += rows->pointer_runs;
#pragma omp parallel
  {
    tc_rows_by_reach_input thread_input = *input;
    thread_input.count = (tc_counts){0};
    const int64_t threads = omp_get_num_threads(), thread = omp_get_thread_num();
    const int32_t end = find_first_run(rows, rows->owned * (thread + 1) / threads);
    for (int32_t k = find_first_run(rows, rows->owned * thread / threads); k < end; k++) {
      compute_run(&thread_input, &rows->run[k], y);
      if (thread == 0) tc_access_epoch_progress(epoch);
    }
#pragma omp critical(tc_fine_merge)
    tc_counts_add(&input->count, &thread_input.count);
  }
}
