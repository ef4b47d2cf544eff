/* A pointer that is an alias of a parameter. */
void scale(double *value, int count, double by) {
  double *end = value + count;
  for (double *at = value; at < end; at++)
    *at *= by;
}

/* Expected lines of each slice, for the transfer rules full and certain (explained in README.md).
 *
 * Slices of scale:
 * end: full 3-5; certain 3-5 - it also points into value[]
 * at: full 3-5; certain 4,5
 * value[]: full 3-5; certain 4,5 */
