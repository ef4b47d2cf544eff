/* Colours of rows, so that those of one colour do not touch each other: sweeps may treat them at once. */
#ifndef TC_COMM_LAYOUT_COLOUR_H
#define TC_COMM_LAYOUT_COLOUR_H

#include "comm/layout/halo.h"
#include "sparse/ell.h"

typedef struct tc_colouring {
  int colours;     /* in use on any rank: 0 .. colours-1; at most a row's entries and one */
  int32_t *colour; /* [owned + ghosts] */
} tc_colouring;

/* Collective. Each row takes the lowest colour that no row before it has and touches it; rows follow each
 * other by tc_colouring_priority of their number in the mesh, so colours do not depend on the distribution.
 * A: columns numbered by the halo, structurally symmetric (count/pattern.h); number[owned]. Errors on all
 * ranks: TC_INTERNAL. Source: Jones, Plassmann, "A parallel graph coloring heuristic", SIAM J. Sci. Comput.
 * 14 (1993). */
tc_status tc_colouring_create(const tc_world *world, const tc_halo *halo, const tc_ell *A,
                              const tc_gid *number, tc_colouring **out);
void tc_colouring_destroy(tc_colouring **colouring);

/* Rows of higher rank are coloured first; no two cells have the same. As good as random, so that rows wait
 * for few others, one after the other. */
uint64_t tc_colouring_priority(tc_gid number);

#endif
