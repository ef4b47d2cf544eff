/* Rows of a rank in runs by reach. The reach states whether a row reads only owned values, also values of
 * other ranks of the node, or also values of other nodes. The accesses fine and batched create them during
 * setup. tc_rows_by_reach_multiply computes all rows that do not read other nodes, and the accesses compute
 * the others themselves. */
#ifndef TC_COMM_ACCESS_ROW_REACH_H
#define TC_COMM_ACCESS_ROW_REACH_H

#include "comm/access/epoch.h"
#include "comm/layout/halo.h"
#include "sparse/ell.h"

typedef enum tc_row_reach {
  TC_ROW_REACH_OWN,   /* reads owned values only */
  TC_ROW_REACH_NODE,  /* also reads values of other ranks that share memory */
  TC_ROW_REACH_REMOTE /* also reads values of ranks that do not share memory */
} tc_row_reach;

/* Consecutive rows of one reach, at most TC_ROW_REACH_RUN_MAX rows. */
enum { TC_ROW_REACH_RUN_MAX = 1024 };
typedef struct tc_row_reach_run {
  tc_row_reach reach;
  int32_t begin, end; /* rows begin .. end-1 */
  /* For TC_ROW_REACH_NODE: index of row `begin` in node_location. The following rows have the next
   * indices. */
  int32_t slot;
} tc_row_reach_run;

typedef struct tc_rows_by_reach {
  int32_t owned, runs;
  tc_row_reach_run *run; /* [runs] in rising order of rows; the runs cover all rows */
  tc_location *ghost;    /* [ghosts] location of each ghost */
  /* [slots][width] for rows with TC_ROW_REACH_NODE: location of every column, owned columns included, so that
   * an access needs two loads and no branch */
  tc_location *node_location;
  int32_t rank; /* number of this rank */
  bool counted; /* value of `counted` in tc_rows_by_reach_create, which defines what is remote */
} tc_rows_by_reach;

/* Not collective, no MPI calls. Creates the runs of the rows of M. If `counted` is true, ranks of other nodes
 * as counted are remote too, even if they share memory. Borrows nothing. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_rows_by_reach_create(const tc_world *world, const tc_halo *halo, const tc_ell *M, bool counted,
                                  tc_rows_by_reach **out);
void tc_rows_by_reach_destroy(tc_rows_by_reach **rows);

/* Returns the location of a column of M. */
static inline tc_location tc_rows_by_reach_location(const tc_rows_by_reach *rows, int32_t column) {
  return column < rows->owned ? (tc_location){rows->rank, column} : rows->ghost[column - rows->owned];
}

/* Input of one thread, and its counts of values read in memory shared by the node. */
typedef struct tc_rows_by_reach_input {
  const tc_world *world;
  const tc_rows_by_reach *rows;
  const tc_ell *M;
  const double *own;           /* owned values of x */
  double *const *node_pointer; /* [ranks] segments of x on this node */
  tc_counts count;
} tc_rows_by_reach_input;

/* True if a row with columns at place[width] reads values of other ranks, all of them on the same node as
 * counted. Adds the values that it reads in shared memory to the counts. */
bool tc_rows_by_reach_count_row(tc_rows_by_reach_input *reading, const tc_location *place);

/* Computes y for all rows except those with TC_ROW_REACH_REMOTE. The threads share the rows. The first thread
 * provides progress for other nodes between rows. */
void tc_rows_by_reach_multiply(tc_rows_by_reach_input *reading, tc_access_epoch *epoch, double *y);

#endif
