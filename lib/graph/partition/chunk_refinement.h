/* Refinement of a partition by rounds. In a round, a cell at the border of a part may move to the part of a
 * neighbour if this cuts fewer edges, or cuts equally many edges and balances the sizes of the parts. Two
 * neighbours in different parts never move in the same round: the one with the larger hash of (cell, round)
 * has precedence, so that no round increases the cut, unless a part has too many cells. If all candidates
 * together could make a part too large or too small, another hash of the cell decides for each of them.
 *
 * All decisions of a round read the state before the round. A decision about a cell depends on the numbers
 * and parts of the cell and all neighbours, and on counts by part that one reduction per round
 * yields (tc_chunk_refinement_counts). Results therefore do not depend on the order of visits, on threads or,
 * if ranks hold the cells, on the rank that holds a cell. Called by chunk_partition.c. Not collective. */
#ifndef TC_GRAPH_CHUNK_REFINEMENT_H
#define TC_GRAPH_CHUNK_REFINEMENT_H

#include "graph/structure/graph.h"

enum { TC_CHUNK_REFINEMENT_ROUNDS = 32 }; /* number of rounds of a partition by chunks */

/* Counts of one part before a round. If the cells were distributed over ranks, a reduction would add the
 * counts of the ranks. */
typedef struct tc_chunk_refinement_counts {
  int64_t cells;  /* cells of the part */
  int64_t leave;  /* candidates that would leave the part, without those counted in `relief` */
  int64_t enter;  /* candidates that would enter the part */
  int64_t relief; /* candidates that would leave the part because it has too many cells */
} tc_chunk_refinement_counts;

/* Fractions (shares) of the candidates of one part that may move in a round, from 0 to 1. */
typedef struct tc_chunk_refinement_shares {
  double leave, enter, relief;
} tc_chunk_refinement_shares;

/* Move of a listed cell in a round. */
typedef struct tc_chunk_refinement_move {
  int32_t target; /* part to which the cell would move; negative if it does not move */
  bool relieves;  /* true if the move cuts more edges and relieves a part that has too many cells */
} tc_chunk_refinement_move;

/* State of a refinement. */
typedef struct tc_chunk_refinement {
  const tc_graph *graph; /* borrowed */
  int32_t parts;
  int32_t *part;   /* [graph->vertices] part of each cell; borrowed, changed by the rounds */
  int round;       /* number of completed rounds */
  int32_t borders; /* number of listed cells */
  int32_t *border; /* [borders] listed cells, each once: all cells that may be candidates in the next round.
                      Their order has no effect on the result. */
  tc_chunk_refinement_move *move;     /* [borders] moves of the listed cells in the current round */
  bool *is_listed;                    /* [graph->vertices] true if `border` contains the cell */
  int64_t *cells;                     /* [parts] cells of each part according to the last reduction */
  tc_chunk_refinement_counts *counts; /* [parts] counts of each part in the current round */
  tc_chunk_refinement_shares *share;  /* [parts] shares of each part in the current round */
  int64_t cells_min, cells_max;       /* limits of the number of cells of a part */
  bool has_relief;                    /* true if a part had too many cells before the first round */
  tc_pool memory;                     /* owns all arrays that are not borrowed */
} tc_chunk_refinement;

/* Prepares the refinement of a partition, where part[v], in [0, parts), is the part of vertex v. The caller
 * frees `out` with tc_chunk_refinement_free, also after an error. Errors: TC_INTERNAL if memory is exhausted.
 */
tc_status tc_chunk_refinement_init(const tc_graph *graph, int32_t parts, int32_t *part,
                                   tc_chunk_refinement *out);

/* Performs one round and returns the number of cells that moved. */
int64_t tc_chunk_refinement_round(tc_chunk_refinement *refinement);

void tc_chunk_refinement_free(tc_chunk_refinement *refinement);

#endif
