/* Dot products of doubles that do not depend on the order of summation: sums of w_i (x_i y_i), a function of
 * the terms alone, however they are split into parts and whatever order, threads or ranks add them in.
 *
 * Like base/sum.h in fixed point with integer limbs, but on an absolute grid, and in one pass: a caller
 * guesses the bin of the largest term, bins being 32 binary digits wide, and learns which it was. When the
 * guess was wrong the pass has to be repeated with that bin, so a guess changes what a sum costs and never
 * its value. Consecutive products of an iteration hardly ever leave their bin.
 *
 * What is lost of each term is at most 2^-65 of the largest one, or 2^-1057 when that is more. Sums whose
 * terms are all below 2^-1022 are 0. Up to 2^31 terms in a part, and 2^62 in all. Nothing here is collective
 * (tc_world_dots in comm/world.h is). */
#ifndef TC_BASE_DOT_H
#define TC_BASE_DOT_H

#include <stdbool.h>
#include <stdint.h>

enum { TC_DOT_LIMBS = 4, TC_DOT_LEAST_BIN = -30, TC_DOT_MOST_BIN = 31 };

/* A part of one sum. */
typedef struct tc_dot {
  int bin;   /* right when the largest term lies in 2^(32 bin - 32) .. 2^(32 bin) */
  int found; /* the bin where the largest term lies; less than any bin: no term; larger: one of 2^992 or more,
                infinite, or not a number */
  int64_t limb[TC_DOT_LIMBS]; /* limb k counts units of 2^(32 (bin - k)); 0 .. 2^32-1, but for limb 0 */
} tc_dot;

/* Starts an empty sum. bin: where the largest term probably lies, such as tc_dot_bin of a sum before it;
 * brought into the range of bins. All parts of one sum must be started with the same one. */
void tc_dot_start(int bin, tc_dot *out);

/* Adds the terms weight[i] (x[i] y[i]), i < n. weight: NULL for ones. x and y may be the same, and exchanging
 * them changes nothing. Fastest in blocks of at least some hundred rows. */
void tc_dot_add(tc_dot *dot, int32_t n, const double *weight, const double *x, const double *y);

/* Adds another part of the same sum. */
void tc_dot_merge(tc_dot *dot, const tc_dot *part);

/* Of all parts merged: whether the guess was right, and where to start again when it was not. The largest
 * term of a settled sum may be nothing at all, or infinite. */
bool tc_dot_settled(const tc_dot *dot);
int tc_dot_bin(const tc_dot *dot);

/* The value of a settled sum, rounded once; NaN when a term is not below 2^992 (4e297) in magnitude. */
double tc_dot_value(const tc_dot *dot);

#endif
