/* Counts the values and messages of a product with the block column scatter distribution (comm/access/bcs.h),
 * which has four rounds of messages. Ranks are arranged in a grid (count/grid.h). Rounds 1 and 2 distribute
 * x, round 3 sends the terms of a row to the rank that adds them, and round 4 returns the sum to the owner of
 * the row. */
#include "count/count_bcs.h"

/* Grid of the ranks, and the node and the counts of each rank. */
typedef struct rank_counts {
  tc_grid grid;
  const int *node;  /* [ranks] node of each rank */
  tc_counts *count; /* [ranks] counts of each rank */
} rank_counts;

static void count_transfer(const rank_counts *r, int from, int to, int64_t values) {
  const bool local = r->node[from] == r->node[to];
  if (from == to) return;
  *(local ? &r->count[from].local_values_out : &r->count[from].remote_values_out) += values;
  *(local ? &r->count[to].local_values : &r->count[to].remote_values) += values;
}

/* Counts the transfers of the value of x at `position`, which `rank` owns, in rounds 1 and 2. Round 1 sends
 * the value to one rank of the grid column, and round 2 from there to all ranks of the column. */
static void count_x_transfers(const rank_counts *r, int rank, tc_gid position) {
  const int row = tc_grid_row(r->grid, rank), col = (int)(position % r->grid.cols),
            distributor = tc_grid_rank(r->grid, row, col);
  count_transfer(r, rank, distributor, 1);
  for (int p = 0; p < r->grid.rows; p++) count_transfer(r, distributor, tc_grid_rank(r->grid, p, col), 1);
}

/* Counts the transfer of one term in round 3. The term belongs to the entry in column `column` of a row that
 * rank `summing_rank` sums. */
static void count_term_transfer(const rank_counts *r, int summing_rank, tc_gid column) {
  const int multiplying_rank =
      tc_grid_rank(r->grid, tc_grid_row(r->grid, summing_rank), column % r->grid.cols);
  r->count[multiplying_rank].terms++;
  count_transfer(r, multiplying_rank, summing_rank, 1);
}

static void count_row_transfers(const rank_counts *r, const tc_pattern *pattern, int rank, tc_gid position,
                                int32_t i) {
  const int summing_rank = tc_grid_rank(r->grid, position % r->grid.rows, tc_grid_col(r->grid, rank));
  for (size_t e = tc_pattern_begin(pattern, i), end = tc_pattern_end(pattern, i); e < end; e++) {
    const tc_gid column = tc_pattern_at(pattern, e);
    /* Padding entries have the column of the row itself and are not counted. */
    if (column != position) count_term_transfer(r, summing_rank, column);
  }
  count_term_transfer(r, summing_rank, position);
  count_transfer(r, summing_rank, rank, 1); /* round 4 returns the sum */
}

/* Counts the messages that a rank sends. In each round it sends one message to every other rank of the same
 * row or column of the grid, even if the message is empty. */
static void count_messages(const rank_counts *r, int rank, int rounds_of_row, int rounds_of_col) {
  const int row = tc_grid_row(r->grid, rank), col = tc_grid_col(r->grid, rank);
  tc_counts *own = &r->count[rank];
  for (int q = 0; q < r->grid.cols; q++) {
    const int to = tc_grid_rank(r->grid, row, q);
    if (to != rank)
      *(r->node[to] == r->node[rank] ? &own->local_messages : &own->remote_messages) += rounds_of_row;
  }
  for (int p = 0; p < r->grid.rows; p++) {
    const int to = tc_grid_rank(r->grid, p, col);
    if (to != rank)
      *(r->node[to] == r->node[rank] ? &own->local_messages : &own->remote_messages) += rounds_of_col;
  }
}

tc_status tc_bcs_count(const tc_pattern *pattern, const tc_distribution *distribution,
                       const int *node_of_rank, int rank, tc_counts *all) {
  const rank_counts r = {distribution->grid, node_of_rank, all};
  for (int32_t i = 0; i < pattern->rows; i++) {
    const tc_gid position = tc_distribution_position(distribution, rank, i);
    count_x_transfers(&r, rank, position);
    count_row_transfers(&r, pattern, rank, position, i);
  }
  count_messages(&r, rank, 2, 2);
  all[rank].copied_values += 2 * (int64_t)pattern->rows;
  return TC_OK;
}
