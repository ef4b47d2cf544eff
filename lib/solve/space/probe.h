/* Probes: points where a field is recorded. A probe reads the value of the cell that contains the point. If
 * the point is on a face between cells, the cell with the lowest number is read. The session creates the
 * probes after the space; the history and the outcome of a run evaluate them between steps. The cell of a
 * probe is the same on any number of ranks. */
#ifndef TC_SOLVE_SPACE_PROBE_H
#define TC_SOLVE_SPACE_PROBE_H

#include "solve/space/space.h"

typedef struct tc_probe {
  double position[3];
  const char *where; /* Position of the probe in the config, for messages. */
} tc_probe;

typedef struct tc_probe_outside {
  double distance;  /* Distance of the point from the mesh; 0 if a cell contains the point. */
  bool is_rounding; /* True if the distance is so small that rounding of the point's coordinates explains it.
                     */
} tc_probe_outside;

/* The probes of a run with their cells. All members except `row` are equal on all ranks. */
typedef struct tc_probes {
  int count;
  /* [count] Positions of the probes; the array is owned, the strings `where` are borrowed. */
  tc_probe *probe;
  tc_gid *cell; /* [count] Cell number of the mesh, from 0. Messages add tc_space.base, because the user's
                   cell numbers may begin with 1. */
  tc_probe_outside *outside; /* [count] Distance of each probe from the mesh. */
  int32_t *row;              /* [count] Local row of the cell on its owner; -1 on all other ranks. */
  tc_pool memory;            /* Owns all arrays of this struct. */
} tc_probes;

/* Collective. Finds the cell of every probe. A point outside all cells is assigned to the nearest cell if its
 * distance from that cell is at most a tenth of the longest edge of the cell. Time is proportional to owned
 * cells times probes. The caller frees `*out` with tc_probes_destroy. Errors (on all ranks): TC_USAGE for the
 * first point that is farther outside the mesh. The message contains the distance of this point. */
tc_status tc_probes_create(const tc_space *space, int count, const tc_probe *probe, tc_probes **out);
void tc_probes_destroy(tc_probes **probes);

/* Logs the distance of each probe that is outside the mesh, as a warning if rounding does not explain the
 * distance. `base` is the user's first cell number. */
void tc_probes_log(const tc_probes *probes, int32_t base, const tc_log *log);

/* Collective. Writes to out[count], on all ranks, a copy of the value of the field value[owned] in the cell
 * of each probe. */
tc_status tc_probes_evaluate(const tc_world *world, const tc_probes *probes, const double *value,
                             double *out);

#endif
