/* Pieces of a matrix of rates in which the response to noise is judged. Cells of different pieces respond at
 * different levels without any slow mode, so each piece has its own mean. Rows that read across a jump of the
 * tensor are removed first, because their diagonal does not measure how fast the cell exchanges with each
 * side. The connected components that remain are the pieces. Components of fewer than 6 cells are not judged,
 * because their mean may be small by chance. If more than TC_GROUPED_DOT_MAX components are left, those of
 * similar size form one piece. Called by solve/stability/noise_response.c: remove, find, sums, free. */
#ifndef TC_SOLVE_STABILITY_RESPONSE_PIECES_H
#define TC_SOLVE_STABILITY_RESPONSE_PIECES_H

#include "solve/problem/problem.h"
#include "solve/space/grouped_dot.h"

typedef struct tc_response_pieces {
  int count;     /* 0: no cell is judged. */
  int64_t *of;   /* [owned] Piece of each cell; -1 if it is not judged. Owned. */
  double *cells; /* [count] Number of cells. Owned. */
  bool *closed;  /* [count] True if nothing leaves the piece, so that a constant does not decay. Owned. */
  tc_grouped_dot dot;
} tc_response_pieces;

/* Collective. Empties those rows of `S` that read across a jump of the tensor
 * (solve/stability/tensor_jump.h), and removes the entries of other rows that read their cells. `S` is a copy
 * of the rates of `problem`. Errors (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_response_remove_jumps(const tc_problem *problem, tc_ell *S);

/* Collective. Finds the pieces of `S`. If more than `most` components are left, those of similar size
 * form one piece. Results have the same values on any number of ranks, except for the order of the pieces.
 * The caller frees `*out` with tc_response_pieces_free, after errors too. Memory: 16 MiB for counts. Errors
 * (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_response_pieces_find(const tc_space *space, const tc_ell *S, int most, tc_response_pieces *out);
void tc_response_pieces_free(tc_response_pieces *pieces); /* Not collective. */

#endif
