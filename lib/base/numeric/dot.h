/* Dot products of doubles that do not depend on the order of summation: sums of w_i (x_i y_i), a function of
 * the terms alone, however they are split into parts and whatever order, threads or ranks add them in.
 *
 * Like base/numeric/sum.h in fixed point with integer limbs, but on an absolute grid, and in one pass: a
 * caller says where the largest term may lie, in a window of 32 binary digits below a `top`, and learns
 * whether it does; if not, the pass has to be repeated with a top that fits. The value depends on the terms
 * and on the top that it was found with, so tops have to be the same wherever the same bits are wanted. There
 * are two ways:
 *
 * - bins: windows that do not overlap, tc_dot_bin. There is one for each largest term, so a guess changes
 * what a sum costs and never its value: this is a function of the terms alone;
 * - tc_dot_next, for the sums of an iteration: it follows the largest term and keeps it in the middle of the
 * window, which no next sum of its kind is likely to leave. The value depends on the sums before it, back to
 * the bin that these began with.
 *
 * What is lost of each term is at most 2^-65 of the largest one, or 2^-1057 when that is more. Sums whose
 * terms are all below 2^-1022 are 0. Up to 2^31 terms in a part, and 2^62 in all. Nothing here is collective
 * (tc_world_dots in comm/world/world.h is). */
#ifndef TC_BASE_NUMERIC_DOT_H
#define TC_BASE_NUMERIC_DOT_H

#include <stdbool.h>
#include <stdint.h>

/* Tops are counted in steps of 8 binary digits; the window, and a bin, has four of them. */
enum { TC_DOT_LIMBS = 4, TC_DOT_WINDOW = 4, TC_DOT_MIN = -120, TC_DOT_MAX = 124 };

/* A part of one sum. */
typedef struct tc_dot {
  int top;   /* right when the largest term lies in 2^(8 top - 32) .. 2^(8 top) */
  int found; /* the largest term lies in 2^(8 found - 8) .. 2^(8 found); not above TC_DOT_MIN - 4: no term;
                above TC_DOT_MAX: one of 2^992 or more, infinite, or not a number */
  int64_t limb[TC_DOT_LIMBS]; /* limb k counts units of 2^(8 top - 32 k); 0 .. 2^32-1, but for limb 0 */
} tc_dot;

/* Starts an empty sum. top: brought into the range of tops. All parts of one sum must be started with the
 * same one. */
void tc_dot_init(int top, tc_dot *out);

/* Adds the terms weight[i] (x[i] y[i]), i < n. weight: NULL for ones. x and y may be the same, and exchanging
 * them changes nothing. Fastest in blocks of at least some hundred rows. */
void tc_dot_add(tc_dot *dot, int32_t n, const double *weight, const double *x, const double *y);

/* Adds another part of the same sum. */
void tc_dot_merge(tc_dot *dot, const tc_dot *part);

/* Of all parts merged: whether the largest term lies in the window, is nothing at all, or infinite. */
bool tc_dot_is_in_window(const tc_dot *dot);

/* The top of the bin where the largest term lies, or `top` does when that is nothing or infinite. A sum is to
 * be repeated with it when it was not settled. */
int tc_dot_bin(const tc_dot *dot);

/* The top for the next sum of its kind: the same, or a step nearer when the largest term lies at an end of
 * the window; when it lies outside, that of its bin. */
int tc_dot_next(const tc_dot *dot);

/* The value of a settled sum, rounded once; NaN when a term is not below 2^992 (4e297) in magnitude. */
double tc_dot_value(const tc_dot *dot);

#endif
