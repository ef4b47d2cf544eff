/* Three quarters of the work compute a and one quarter computes b, all in one inlined function. Only the
 * call sites of the inlined calls separate the two. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double factor = 0.999999999;

/* Computes x = factor x + 1 repeatedly, `times` times. Each step depends on the previous one, so the
 * compiler cannot shorten the loop. */
static inline __attribute__((always_inline)) double work(double x, int times) {
  for (int i = 0; i < times; i++) x = x * factor + 1.0;
  return x;
}

/* Closed form of x after n steps, to check the result. */
static double expected(double x, double n) {
  const double q = pow(factor, n);
  return q * x + (1.0 - q) / (1.0 - factor);
}

static int wrong(double value, double n) { return fabs(value / expected(1.0, n) - 1.0) > 1e-6; }

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 25000, times = 2000;
  double a = 1.0, b = 1.0;
  for (int r = 0; r < rounds; r++) {
    a = work(a, 3 * times);
    b = work(b, times);
  }
  printf("a = %.9g, b = %.9g\n", a, b);
  return wrong(a, 3.0 * times * rounds) || wrong(b, 1.0 * times * rounds);
}
