/* Step sizes of runs with error control, in integer arithmetic. Step sizes and logarithms must have the same
 * bits on every processor and number of ranks, which pow and log of the C library do not guarantee. A step
 * size is therefore 2^(H/8) units with an integer H, where the unit is a constant of the run. The logarithm
 * of an error `err` is the integer E = floor(24 log2(err)), computed with frexp and a table. The rule is that
 * of Sommeijer, Shampine and Verwer (J. Comput. Appl. Math. 88, 315, 1998) with the safety factor 0.8. The
 * exponents of that rule are 1/3 and 2/3 for methods of order 2, and 1/2 and 1 for methods of order 1. A run
 * computes a step of length tc_step_control_land(left, unit * tc_step_control_factor(size)), estimates its
 * error in units of the allowed error and calls tc_step_control_decide. Pure functions. */
#ifndef TC_SOLVE_STEP_STEP_CONTROL_H
#define TC_SOLVE_STEP_STEP_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

enum {
  TC_STEP_CONTROL_REJECTIONS = 10,    /* a run ends after this number of rejections of one step */
  TC_STEP_CONTROL_LOWEST = -26,       /* smallest change of H from one step to the next, a factor of 0.105 */
  TC_STEP_CONTROL_HIGHEST = 18,       /* largest change of H from one step to the next, a factor of 4.76 */
  TC_STEP_CONTROL_NO_ERROR = -30 * 24 /* smallest E; smaller errors, 0 included, count as 2^-30 */
};

/* State of the control between two steps; part of the restart data. Zero-initialise before the first step,
 * which then has the length of the unit. */
typedef struct tc_step_control {
  int64_t size;       /* exponent H of the length of the next step: unit * 2^(H/8) */
  int64_t last_size;  /* exponent H of the last accepted step, rounded down if the step was shortened */
  int64_t last_error; /* logarithm E = floor(24 log2 err) of the error of the last accepted step */
  int64_t accepted;   /* number of accepted steps */
  int64_t rejected;   /* number of rejected steps */
  int64_t in_a_row;   /* rejections since the last accepted step */
  /* The following members are properties of the method, set before the first step and not part of the restart
   * data. */
  int order;         /* order of the method, 1 or 2; 0 means 2 */
  int64_t dead_zone; /* After an accepted step, H changes only if it falls by 2 or more, or rises by at least
                        this number. This saves setups of methods that must be set up for each step size. 0
                        for other methods. */
} tc_step_control;

/* Returns 2^(size/8), with the same bits on every machine: an exact power of two multiplied by one of eight
 * constants. */
double tc_step_control_factor(int64_t size);

/* Returns E = floor(24 log2(err)), which is exact and at least TC_STEP_CONTROL_NO_ERROR. `square` is the
 * square of err, finite and not negative. */
int64_t tc_step_control_logarithm(double square);

/* Decides about a step. `square` is the square of the estimated error divided by the allowed error. Returns
 * true if `square` is at most 1, so that the step is accepted. Sets H of the next step, or of the repeated
 * step after a rejection. A square that is not finite causes a rejection, and the step is shortened by the
 * smallest factor. `share`, above 0 and at most 1, is the length of the step divided by the length that the
 * control had chosen. It is 1 unless the step was shortened. A shortened step does not change H, unless it
 * was rejected or its own error requires a smaller H. */
bool tc_step_control_decide(tc_step_control *control, double square, double share);

/* Rejects a step for another reason than its error, and halves its length. `share` is that of
 * tc_step_control_decide. Several such rejections of one step count as one. */
void tc_step_control_halve(tc_step_control *control, double share);

/* Returns the length of the next step. `left`, above 0, is the time until the moment at which a step must end
 * exactly, and `step` is the length that the control has chosen. The result is `left` if it is at most
 * `step`, half of `left` if it is less than two steps, and otherwise `step`. */
double tc_step_control_land(double left, double step);

#endif
