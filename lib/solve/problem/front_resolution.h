/* Detects fronts that a mesh cannot represent. A source with a positive slope in v creates waves whose fronts
 * are about sqrt(K / slope) wide. In cells longer than a front a wave is too slow, or stops, for any time
 * step. Sessions compare both lengths before the first step (run/session/session_forcing.c), with the slopes
 * that also limit dt (solve/problem/source_slopes.c). */
#ifndef TC_SOLVE_PROBLEM_FRONT_RESOLUTION_H
#define TC_SOLVE_PROBLEM_FRONT_RESOLUTION_H

#include "base/program/log.h"
#include "fv/physics/physics.h"
#include "solve/space/space.h"

/* Median ratio from which a warning is logged. */
#define TC_FRONT_COARSE 2.5

typedef struct tc_front {
  int64_t cells; /* Number of cells with a positive slope; if 0, all other members are 0. */
  double
      ratio;   /* Lower median over these cells of (longest edge) / sqrt(n.K n / slope), n along that edge. */
  tc_gid cell; /* Lowest cell with that ratio (from 0). */
  double edge; /* Longest edge of the cell. */
  double width; /* Width of a front along that edge: sqrt(8 K/k) of a wave driven by k v (1-v) (v-1/4), whose
                   largest slope is 13 k/48. */
} tc_front;

/* Collective. slope[owned] is the largest slope of the source in v in each cell, at most 0 if the source
 * drives no value away. The result has the same bits on any number of ranks; no array has the size of the
 * mesh. Errors (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_front_find(const tc_space *space, const tc_physics *physics, const double *slope, tc_front *out);

/* Not collective. Returns the expected delay of a wave in percent of its speed, from 0 to 100. It
 * interpolates (in logarithms) between measurements with K = 0.05 and k = 8 on bars of 10, 20, 40 and 80
 * bricks of length 10. The ratios were 11.4, 5.70, 2.85 and 1.43, and the waves 96, 27, 9 and 4 % too slow.
 */
double tc_front_delay(double ratio);

/* Not collective. Logs the lengths (verbose), and warns if the ratio is at least TC_FRONT_COARSE. `where`
 * names the source in the message. `base` is the first cell number of the user. */
void tc_front_report(const tc_front *front, const char *where, int32_t base, const tc_log *log);

#endif
