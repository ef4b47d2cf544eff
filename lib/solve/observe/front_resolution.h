/* Detects fronts (steep transitions of the field) that a mesh cannot represent. A source whose slope ds/dv is
 * positive creates waves with fronts of a width of about sqrt(K / slope), where K is the diffusion
 * coefficient. In cells longer than a front a wave is too slow, or stops, for any time step. Sessions compare
 * cell edges with front widths before the first step (run/session/prepared.c). The slopes are the ones that
 * also limit dt (solve/problem/source_slopes.c). */
#ifndef TC_SOLVE_OBSERVE_FRONT_RESOLUTION_H
#define TC_SOLVE_OBSERVE_FRONT_RESOLUTION_H

#include "base/program/log.h"
#include "fv/physics/physics.h"
#include "solve/space/space.h"

/* Smallest median ratio (tc_front.ratio) for which a warning is logged. */
#define TC_FRONT_COARSE 2.5

typedef struct tc_front {
  int64_t cells; /* Number of cells with a positive slope; if 0, all other members are 0. */
  double ratio; /* Lower median, over the cells with a positive slope, of the longest edge divided by sqrt(n.K
                   n / slope). K is the tensor of the cell and n the unit vector along that edge. */
  tc_gid cell;  /* Lowest number, counted from 0, of a cell whose ratio is the median. */
  double edge;  /* Longest edge of the cell. */
  double width; /* Width of a front along that edge, sqrt(8 n.K n / k). The factor k is chosen such that the
                   largest slope of the source k v (1-v) (v-1/4), which is 13 k/48, equals the slope found in
                   that cell. */
} tc_front;

/* Collective. Computes the members of tc_front. slope[owned] is the largest slope ds/dv of the source s in
 * each cell. The result has the same bits on any number of ranks. No array has the size of the mesh. Errors
 * (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_front_find(const tc_space *space, const tc_physics *physics, const double *slope, tc_front *out);

/* Not collective. Returns by how many percent a wave is expected to be too slow, from 0 to 100, if
 * tc_front.ratio is `ratio`. The function interpolates, in logarithms, between four test runs with K = 0.05
 * and the source 8 v (1-v) (v-1/4). The meshes were bars of length 10 that were divided into 10, 20, 40 and
 * 80 bricks. The ratios were 11.4, 5.70, 2.85 and 1.43, and the waves were 96, 27, 9 and 4 % too slow. */
double tc_front_delay(double ratio);

/* Not collective. Logs the cell edge and the front width at log level verbose, and warns if the ratio is at
 * least TC_FRONT_COARSE. `where` is the position of the source in the config, for the message. `base` is the
 * user's first cell number. */
void tc_front_report(const tc_front *front, const char *where, int32_t base, const tc_log *log);

#endif
