/* The rows of a rank sorted by how far they read, for the fine strategy. No MPI calls, nothing collective. */
#ifndef TC_COMM_FINE_ROWS_H
#define TC_COMM_FINE_ROWS_H

#include "comm/halo.h"
#include "sparse/ell.h"

typedef enum tc_reach {
  TC_REACH_OWN,  /* own values only */
  TC_REACH_NEAR, /* also values of other ranks that share memory */
  TC_REACH_FAR   /* also values of ranks that do not */
} tc_reach;

/* Consecutive rows of one reach, at most TC_FINE_RUN of them. */
enum { TC_FINE_RUN = 1024 };
typedef struct tc_fine_run {
  tc_reach reach;
  int32_t begin, end; /* rows */
  int32_t slot;       /* of row `begin` in near[], for NEAR runs; the rows that follow have the next slots */
} tc_fine_run;

typedef struct tc_fine_rows {
  int32_t owned, runs;
  tc_fine_run *run; /* [runs] in rising rows, covering all */
  tc_place *ghost;  /* [ghosts] where each lives */
  tc_place *near;   /* [slots][width] for NEAR rows: every column, own ones too, as rank and local index, so
                     * that an access is two loads and no branch */
  int32_t rank;     /* this one */
} tc_fine_rows;

/* Borrows nothing. Errors: TC_INTERNAL out of memory. */
tc_status tc_fine_rows_create(const tc_world *world, const tc_halo *halo, const tc_ell *M,
                              tc_fine_rows **out);
void tc_fine_rows_destroy(tc_fine_rows **rows);

/* Where a column of M lives. */
static inline tc_place tc_fine_place(const tc_fine_rows *rows, int32_t column) {
  return column < rows->owned ? (tc_place){rows->rank, column} : rows->ghost[column - rows->owned];
}

/* The first run that begins at or behind a row. */
int32_t tc_fine_first_run(const tc_fine_rows *rows, int64_t row);

#endif
