/* Fronts that a mesh cannot represent. A source that drives v away (its slope in v is positive) makes waves
 * whose fronts are about as wide as sqrt(K / slope). In cells that are longer than that a wave is too slow,
 * or stands still, whatever the time step. Sessions compare both before the first step
 * (run/session/session_forcing.c), with the slopes that also limit dt (solve/problem/source_slopes.c). */
#ifndef TC_SOLVE_PROBLEM_FRONT_RESOLUTION_H
#define TC_SOLVE_PROBLEM_FRONT_RESOLUTION_H

#include "base/program/log.h"
#include "fv/physics/physics.h"
#include "solve/space/space.h"

/* From this median ratio on a run is warned. */
#define TC_FRONT_COARSE 2.5

typedef struct tc_front {
  int64_t cells; /* cells where the slope is positive; 0: there is no front, and the rest is 0 */
  double ratio;  /* their lower median of (longest edge) / sqrt(n.K n / slope), n along that edge */
  tc_gid cell;   /* the lowest cell with that ratio (0-based), */
  double edge;   /* its longest edge, */
  double width;  /* and the width of a front along it: sqrt(8 K/k) of a wave that k v (1-v) (v-1/4) drives,
                    whose  largest slope is 13 k/48 */
} tc_front;

/* Collective. slope[owned]: the largest slope of the source in v in each cell; at most 0 where nothing is
 * driven away. The same bits on any number of ranks, without gathering anything of the mesh's size. Errors on
 * all ranks: TC_INTERNAL if memory is exhausted. */
tc_status tc_front_find(const tc_space *space, const tc_physics *physics, const double *slope, tc_front *out);

/* Expected delay of a wave in percent of its speed, between 0 and 100: interpolated (in logarithms) between
 * measurements with K = 0.05 and k = 8 on bars of 10, 20, 40 and 80 bricks along 10, where the ratio is 11.4,
 * 5.70, 2.85 and 1.43 and a wave was 96, 27, 9 and 4 % too slow. Not collective. */
double tc_front_delay(double ratio);

/* Logs the lengths (verbose), and warns if the ratio is TC_FRONT_COARSE or more. where: of the source, for
 * the message. Not collective. */
void tc_front_report(const tc_front *front, const char *where, int32_t base, const tc_log *log);

#endif
