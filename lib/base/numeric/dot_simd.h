/* Rounds the terms weight_i (x_i y_i) of a dot product to a coarse and a fine grid (struct grid in dot.c) and
 * adds the rounded terms, one register at a time. base/numeric/dot.c includes this file once per instruction
 * set and defines these macros before: SUM_ROUNDED (name of the function), TARGET (the instruction set),
 * LANES (doubles per register) and LARGER(a, b) (maximum of signed 16-bit integers). Only integers are added,
 * so all instruction sets give the same bits. */

TARGET static rounded_sums SUM_ROUNDED(const grid *g, int32_t n, const double *weight, const double *x,
                                       const double *y) {
  typedef double lanes __attribute__((vector_size(8 * LANES)));
  typedef double unaligned_lanes __attribute__((vector_size(8 * LANES), aligned(8)));
  typedef uint64_t words __attribute__((vector_size(8 * LANES)));
  typedef int16_t shorts __attribute__((vector_size(8 * LANES)));
  const lanes unit = (lanes){0.0} + g->coarse, fine_unit = (lanes){0.0} + g->fine;
  const words magnitude = (words){0} + (uint64_t)INT64_MAX;
  words coarse = {0}, fine = {0};
  shorts largest = {0};
  int32_t i = 0;
#define LOAD(from) (*(const unaligned_lanes *)((from) + i))
#define ADD_ROUNDED(all)                                                                                     \
  do {                                                                                                       \
    const lanes term = (all), coarse_term = term + unit,                                                     \
                fine_term = term - (coarse_term - unit) + fine_unit;                                         \
    largest = LARGER((shorts)((words)term & magnitude), largest);                                            \
    coarse += (words)coarse_term;                                                                            \
    fine += (words)fine_term;                                                                                \
  } while (0)
  if (weight)
    for (; i <= n - LANES; i += LANES) ADD_ROUNDED(LOAD(weight) * (LOAD(x) * LOAD(y)));
  else
    for (; i <= n - LANES; i += LANES) ADD_ROUNDED(LOAD(x) * LOAD(y));
  if (i < n) {
    lanes last = {0.0};
    for (int k = 0; k < n - i; k++) last[k] = (weight ? weight[i + k] : 1.0) * (x[i + k] * y[i + k]);
    ADD_ROUNDED(last);
    i += LANES;
  }
#undef ADD_ROUNDED
#undef LOAD
  rounded_sums sum = {.terms = (uint64_t)i};
  for (int k = 0; k < LANES; k++) {
    sum.coarse += coarse[k];
    sum.fine += fine[k];
    sum.largest = largest[4 * k + 3] > sum.largest ? largest[4 * k + 3] : sum.largest;
  }
  return sum;
}
