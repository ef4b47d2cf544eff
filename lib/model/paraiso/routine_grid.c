/* Products with the block column scatter distribution: PARAISO's HPI and the strategy bcs. Rank (p, q) of a
 * P x Q grid multiplies with the entries a_ij for which i mod P = p and j mod Q = q (comm/access/bcs.h). */
#include "model/paraiso/routine_internal.h"

/* Numbers of doubles in each message and in each reduction of a product. */
typedef struct grid_counts {
  tc_grid grid;
  int64_t *x_row; /* [ranks][Q] values of x that a rank sends to each rank in the same row of the grid */
  int64_t *x_col; /* [ranks] values of x that a rank sends to each rank in the same column */
  int64_t *terms; /* [ranks][Q] terms that a rank sends to each rank in the same row */
  int64_t *y_col; /* [ranks][P] sums that a rank sends to each rank in the same column */
  int64_t *sums;  /* [P] number of rows of y of each row of the grid */
} grid_counts;

static tc_status alloc_counts(int ranks, tc_pool *memory, grid_counts *c) {
  TC_TRY(TC_POOL_ARRAY_ZERO(memory, c->x_row, (int64_t)ranks * c->grid.cols));
  TC_TRY(TC_POOL_ARRAY_ZERO(memory, c->x_col, ranks));
  TC_TRY(TC_POOL_ARRAY_ZERO(memory, c->terms, (int64_t)ranks * c->grid.cols));
  TC_TRY(TC_POOL_ARRAY_ZERO(memory, c->y_col, (int64_t)ranks * c->grid.rows));
  return TC_POOL_ARRAY_ZERO(memory, c->sums, c->grid.rows);
}

/* Counts the messages that move the values of x and y at one position, which `owner` owns. */
static void count_vectors(grid_counts *c, int owner, tc_gid position) {
  const int row = tc_grid_row(c->grid, owner), col = tc_grid_col(c->grid, owner);
  const int64_t x_col = position % c->grid.cols, y_row = position % c->grid.rows;
  c->x_row[(int64_t)owner * c->grid.cols + x_col]++;
  c->x_col[tc_grid_rank(c->grid, row, x_col)]++;
  c->y_col[(int64_t)tc_grid_rank(c->grid, y_row, col) * c->grid.rows + row]++;
  c->sums[y_row]++;
}

/* Counts an entry in the row at position i, which `owner` owns, and the column at position j. */
static void count_entry(grid_counts *c, int owner, tc_gid i, tc_gid j, tc_routine_version *out) {
  const int multiplying = tc_grid_rank(c->grid, i % c->grid.rows, j % c->grid.cols);
  out->entries[multiplying]++;
  c->terms[(int64_t)multiplying * c->grid.cols + tc_grid_col(c->grid, owner)]++;
}

static void count_matrix(const tc_dry_run_layout *run, grid_counts *c, tc_routine_version *out) {
  const tc_graph *graph = run->dual;
  for (int32_t i = 0; i < graph->vertices; i++) {
    const int32_t vertex = run->order[i];
    const int owner = tc_distribution_owner(run->distribution, i);
    out->rows[owner]++;
    count_vectors(c, owner, i);
    count_entry(c, owner, i, i, out);
    for (int32_t e = graph->start[vertex]; e < graph->start[vertex + 1]; e++)
      count_entry(c, owner, i, run->position[graph->adjacent[e]], out);
  }
  for (int rank = 0; rank < out->ranks; rank++) out->product_flops[rank] = 2 * out->entries[rank];
}

/* Adds a message from each rank to each other rank in the same row of the grid. doubles[ranks][Q] contains
 * the number of doubles in each message. */
static void add_row_messages(const tc_grid grid, int ranks, const int64_t *doubles, tc_routine *r) {
  for (int rank = 0; rank < ranks; rank++)
    for (int32_t q = 0; q < grid.cols; q++)
      tc_routine_add_messages(r, rank, tc_grid_rank(grid, tc_grid_row(grid, rank), q), 1,
                              doubles[(int64_t)rank * grid.cols + q]);
}

static void add_column_messages(const grid_counts *c, int ranks, bool of_y, tc_routine *r) {
  for (int rank = 0; rank < ranks; rank++)
    for (int32_t p = 0; p < c->grid.rows; p++)
      tc_routine_add_messages(r, rank, tc_grid_rank(c->grid, p, tc_grid_col(c->grid, rank)), 1,
                              of_y ? c->y_col[(int64_t)rank * c->grid.rows + p] : c->x_col[rank]);
}

/* Counts the messages with which the ranks of a row of the grid add their partial sums by recursive
 * doubling. */
static void add_partial_sums(const grid_counts *c, int ranks, tc_routine *r) {
  const int doublings = tc_routine_doublings(c->grid.cols);
  for (int rank = 0; rank < ranks; rank++)
    for (int d = 0; d < TC_MESSAGE_DIRECTIONS; d++)
      tc_routine_add_load(r, rank, d, doublings, doublings * c->sums[tc_grid_row(c->grid, rank)]);
}

tc_status tc_routine_count_grid(const tc_dry_run_layout *run, bool adds_partial_sums, tc_pool *memory,
                                tc_routine_version *out) {
  const char *call = adds_partial_sums ? "MPI_Alltoallv" : "MPI_Startall";
  grid_counts c = {.grid = run->distribution->grid};
  tc_routine *r;
  TC_TRY(alloc_counts(out->ranks, memory, &c));
  count_matrix(run, &c, out);
  TC_TRY(tc_routine_append("x along grid rows", call, memory, out, &r));
  add_row_messages(c.grid, out->ranks, c.x_row, r);
  TC_TRY(tc_routine_append("x along grid columns", call, memory, out, &r));
  add_column_messages(&c, out->ranks, false, r);
  TC_TRY(tc_routine_append(adds_partial_sums ? "partial sums of y" : "terms along grid rows",
                           adds_partial_sums ? "MPI_Allreduce" : call, memory, out, &r));
  adds_partial_sums ? add_partial_sums(&c, out->ranks, r) : add_row_messages(c.grid, out->ranks, c.terms, r);
  TC_TRY(tc_routine_append("y along grid columns", call, memory, out, &r));
  add_column_messages(&c, out->ranks, true, r);
  return TC_OK;
}

tc_status tc_routine_count_hpi(const tc_dry_run_layout *run, tc_pool *memory, tc_routine_version *out) {
  TC_TRY(tc_routine_version_init("HPI", run->distribution->ranks, memory, out));
  out->is_bitwise = false;
  return tc_routine_count_grid(run, true, memory, out);
}
