/* Nearly all time is spent in the inlined function. The code that clang generates for `sqrt` has no source
 * line. The last copy of the loop body is outside the address ranges that the debug information attributes
 * to the inlined function. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static inline double work(const double *a, int n, double s) {
  for (int k = 0; k < n; k++) {
    if (a[k] > 1e9) return s;
    s = sqrt(s + a[k]);
  }
  return s;
}

int main(int argc, char **argv) {
  enum { n = 400, rows = 1000 };
  const int rounds = argc > 1 ? atoi(argv[1]) : 100;
  static double a[n], y[rows];
  double s = 0.0;
  for (int i = 0; i < n; i++) a[i] = 2.0;
  for (int t = 0; t < rounds; t++)
    for (int i = 0; i < rows; i++) y[i] = work(a, n, y[i]);
  for (int i = 0; i < rows; i++) s += y[i];
  printf("%.9g\n", s);
  return fabs(s / rows - 2.0) > 1e-9;
}
