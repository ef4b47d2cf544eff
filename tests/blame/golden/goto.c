/* A loop of gotos. */
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

/* Both conditions leave the loop by one way: for `certain` it is taken to run, and what comes after it too.
 *
 * Slices of collatz:
 * value: full 3,4,6,8,9; certain 4,6,8,9 - another round is decided on line 9, by `steps`
 * steps: full 3,4,6,8,9,11; certain 3,6,9,11
 * return: full 3,4,6,8,9,11,13; certain 3,6,9,11,13 */
