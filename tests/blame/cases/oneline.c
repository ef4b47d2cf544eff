/* Two statements on one line, of which the second one does three times the work of the first. Line numbers
 * cannot separate the statements, but columns can. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double factor = 0.999999999;

static inline __attribute__((always_inline)) double work(double x, int times) {
  for (int i = 0; i < times; i++) x = x * factor + 1.0;
  return x;
}

static int wrong(double value, double n) {
  const double q = pow(factor, n);
  return fabs(value / (q + (1.0 - q) / (1.0 - factor)) - 1.0) > 1e-6;
}

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 25000, times = 2000;
  double a = 1.0, b = 1.0;
  for (int r = 0; r < rounds; r++) {
    /* clang-format off */
    a = work(a, times); b = work(b, 3 * times);
    /* clang-format on */
  }
  printf("a = %.9g, b = %.9g\n", a, b);
  return wrong(a, 1.0 * times * rounds) || wrong(b, 3.0 * times * rounds);
}
