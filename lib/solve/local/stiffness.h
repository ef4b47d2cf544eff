/* Stiffness: how steeply sources and rates of local states depend on v and on the states, and the resulting
 * limits on steps of explicit Euler. Called by the choice of dt (solve/stability) and by the checks during a
 * run, with slopes from tc_source_stiffness. All functions are pure. Slopes are per unit of time, bounds are
 * in units of time. */
#ifndef TC_SOLVE_LOCAL_STIFFNESS_H
#define TC_SOLVE_LOCAL_STIFFNESS_H

/* Slopes of a formula with respect to one variable: `growth` is the largest positive slope, which drives a
 * value away from equilibrium; `decay` is the largest absolute negative slope, which pulls it back. Both are
 * at least 0. */
typedef struct tc_slope {
  double growth, decay;
} tc_slope;

typedef struct tc_stiffness {
  tc_slope v; /* Slopes of the source with respect to v. */
  /* Largest slopes of the rate of a local state with respect to that state, over all states. */
  tc_slope states;
  double circle; /* Largest angular frequency of an oscillation of v and a state: the square root of |ds/dw *
                    dr/dv|, where s is the source, w the state and r its rate. */
} tc_stiffness;

double tc_slope_size(const tc_slope *slope); /* Returns the larger of the two slopes. */

/* Pure. Returns the largest stable step of explicit Euler: 2 divided by the larger of two rates. The first
 * rate is `diffusion`, the largest |eigenvalue| of R, plus the largest slope with respect to v. The second
 * rate, for cells with little diffusion, is `circle` plus the largest slope with respect to v or to a state.
 * Returns INFINITY if every step is stable. (An undamped oscillation of v and a state is unstable with
 * explicit Euler for every step size. This bound ignores such an instability.) */
double tc_stiffness_bound(const tc_stiffness *stiffness, double diffusion);

/* Pure. Returns the stiffness with all slopes multiplied by three, because slopes may grow during a run but
 * the step size is fixed. For example, a cubic source may be three times steeper at a value that is outside
 * the initial range by half of its width. */
tc_stiffness tc_stiffness_with_margin(const tc_stiffness *stiffness);

/* Pure. Returns the largest step with which explicit Euler follows a source accurately; INFINITY if every
 * step is accurate. With this step the distance of a value from an equilibrium grows by at most a fifth per
 * step. No value is pulled beyond an equilibrium. A period of an oscillation of v and a state has at least
 * about 300 steps, so an oscillation without damping grows by 6 % per period. */
double tc_stiffness_accuracy_bound(const tc_stiffness *stiffness);

/* Pure. Returns the number of equal parts into which a local step of the length `length` must be divided.
 * Each part is a step of Heun's method. With this number the source alone is integrated accurately and
 * stably, with the margin of tc_stiffness_with_margin. Returns 0 if the number exceeds `most`. The stability
 * bound of Heun's method for decay is that of explicit Euler. */
int tc_stiffness_count_parts(const tc_stiffness *stiffness, double length, int most);

#endif
