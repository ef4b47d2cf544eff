/* Colouring of matrix rows: rows of one colour do not couple, so a sweep can process them in parallel. The
 * colour exchange (comm/exchange/colour_exchange.c), the elimination orders of preconditioners and the dry
 * run use it. The colours do not depend on the distribution. A preconditioner that eliminates rows in the
 * order of their colours therefore does not depend on it either. */
#ifndef TC_COMM_LAYOUT_COLOUR_H
#define TC_COMM_LAYOUT_COLOUR_H

#include "base/core/pool.h"
#include "comm/layout/halo.h"
#include "sparse/ell.h"

typedef struct tc_colouring {
  int colours; /* number of colours, the same on all ranks and at most one more than the number of entries of
                  a row; colours are 0 .. colours-1 */
  int32_t *colour; /* [owned + ghosts] colour of each row and ghost */
  tc_pool memory;  /* owns `colour` */
} tc_colouring;

/* Collective. Assigns to each row the lowest colour that no coupled row of higher priority has. The priority
 * of a row is tc_colouring_priority of the cell number, so colours do not depend on the distribution. `A` has
 * columns in the numbering of the halo and is structurally symmetric (count/pattern.h). number[owned]
 * contains the cell numbers of the rows. Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI
 * fails. Source: Jones, Plassmann, "A parallel graph coloring heuristic", SIAM J. Sci. Comput. 14 (1993). */
tc_status tc_colouring_create(const tc_world *world, const tc_halo *halo, const tc_ell *A,
                              const tc_gid *number, tc_colouring **out);
void tc_colouring_destroy(tc_colouring **colouring);

/* Returns the priority of cell `number`. Rows of higher priority are coloured first. No two cells have the
 * same priority. Priorities are pseudo-random, which avoids long chains of rows in which each row waits for
 * the colour of the next one. */
uint64_t tc_colouring_priority(tc_gid number);

#endif
