/* Three quarters of the work compute a and one quarter computes b, each in a parallel region. */
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 16 };

static double a[LENGTH];

/* Computes x = x / 2 + 1 repeatedly, `times` times. Each step depends on the previous one, so the compiler
 * cannot shorten the loop. */
static inline __attribute__((always_inline)) double work(double x, int times) {
  for (int i = 0; i < times; i++) x = x * 0.5 + 1.0;
  return x;
}

int main(int argc, char **argv) {
  static double b[LENGTH];
  const int rounds = argc > 1 ? atoi(argv[1]) : 100, times = 20000;
  for (int r = 0; r < rounds; r++) {
#pragma omp parallel for
    for (int i = 0; i < LENGTH; i++) a[i] = work(a[i], 3 * times);
#pragma omp parallel for
    for (int i = 0; i < LENGTH; i++) b[i] = work(b[i], times);
  }
  printf("a = %.9g, b = %.9g\n", a[1], b[1]);
  return a[LENGTH - 1] != 2.0 || b[LENGTH - 1] != 2.0;
}
