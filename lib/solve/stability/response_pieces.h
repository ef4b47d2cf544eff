/* Pieces of the mesh: sets of cells whose responses to noise (solve/stability/noise_response.h) are
 * comparable. Cells of different pieces may have responses of different size even without a slow mode, so
 * each cell is compared to the mean over the piece that contains it. Rows of the rate matrix that read across
 * a jump of the diffusion tensor are removed first. The diagonal entry of such a row does not measure how
 * fast the cell exchanges with the cells on each side of the jump. The pieces are the connected components of
 * the remaining matrix. Components of fewer than 6 cells are not tested, because the mean over so few cells
 * may be small by chance. If there are more than TC_GROUPED_DOT_MAX components, the components of similar
 * size form one piece. solve/stability/noise_response.c calls tc_response_remove_jumps, then
 * tc_response_pieces_find. Then it computes sums over the pieces, and frees the pieces. */
#ifndef TC_SOLVE_STABILITY_RESPONSE_PIECES_H
#define TC_SOLVE_STABILITY_RESPONSE_PIECES_H

#include "base/core/pool.h"
#include "solve/problem/problem.h"
#include "solve/space/grouped_dot.h"

/* Default number of components whose cells are counted in one pass over the mesh. */
enum { TC_RESPONSE_LABELS = 1 << 20 };

typedef struct tc_response_pieces {
  int count;     /* Number of pieces; 0 if all components have too few cells to be tested. */
  int64_t *of;   /* [owned] Number of the piece of each cell; -1 if the cell is in no piece. Owned. */
  double *cells; /* [count] Number of cells of each piece. Owned. */
  bool *closed;  /* [count] True if all rows of the piece sum to 0, so that a constant field in the piece does
                    not decay. Owned. */
  tc_grouped_dot dot;
  tc_pool memory; /* Owns the arrays of this struct. */
} tc_response_pieces;

/* Collective. Sets to 0 all rows of `S` that read across a jump of the diffusion tensor
 * (solve/stability/tensor_jump.h), and the columns with the same numbers. `S` is a copy of the rate matrix of
 * `problem`. Errors (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_response_remove_jumps(const tc_problem *problem, tc_ell *S);

/* Collective. Finds the pieces of the matrix `S`. If it has more than `most` components, the components of
 * similar size form one piece. Results are equal on any number of ranks, except for the numbering of the
 * pieces. The caller frees `*out` with tc_response_pieces_free, also after an error. Each pass over the mesh
 * counts the cells of `labels` components and needs 16 bytes per component. Errors (on all ranks):
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_response_pieces_find(const tc_space *space, const tc_ell *S, int most, int64_t labels,
                                  tc_response_pieces *out);
void tc_response_pieces_free(tc_response_pieces *pieces); /* Not collective. */

#endif
