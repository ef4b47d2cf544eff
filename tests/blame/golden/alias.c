/* A pointer that is another name. */
void scale(double *value, int count, double by) {
  double *end = value + count;
  for (double *at = value; at < end; at++)
    *at *= by;
}

/* Slices of scale:
 * end: full 3-5; certain 3-5 - it leads into value[] too
 * at: full 3-5; certain 4,5
 * value[]: full 3-5; certain 4,5 */
