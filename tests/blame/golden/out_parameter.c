/* Results returned through pointers. Each result depends only on its own inputs. */
static void both(double x, double y, double *first, double *second) {
  *first = 2.0 * x;
  *second = y;
}

double use(double a) {
  double x = a + 1.0;
  double y = a + 2.0;
  double first;
  double second;
  both(x, y, &first, &second);
  return first;
}

/* Expected lines of each slice, for the transfer rules full and certain (explained in README.md).
 *
 * Slices of both:
 * first[]: full 3; certain 3
 * second[]: full 4; certain 4
 *
 * Slices of use:
 * x: full 8; certain 8
 * y: full 9; certain 9
 * first: full 8,12; certain 8,12
 * second: full 9,12; certain 9,12
 * return: full 8,12,13; certain 8,12,13 */
