/* Rows of a rank, divided into runs of consecutive rows of one reach. The reach of a row states whether it
 * reads only owned values, also values of other ranks of the node, or also values of other nodes. The
 * accesses fine and batched create the runs during setup. tc_rows_by_reach_multiply computes all rows that
 * read no values of other nodes, and the accesses compute the remaining rows. */
#ifndef TC_COMM_ACCESS_ROW_REACH_H
#define TC_COMM_ACCESS_ROW_REACH_H

#include "base/core/pool.h"
#include "comm/access/epoch.h"
#include "comm/layout/halo.h"
#include "sparse/ell.h"

typedef enum tc_row_reach {
  TC_ROW_REACH_OWN,  /* reads only values that this rank owns */
  TC_ROW_REACH_NODE, /* also reads values of other ranks that share memory with this one */
  /* reads values of ranks that share no memory with this one; if tc_rows_by_reach.separates_nodes is true,
   * also rows that read values of another (virtual) node */
  TC_ROW_REACH_REMOTE
} tc_row_reach;

/* Run: consecutive rows that have the same reach, at most TC_ROW_REACH_RUN_MAX rows. */
enum { TC_ROW_REACH_RUN_MAX = 1024 };
typedef struct tc_row_reach_run {
  tc_row_reach reach;
  int32_t begin, end; /* rows begin .. end-1 */
  /* If the reach is TC_ROW_REACH_NODE: index in tc_rows_by_reach.node_location of the first column of row
   * `begin`. The columns of the following rows have the next indices. */
  int64_t location;
} tc_row_reach_run;

typedef struct tc_rows_by_reach {
  int32_t owned, runs;
  tc_row_reach_run *run; /* [runs] in rising order of rows; the runs cover all rows */
  tc_location *ghost;    /* [ghosts] owner of each ghost and its local row on the owner */
  /* Location of every column of the rows with TC_ROW_REACH_NODE, row after row. Locations of owned columns
   * are included, so that a product reads every x_j with the same two loads and without a branch. */
  tc_location *node_location;
  /* Number of maximal runs of consecutive rows that read values of other ranks of the node of this rank
   * (world->node_of_rank) and no values of other nodes. Neither the maximum length of runs in run[] nor the
   * division among threads divides these runs. */
  int64_t pointer_runs;
  int32_t rank;         /* number of this rank */
  bool separates_nodes; /* value of the argument `separates_nodes` of tc_rows_by_reach_create */
  tc_pool memory;       /* owns the arrays of this struct */
} tc_rows_by_reach;

/* Not collective, no MPI calls. Creates the runs of the rows of M. Rows that read values of ranks without
 * shared memory have the reach TC_ROW_REACH_REMOTE. If `separates_nodes` is true, rows that read values of
 * another node of world->node_of_rank also have this reach, even if their owner shares memory with this rank.
 * Borrows nothing. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_rows_by_reach_create(const tc_world *world, const tc_halo *halo, const tc_ell *M,
                                  bool separates_nodes, tc_rows_by_reach **out);
void tc_rows_by_reach_destroy(tc_rows_by_reach **rows);

/* Returns the owner and the local row of the value that a column of M refers to. */
static inline tc_location tc_rows_by_reach_location(const tc_rows_by_reach *rows, int32_t column) {
  return column < rows->owned ? (tc_location){rows->rank, column} : rows->ghost[column - rows->owned];
}

/* Input of a product. `count` contains the numbers of values of other ranks that one thread has read from
 * shared memory. */
typedef struct tc_rows_by_reach_input {
  const tc_world *world;
  const tc_rows_by_reach *rows;
  const tc_ell *M;
  const double *own;           /* owned values of x */
  double *const *node_pointer; /* [ranks] segment of x of each rank that shares memory with this one */
  tc_counts count;
} tc_rows_by_reach_input;

/* Counts the values of other ranks that a row reads from shared memory, and adds their number to
 * input->count. location[length] are the locations of the row's columns. Returns true if the row reads
 * values of other ranks, and all these ranks are on the node of this rank (world->node_of_rank). */
bool tc_rows_by_reach_count_row(tc_rows_by_reach_input *input, int length, const tc_location *location);

/* Computes y for all rows except those with TC_ROW_REACH_REMOTE, and counts rows->pointer_runs. OpenMP
 * threads divide the rows. The first thread provides progress for other nodes between rows. */
void tc_rows_by_reach_multiply(tc_rows_by_reach_input *input, tc_access_epoch *epoch, double *y);

#endif
