/* Schedule of several products in one pass through the rows of a rank. Stage j of a sweep computes y_j = M
 * x_j, where x_j was computed from y_(j-1), so a row of stage j needs the rows of all its columns in stage
 * j-1. Stage 0 advances by a chunk of rows, and every later stage follows as far as the rows that it reads
 * are complete. Matrix rows are then read from memory once for all stages, if the rows between the positions
 * of the first and the last stage fit into a cache. Rows near the ghosts are postponed until the exchange of
 * their stage is complete, as in Alappat et al., DLB-MPK (arXiv 2405.12525). A row is computed from the same
 * values in the same order as in single products, so results have the same bits. Pure; no function is
 * collective. */
#ifndef TC_LINEAR_OPERATOR_SWEEP_PLAN_H
#define TC_LINEAR_OPERATOR_SWEEP_PLAN_H

#include "base/core/pool.h"
#include "sparse/ell.h"

enum {
  TC_SWEEP_STAGES_MAX = 16,
  TC_SWEEP_CHUNK = 1024 /* number of rows by which a stage advances, for each thread */
};

/* Rows begin .. end-1 of a stage, which are computed together. */
typedef struct tc_sweep_piece {
  int32_t begin, end;
  int stage;
} tc_sweep_piece;

/* Part p of a sweep contains the pieces part[p] .. part[p+1]-1, in the order in which they must be computed.
 * Before part p, the ghosts of the input of stage p must be received. At this point all rows of the stages 0
 * .. p-1 are complete, so this rank can send the rows that other ranks read. */
typedef struct tc_sweep_plan {
  int stages;
  int64_t part[TC_SWEEP_STAGES_MAX + 1];
  tc_sweep_piece *piece;
  int64_t postponed; /* number of rows of all stages in parts 1 and later */
  tc_pool memory;
} tc_sweep_plan;

/* Creates the plan of `stages` (1 .. TC_SWEEP_STAGES_MAX) products with a matrix whose rows have the columns
 * of `rows`. Stages advance by `chunk` rows. The pattern must be structurally symmetric (count/pattern.h):
 * the rows that read a row are then the columns of that row, so a stage may overwrite the vector that the
 * stage before it has read. The caller frees the plan with tc_sweep_plan_destroy. Errors: TC_INTERNAL if
 * memory is exhausted. */
tc_status tc_sweep_plan_create(const tc_ell *rows, int stages, int32_t chunk, tc_sweep_plan **out);
void tc_sweep_plan_destroy(tc_sweep_plan **plan);

#endif
