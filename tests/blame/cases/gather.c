/* A sum over three arrays, of which x causes most of the cost. x is larger than any cache and is read at
 * random. Each round reads other addresses of x, so no value of the previous round is in the cache. w and
 * idx are read sequentially and remain in a cache. All three arrays are only read. The touch view can
 * separate such arrays, and the data view cannot.
 *
 * gather [ROUNDS] */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* From round to round, the addresses that are read in x move by `step` values, which is a multiple of the
 * page size. */
enum { terms = 1 << 16, values = 1 << 25, step = 1 << 13 };

static double kernel(const double *w, const double *x, const int *idx) {
  double sum = 0.0;
  for (int i = 0; i < terms; i++) sum += w[i] * x[idx[i]];
  return sum;
}

/* Xorshift generator. Source: Marsaglia, Journal of Statistical Software 2003. */
static uint32_t random_next(uint32_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state;
}

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 400;
  const size_t all = values + (size_t)rounds * step;
  double *w = malloc(terms * sizeof *w), expected = 0.0, sum = 0.0;
  double *x = malloc(all * sizeof *x);
  int *idx = malloc(terms * sizeof *idx);
  uint32_t state = 1;
  if (!w || !x || !idx || rounds < 1) return 2;
  for (size_t i = 0; i < all; i++) x[i] = (double)(i % 8);
  for (int i = 0; i < terms; i++) {
    w[i] = 1 + i % 2;
    idx[i] = (int)(random_next(&state) % values);
    expected += w[i] * (idx[i] % 8);
  }
  for (int r = 0; r < rounds; r++) sum += kernel(w, x + (size_t)r * step, idx);
  printf("sum = %.17g\n", sum);
  free(w);
  free(x);
  free(idx);
  return sum != rounds * expected;
}
