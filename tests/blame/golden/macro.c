/* A loop defined by a macro. Its position is the line that uses the macro. */
#define FOR_EACH(i, n)   for (int i = 0; i < (n); i++)
#define SET(array, i, v) (array)[i] = (v)
void fill(double *a, int n, double v) {
  double w = v * 2.0;
  FOR_EACH(k, n)
  SET(a, k, w);
}

/* Expected lines of each slice, for the transfer rules full and certain (explained in README.md).
 *
 * Slices of fill:
 * k: full 6; certain 6
 * w: full 5; certain 5
 * a[]: full 5-7; certain 5-7 */
