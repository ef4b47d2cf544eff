/* A loop that goto statements form. */
int collatz(long start, int most) {
  int steps = 0;
  long value = start;
again:
  if (value == 1)
    goto done;
  value = value % 2 ? 3 * value + 1 : value / 2;
  if (++steps < most)
    goto again;
  steps = -1;
done:
  return steps;
}

/* Expected lines of each slice, for the transfer rules full and certain (explained in README.md).
 *
 * Each of the two branches has one edge that leaves the loop. `certain` assumes that the loop and the code after it run.
 *
 * Slices of collatz:
 * value: full 3,4,6,8,9; certain 4,6,8,9 - `steps` decides on line 9 about another iteration
 * steps: full 3,4,6,8,9,11; certain 3,6,9,11
 * return: full 3,4,6,8,9,11,13; certain 3,6,9,11,13 */
