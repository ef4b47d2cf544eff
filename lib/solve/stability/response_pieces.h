/* Pieces of a matrix of rates: sets of cells whose responses to noise (solve/stability/noise_response.h) are
 * comparable. Cells of different pieces may have responses of different size even without a slow mode, so
 * each cell is compared to the mean over the piece that contains it. Rows that read across a jump of the
 * tensor are removed first, because their diagonal does not measure how fast the cell exchanges with each
 * side. The pieces are the connected components of the remaining matrix. Components of fewer than 6 cells are
 * not tested, because their mean may be small by chance. If there are more than TC_GROUPED_DOT_MAX
 * components, those of similar size form one piece. solve/stability/noise_response.c calls remove, find, the
 * sums and free, in this order. */
#ifndef TC_SOLVE_STABILITY_RESPONSE_PIECES_H
#define TC_SOLVE_STABILITY_RESPONSE_PIECES_H

#include "solve/problem/problem.h"
#include "solve/space/grouped_dot.h"

/* Number of components whose cells are counted in one pass. */
enum { TC_RESPONSE_LABELS = 1 << 20 };

typedef struct tc_response_pieces {
  int count;     /* Number of pieces; 0 if no cell is tested. */
  int64_t *of;   /* [owned] Piece of each cell; -1 if the cell is in none. Owned. */
  double *cells; /* [count] Number of cells of each piece. Owned. */
  bool *closed;  /* [count] True if the rows of the piece lose nothing, so that a constant in the piece does
                    not decay. Owned. */
  tc_grouped_dot dot;
} tc_response_pieces;

/* Collective. Sets to 0 all rows of `S` that read across a jump of the tensor
 * (solve/stability/tensor_jump.h), and the entries in the columns of these rows. `S` is a copy of the rates
 * of `problem`. Errors (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_response_remove_jumps(const tc_problem *problem, tc_ell *S);

/* Collective. Finds the pieces of `S`. If there are more than `most` components, those of similar size form
 * one piece. Results are equal on any number of ranks, except for the numbering of the pieces. The caller
 * frees `*out` with tc_response_pieces_free, after errors too. The cells of `labels` components are counted
 * in one pass, with 16 bytes of memory per component. Errors (on all ranks): TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_response_pieces_find(const tc_space *space, const tc_ell *S, int most, int64_t labels,
                                  tc_response_pieces *out);
void tc_response_pieces_free(tc_response_pieces *pieces); /* Not collective. */

#endif
