/* The rows of a rank sorted by how far they read, for the strategies fine and batched, and the computing of
 * those that need no other node. */
#ifndef TC_COMM_ACCESS_ROW_REACH_H
#define TC_COMM_ACCESS_ROW_REACH_H

#include "comm/access/epoch.h"
#include "comm/layout/halo.h"
#include "sparse/ell.h"

typedef enum tc_row_reach {
  TC_ROW_REACH_OWN,   /* own values only */
  TC_ROW_REACH_NODE,  /* also values of other ranks that share memory */
  TC_ROW_REACH_REMOTE /* also values of ranks that do not */
} tc_row_reach;

/* Consecutive rows of one reach, at most TC_ROW_REACH_RUN_MAX of them. */
enum { TC_ROW_REACH_RUN_MAX = 1024 };
typedef struct tc_row_reach_run {
  tc_row_reach reach;
  int32_t begin, end; /* rows */
  int32_t slot;       /* of row `begin` in near[], for NEAR runs; the rows that follow have the next slots */
} tc_row_reach_run;

typedef struct tc_rows_by_reach {
  int32_t owned, runs;
  tc_row_reach_run *run;      /* [runs] in rising rows, covering all */
  tc_location *ghost;         /* [ghosts] where each lives */
  tc_location *node_location; /* [slots][width] for NEAR rows: every column, own ones too, as rank and local
                               * index, so that an access is two loads and no branch */
  int32_t rank;               /* this one */
  bool counted;               /* what is FAR: see tc_rows_by_reach_create */
} tc_rows_by_reach;

/* No MPI calls, not collective. counted: ranks of other nodes, by what is counted as one, are far as well,
 * whether they share memory or not. Borrows nothing. Errors: TC_INTERNAL out of memory. */
tc_status tc_rows_by_reach_create(const tc_world *world, const tc_halo *halo, const tc_ell *M, bool counted,
                                  tc_rows_by_reach **out);
void tc_rows_by_reach_destroy(tc_rows_by_reach **rows);

/* Where a column of M lives. */
static inline tc_location tc_rows_by_reach_location(const tc_rows_by_reach *rows, int32_t column) {
  return column < rows->owned ? (tc_location){rows->rank, column} : rows->ghost[column - rows->owned];
}

/* Where x is read by one thread, and what it read in the memory that the node shares. */
typedef struct tc_rows_by_reach_input {
  const tc_world *world;
  const tc_rows_by_reach *rows;
  const tc_ell *M;
  const double *own;           /* of x */
  double *const *node_pointer; /* [ranks] the pieces of x on this node */
  tc_counts count;
} tc_rows_by_reach_input;

/* Whether a row, whose columns live at place[width], reads other ranks, and only ranks of the same node;
 * counts the values that it reads in shared memory. */
bool tc_rows_by_reach_count_row(tc_rows_by_reach_input *reading, const tc_location *place);

/* y of all rows that are not FAR, shared by the threads. The first of them serves the other nodes in between.
 */
void tc_rows_by_reach_multiply(tc_rows_by_reach_input *reading, tc_access_epoch *epoch, double *y);

#endif
