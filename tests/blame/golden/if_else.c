/* An assignment in each of two branches, and a conditional assignment. */
int pick(int a, int b, int c) {
  int low;
  int high = c;
  if (a < b)
    low = a;
  else
    low = b + high;
  if (low > c)
    high = low;
  return low;
}

/* Expected lines of each slice, for the transfer rules full and certain (explained in README.md).
 *
 * Slices of pick:
 * low: full 4-6,8; certain 5,6,8 - line 8 runs under a condition, so it does not pass on `high`
 * high: full 4-6,8-10; certain 4,9,10
 * return: full 4-6,8,11; certain 5,6,8,11 */
