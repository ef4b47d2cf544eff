/* A function that returns before its end in some cases. */
int place_of(const int *key, int count, int wanted) {
  int seen = 0;
  if (count < 0)
    return -1;
  for (int i = 0; i < count; i++) {
    seen++;
    if (key[i] == wanted)
      return seen;
  }
  return 0;
}

/* Expected lines of each slice, for the transfer rules full and certain (explained in README.md).
 *
 * An iteration of the loop depends on lines 4 and 6, and on line 8 of the iteration before.
 *
 * Slices of place_of:
 * i: full 4,6,8; certain 4,6,8
 * seen: full 3,4,6-8; certain 3,4,6-8
 * return: full 3-9,11,12; certain 4-6,8,9,11,12 - line 9 runs under conditions, so it does not pass on `seen` */
