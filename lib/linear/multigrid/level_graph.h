/* Graph of a level of a multigrid hierarchy, in difference form: the rows of one rank with their ghosts.
 * Level 0 is created from the linear system (level_zero.h); coarser levels are created by contraction
 * (contraction.h) or by smoothed aggregation (smoothed.h). Pairing (pairing.h) forms aggregates of rows,
 * and the cycle (cycle/cycle_level.h) stores its values in another order. A graph is freed once the next
 * level and the storage of the cycle exist. The values depend on ids only, never on the distribution. */
#ifndef TC_LINEAR_MULTIGRID_LEVEL_GRAPH_H
#define TC_LINEAR_MULTIGRID_LEVEL_GRAPH_H

#include "base/core/pool.h"
#include "comm/layout/halo.h"

/* Rows of a level in difference form. Row i of the matrix K times a vector x is excess[i] x_i + sum over k =
 * begin[i] .. begin[i+1]-1 of coupling[k] (x_i - x_column[k]). The excess is therefore the row sum, and a
 * coupling is the negative of an off-diagonal entry. Columns index the owned rows followed by the ghosts of
 * `halo`. The entries of a row are sorted by the id of their column. Rows i and j store the same coupling to
 * each other. On level 0 couplings are positive. On coarser levels, smoothed aggregation creates a few
 * negative ones. */
typedef struct tc_level_graph {
  tc_world *world; /* borrowed */
  /* halo with the rows of other ranks that this rank's rows read; the same as owned_halo, or borrowed */
  const tc_halo *halo;
  tc_halo *owned_halo; /* the halo if the graph owns it, else NULL */
  /* number of ranks that may own rows of this level */
  int ranks;
  int32_t rows, ghosts; /* number of owned rows and of ghosts */
  int64_t all_rows;     /* number of rows of all ranks */
  /* The matrix of level 0 is 2^exponent times the matrix of the graph (level_zero.h). 0 in other graphs. */
  int exponent;
  tc_gid *id; /* [rows + ghosts] id of each row: the smallest id of the rows of level 0 that it contains */
  double *excess; /* [rows] sum of the entries of each row of K */
  /* [rows] diagonal entry of each row if the graph is a level: excess + coupling + coupling + .. in the order
   * of the entries. In a graph between two passes of pairing, the sum of the diagonals of those rows of the
   * level that the row contains. */
  double *diagonal_sum;
  int64_t *begin;  /* [rows + 1] first entry of each row */
  int32_t *column; /* [begin[rows]] column of each entry */
  float *coupling; /* [begin[rows]] negative of each off-diagonal entry of K */
  tc_pool memory;  /* owns the arrays */
} tc_level_graph;

/* Not collective. Returns the diagonal entry of row i of K: excess[i] plus the couplings of the row, in the
 * order of the entries. */
double tc_level_graph_diagonal(const tc_level_graph *graph, int32_t i);

/* Collective. Destroys a graph; accepts NULL. */
void tc_level_graph_destroy(tc_level_graph **graph);

/* Collective. Computes a hash of ids, excesses and couplings of all rows with the ids of their columns. The
 * hash is the same on any number of ranks and for any order of the rows. Errors: those of MPI messages. */
tc_status tc_level_graph_hash(const tc_level_graph *graph, uint64_t *out);

#endif
