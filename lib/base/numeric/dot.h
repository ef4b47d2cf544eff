/* Dot products of doubles that do not depend on the order of summation. The sum of w_i (x_i y_i) depends on
 * its terms alone, for any division into parts and any order of addition by threads or ranks. tc_world_dots
 * (comm/world/world.h) uses it for all dot products of solvers.
 *
 * Like base/numeric/sum.h it adds in fixed point with integer limbs, but on an absolute grid and in one pass.
 * The caller chooses the `top` of a window of 32 binary digits, in which it expects the largest term. If the
 * largest term is outside the window, the sum must be repeated with a suitable top. The value depends on the
 * terms and on the final top, so all parts of a sum must use the same top. There are two ways to choose the
 * top:
 *
 * - tc_dot_bin_top: bins are windows that do not overlap, and the largest term decides the bin. A wrong first
 *   top costs a repetition but never changes the value, which depends on the terms alone.
 *
 * - tc_dot_next_top, for the sums of an iteration: the top follows the largest term, which therefore remains
 *   in the middle of the window. The largest term of the next sum is then rarely outside the window. The
 *   value also depends on the tops of the preceding sums.
 *
 * The error per term is at most 2^-65 of the largest term, or 2^-1057 if that is larger. Sums whose terms are
 * all below 2^-1022 are 0. A part has at most 2^31 terms, a sum 2^62. No function is collective. */
#ifndef TC_BASE_NUMERIC_DOT_H
#define TC_BASE_NUMERIC_DOT_H

#include <stdbool.h>
#include <stdint.h>

/* The top of a sum is 2^(8 t) with an integer t from TC_DOT_MIN to TC_DOT_MAX. A window, and so a bin, covers
 * TC_DOT_WINDOW steps of 8 binary digits. */
enum { TC_DOT_LIMBS = 4, TC_DOT_WINDOW = 4, TC_DOT_MIN = -120, TC_DOT_MAX = 124 };

/* Partial sum, over some of the terms of a sum. */
typedef struct tc_dot {
  int top; /* number t of the top 2^(8 t); suitable if the largest term is in 2^(8 t - 32) .. 2^(8 t) */
  /* The largest term is in 2^(8 largest_bin - 8) .. 2^(8 largest_bin). `largest_bin` is at most TC_DOT_MIN -
   * 4 if there is no term. It is above TC_DOT_MAX if a term is 2^992 or more, infinite or not a number. */
  int largest_bin;
  /* Limb k counts units of 2^(8 top - 32 k) and is in 0 .. 2^32-1, except limb 0. */
  int64_t limb[TC_DOT_LIMBS];
} tc_dot;

/* Initialises an empty sum. A `top` outside the range TC_DOT_MIN to TC_DOT_MAX is replaced by the nearest
 * number in the range. All parts of one sum must have the same top. */
void tc_dot_init(int top, tc_dot *out);

/* Adds the n terms w_i (x_i y_i), where w_i is weight[i]. If `weight` is NULL, all weights are 1. x and y may
 * be the same array, and exchanging them changes no bit. Fastest if n is at least some hundred. */
void tc_dot_add(tc_dot *dot, int32_t n, const double *weight, const double *x, const double *y);

/* Adds the terms of `other`, another part of the same sum, to `dot`. */
void tc_dot_merge(tc_dot *dot, const tc_dot *other);

/* True if the window suits the sum of all merged parts. The sum is exact if the largest term is in the
 * window, if there is no term, or if a term is not finite. */
bool tc_dot_is_in_window(const tc_dot *dot);

/* Returns the top of the bin that contains the largest term. If there is no term or a term is not finite,
 * returns the top of the bin that contains `top`. The caller repeats a sum outside its window with the
 * returned top. */
int tc_dot_bin_top(const tc_dot *dot);

/* Returns the top for the next sum of an iteration. If the largest term is inside the window, the top is
 * unchanged. If the term is at an end of the window, the top moves by one step towards it. If the term is
 * outside, the result is the top of its bin. */
int tc_dot_next_top(const tc_dot *dot);

/* Returns the value of a sum in its window, rounded once. NaN if a term is not below 2^992 (4e297) in
 * magnitude. */
double tc_dot_value(const tc_dot *dot);

#endif
