/* Points where a field is looked at. A point has the value of the cell that it lies in; of several, on a face
 * that they share, it is the one with the lowest number. */
#ifndef TC_SOLVE_PROBE_H
#define TC_SOLVE_PROBE_H

#include "solve/space.h"

typedef struct tc_probe {
  double at[3];
  const char *where; /* the user's words for it, for messages */
} tc_probe;

/* The same on all ranks, but for `row`. */
typedef struct tc_probes {
  int count;
  tc_probe *probe; /* [count] their `where` is borrowed */
  tc_gid *cell;    /* [count] the mesh's own number of the cell; the user's is base higher */
  int32_t *row;    /* [count] the own row of the cell; -1: another rank's */
} tc_probes;

/* Collective. Finds the cells, each of which is asked by itself: the same ones on any number of ranks. A
 * point that is outside all cells by no more than rounding is inside. Takes owned cells times points. Errors
 * on all ranks: TC_USAGE naming the first point outside the mesh. */
tc_status tc_probes_create(const tc_space *space, int count, const tc_probe *probe, tc_probes **out);
void tc_probes_destroy(tc_probes **probes);

/* Collective. out[count] = values of a field, with all their bits, on all ranks. */
tc_status tc_probes_look(const tc_world *world, const tc_probes *probes, const double *value, double *out);

#endif
