/* Names that statics_one.c has too. */
int one(int by);
static int level;

static void raise(int *by) { *by = 2 * *by; }

int two(int by) {
  level = by;
  raise(&by);
  return one(0) + by;
}

/* If `raise` were the other one, line 9 would write no `by`; if `level` were, line 10 would write it.
 *
 * Slices of raise:
 * by[]: full 5; certain 5
 *
 * Slices of two:
 * by: full 9; certain 9
 * level: full 8,9; certain 8,9 - `by` as it was given is no statement, and all that writes it counts
 * return: full 9,10; certain 9,10 */
