/* Points where a field is looked at. A point has the value of the cell that it lies in; of several, on a face
 * that they share, it is the one with the lowest number. */
#ifndef TC_SOLVE_SPACE_PROBE_H
#define TC_SOLVE_SPACE_PROBE_H

#include "solve/space/space.h"

typedef struct tc_probe {
  double position[3];
  const char *where; /* the user's words for it, for messages */
} tc_probe;

typedef struct tc_probe_outside {
  double distance;  /* from the mesh; 0 for a point of a cell */
  bool is_rounding; /* it is no more than rounding of the point's coordinates */
} tc_probe_outside;

/* The same on all ranks, but for `row`. */
typedef struct tc_probes {
  int count;
  tc_probe *probe;           /* [count] their `where` is borrowed */
  tc_gid *cell;              /* [count] the mesh's own number of the cell; the user's is base higher */
  tc_probe_outside *outside; /* [count] */
  int32_t *row;              /* [count] the own row of the cell; -1: another rank's */
} tc_probes;

/* Collective. Finds the cells, each of which is asked by itself: the same ones on any number of ranks. A
 * point outside all cells gets the nearest one, if the distance is at most a tenth of the longest edge of
 * that cell. Time is proportional to owned cells times points. Errors on all ranks: TC_USAGE naming the first
 * point that is farther outside, and its distance. */
tc_status tc_probes_create(const tc_space *space, int count, const tc_probe *probe, tc_probes **out);
void tc_probes_destroy(tc_probes **probes);

/* Logs the distance of each probe outside the mesh, with a warning if it is more than rounding. base: of the
 * cells' numbers. */
void tc_probes_log(const tc_probes *probes, int32_t base, const tc_log *log);

/* Collective. out[count] = values of a field, with all their bits, on all ranks. */
tc_status tc_probes_evaluate(const tc_world *world, const tc_probes *probes, const double *value,
                             double *out);

#endif
