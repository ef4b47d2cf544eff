/* Stiffness of sources and rates, and the resulting limits on steps of explicit Euler. Called by the choice
 * of dt (solve/stability) and by the checks during a run, with slopes from tc_source_stiffness. All functions
 * are pure: they compute bounds from three kinds of slopes. Bounds are in units of time. */
#ifndef TC_SOLVE_PROBLEM_STIFFNESS_H
#define TC_SOLVE_PROBLEM_STIFFNESS_H

/* Largest slopes, per unit of time, of terms that drive a value away (growth) and of terms that pull it back
 * (decay); at least 0. */
typedef struct tc_slope {
  double growth, decay;
} tc_slope;

typedef struct tc_stiffness {
  tc_slope v;      /* Slopes of the source in v. */
  tc_slope states; /* Slopes of the rate of any state in itself. */
  double circle;   /* Angular frequency of v and a state that drive each other: the root of the product of the
                      source's slope in the state and the rate's slope in v. */
} tc_stiffness;

double tc_slope_size(const tc_slope *slope); /* Larger of the two slopes. */

/* Pure. Returns the largest stable step with a diffusion of the given largest rate. Slopes in v add to that
 * rate, and cycles add to the slopes in cells with little diffusion. INFINITY if every step is stable.
 * (Undamped cycles are unstable for every step of explicit Euler.) */
double tc_stiffness_bound(const tc_stiffness *stiffness, double diffusion);

/* Pure. Returns the stiffness with all slopes multiplied by three, because slopes may grow during a run and
 * the step cannot change. A cubic source is that much steeper where v exceeds its range by half. */
tc_stiffness tc_stiffness_with_margin(const tc_stiffness *stiffness);

/* Pure. Returns the largest step with which Euler follows a source. No value is driven away by more than a
 * fifth of its distance, none is pulled beyond its target, and a cycle takes about 300 steps. An undamped
 * cycle then grows by 6 % per turn. INFINITY if every step is accurate. */
double tc_stiffness_accuracy_bound(const tc_stiffness *stiffness);

#endif
