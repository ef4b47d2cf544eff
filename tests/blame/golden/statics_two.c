/* A static variable and a static function whose names statics_one.c uses too. */
int one(int by);
static int level;

static void raise(int *by) { *by = 2 * *by; }

int two(int by) {
  level = by;
  raise(&by);
  return one(0) + by;
}

/* Expected lines of each slice, for the transfer rules full and certain (explained in README.md).
 *
 * With `raise` of the other file, line 9 would not write `by`. With `level` of the other file, line 10 would write it.
 *
 * Slices of raise:
 * by[]: full 5; certain 5
 *
 * Slices of two:
 * by: full 9; certain 9
 * level: full 8,9; certain 8,9 - all writes to `by` count; the initial value is no statement
 * return: full 9,10; certain 9,10 */
