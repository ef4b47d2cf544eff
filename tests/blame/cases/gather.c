/* A sum whose cost is one of three arrays that it reads: x is too large for any cache and reached at random,
 * w and idx are read from end to end. Blame cannot tell them apart (they are only read), touch does. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { terms = 1 << 18, values = 1 << 24 };

static double kernel(const double *w, const double *x, const int *idx) {
  double sum = 0.0;
  for (int i = 0; i < terms; i++) sum += w[i] * x[idx[i]];
  return sum;
}

/* Marsaglia's xorshift. */
static uint32_t random_next(uint32_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state;
}

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 100;
  double *w = malloc(terms * sizeof *w), *x = malloc(values * sizeof *x), expected = 0.0, sum = 0.0;
  int *idx = malloc(terms * sizeof *idx);
  uint32_t state = 1;
  if (!w || !x || !idx) return 2;
  for (int i = 0; i < values; i++) x[i] = i % 8;
  for (int i = 0; i < terms; i++) {
    w[i] = 1 + i % 2;
    idx[i] = (int)(random_next(&state) % values);
    expected += w[i] * (idx[i] % 8);
  }
  for (int r = 0; r < rounds; r++) sum += kernel(w, x, idx);
  printf("sum = %.17g\n", sum);
  free(w);
  free(x);
  free(idx);
  return sum != rounds * expected;
}
