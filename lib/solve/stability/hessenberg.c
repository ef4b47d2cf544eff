#include "solve/stability/hessenberg.h"

#include <math.h>
#include <string.h>

enum { squarings = 40, max_size = TC_HESSENBERG_MAX };

typedef struct square {
  double entry[max_size][max_size];
} square;

static square multiply_square(int n, const square *a, const square *b) {
  square c = {0};
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++) c.entry[i][j] += a->entry[i][k] * b->entry[k][j];
  return c;
}

/* Divides the matrix by its largest absolute entry and returns the logarithm of that entry. */
static double normalise_square(int n, square *a) {
  double largest = 0.0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) largest = fmax(largest, fabs(a->entry[i][j]));
  if (largest == 0.0) return -INFINITY;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a->entry[i][j] /= largest;
  return log(largest);
}

/* Copies the longest column of `a` to part[n]. Because `a` is a high power of the Hessenberg matrix, this
 * column is in the space spanned by the eigenvectors of the largest |eigenvalue|. */
static void find_longest_column(int n, const square *a, double *part) {
  double longest = 0.0;
  for (int i = 0; i < n; i++) part[i] = i == 0;
  for (int j = 0; j < n; j++) {
    double length = 0.0;
    for (int i = 0; i < n; i++) length = hypot(length, a->entry[i][j]);
    if (length <= longest) continue;
    longest = length;
    for (int i = 0; i < n; i++) part[i] = a->entry[i][j] / length;
  }
}

void tc_hessenberg_dominant(const tc_hessenberg *h, double *log_radius, double *part) {
  const int n = h->size;
  square a = {0};
  for (int i = 0; i < n; i++) memcpy(a.entry[i], h->entry[i], (size_t)n * sizeof a.entry[i][0]);
  double log_scale = normalise_square(n, &a), exponent = 1.0;
  for (int s = 0; s < squarings && log_scale > -INFINITY; s++) {
    a = multiply_square(n, &a, &a);
    log_scale = 2.0 * log_scale + normalise_square(n, &a);
    exponent *= 2.0;
  }
  *log_radius = log_scale / exponent;
  find_longest_column(n, &a, part);
}
