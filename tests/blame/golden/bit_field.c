/* Bit fields that share bytes are separate variables. */
struct flags {
  unsigned ready : 1, count : 7;
  int other;
};

int step(struct flags *f, int n) {
  f->ready = n > 0;
  f->count = n;
  f->other = f->count;
  return f->ready;
}

/* Expected lines of each slice, for the transfer rules full and certain (explained in README.md).
 *
 * Slices of step:
 * f->ready: full 8; certain 8
 * f->count: full 9; certain 9
 * f->other: full 9,10; certain 9,10
 * return: full 8,11; certain 8,11 */
