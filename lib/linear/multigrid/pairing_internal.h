/* State of a pass of pairing on one rank, shared by the matching (pairing.c) and the joining of single rows
 * (joining.c). */
#ifndef TC_LINEAR_MULTIGRID_PAIRING_INTERNAL_H
#define TC_LINEAR_MULTIGRID_PAIRING_INTERNAL_H

#include "comm/layout/neighbour_exchange.h"
#include "linear/multigrid/pairing.h"

/* State of a row in the matching: free, paired, or excluded. An excluded row receives no aggregate. A row
 * that remains single in the finished matching is still free. */
enum { TC_ROW_FREE, TC_ROW_PAIRED, TC_ROW_EXCLUDED };

/* Exchange that repeatedly sends the same array of values from owners to ghosts. Before each exchange,
 * tc_ghost_values_exchange copies the values of the rows to send to `sent`. */
typedef struct tc_ghost_values {
  const tc_halo *halo;
  size_t size;                     /* bytes of a value */
  char *sent;                      /* [send_begin[peers]] values of the rows to send */
  tc_neighbour_exchange *exchange; /* exchange that sends values from the owners to the ghosts */
} tc_ghost_values;

typedef struct tc_pairing {
  const tc_level_graph *graph;
  /* smallest strength of an edge with which two rows may be paired or joined
   * (decisions/107-joining-by-own-diagonal.md) */
  double strength;
  /* [rows + ghosts] inverse of the diagonal sum of a free row; NaN for other rows, so that no edge to them is
   * stronger than another one */
  double *inverse;
  uint8_t *state; /* [rows + ghosts] state at the end of the last round */
  /* [rows] column of the free neighbour that a free row has chosen; -1 if it has none. A paired row retains
   * the column of the other row of the pair. Joining then sets the columns of single rows that join a
   * pair. */
  int32_t *partner;
  tc_gid *ghost_partner; /* [ghosts] id of each ghost's partner; -1 if it has none */
  /* Lists of rows, one for each block of TC_PAIRING_BLOCK rows of the graph, so that threads change the lists
   * of different blocks at the same time. The matching lists undecided rows, and joining lists rows that join
   * a pair. */
  int32_t blocks;
  int32_t *listed;         /* [rows] the list of block b begins at b * TC_PAIRING_BLOCK */
  int32_t *listed_count;   /* [blocks] length of each list */
  tc_aggregate *aggregate; /* [rows + ghosts] result, borrowed */
  tc_ghost_values inverses, partners, states, aggregates;
  /* exchange in the reverse direction: each rank sends the aggregates of the ghosts to their owners, which
   * receive them in aggregates.sent */
  tc_neighbour_exchange *joins;
  tc_pool memory;
} tc_pairing;

enum { TC_PAIRING_BLOCK = 2048 };

/* Rows begin .. end-1 and the list of a block. */
typedef struct tc_pairing_block {
  int32_t begin, end, *list, *count;
} tc_pairing_block;

static inline tc_pairing_block tc_pairing_get_block(const tc_pairing *p, int32_t block) {
  const int32_t begin = block * TC_PAIRING_BLOCK, rest = p->graph->rows - begin;
  return (tc_pairing_block){begin, begin + (rest < TC_PAIRING_BLOCK ? rest : TC_PAIRING_BLOCK),
                            p->listed + begin, &p->listed_count[block]};
}

/* True if, among equally strong edges of the row with the id `row`, the edge to the row with the id `a`
 * precedes that to the row with the id `b`: the edge with the larger hash is first, then that with the larger
 * pair of ids. */
bool tc_pairing_precedes(tc_gid row, tc_gid a, tc_gid b);

/* Collective over the peers. Sends array[rows + ghosts] from owners to ghosts, and sets its ghosts. `values`
 * must have been created for this array. Errors: those of MPI messages. */
tc_status tc_ghost_values_exchange(const tc_ghost_values *values, const void *array);

/* Collective. Lets single rows join pairs, and sets the aggregates of all rows and ghosts. Errors: those of
 * MPI messages. */
tc_status tc_joining_run(tc_pairing *pairing);

#endif
