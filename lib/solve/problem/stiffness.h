/* How steep sources and rates of states are, and what that means for steps of explicit Euler. Not collective.
 */
#ifndef TC_SOLVE_PROBLEM_STIFFNESS_H
#define TC_SOLVE_PROBLEM_STIFFNESS_H

/* The largest slopes, per time: of those that drive a value away, and of those that pull it back; at least 0.
 */
typedef struct tc_slope {
  double growth, decay;
} tc_slope;

typedef struct tc_stiffness {
  tc_slope v;      /* of the source in v */
  tc_slope states; /* of the rate of any state in itself */
  double circle;   /* how fast v and a state go round that drive each other: the root of the product of the
                      source's slope in the state and of its rate's in v */
} tc_stiffness;

double tc_slope_size(const tc_slope *slope); /* of both the larger */

/* The largest stable step beside a diffusion whose largest rate is given: slopes in v add to that rate, and
 * circles to slopes where little diffuses. INFINITY: any. (Undamped circles are not stable with any step of
 * explicit Euler.) */
double tc_stiffness_bound(const tc_stiffness *stiffness, double diffusion);

/* With all slopes three times as steep: room for what they become while a run goes on, since its step cannot
 * change. A cubic source is that much steeper where v overshoots its range by half. */
tc_stiffness tc_stiffness_with_margin(const tc_stiffness *stiffness);

/* The largest step with which Euler follows a source: nothing is driven away by more than a fifth of its
 * distance, nothing is pulled beyond where it is pulled to, and what goes round makes 300 steps in a circle:
 * undamped it grows by 6 % in that time. INFINITY: any. */
double tc_stiffness_accuracy_bound(const tc_stiffness *stiffness);

#endif
