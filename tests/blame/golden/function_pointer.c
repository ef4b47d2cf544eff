/* Calls through the function pointers of a constant struct. */
struct ops {
  double (*work)(double x);
  void (*clear)(double *x);
};

static double twice(double x) { return 2.0 * x; }
static void clear(double *x) { *x = 0.0; }
static double other(double x) { return x; }

static const struct ops usual = {twice, clear};

double run(const struct ops *o, double x) {
  double y = o->work(x);
  double z = y;
  double w = other(x);
  o->clear(&z);
  return z;
}

double start(double x) {
  double y = 1.0 + x;
  return run(&usual, y);
}

/* Expected lines of each slice, for the transfer rules full and certain (explained in README.md).
 *
 * Slices of twice:
 * return: full 7; certain 7
 *
 * Slices of clear:
 * x[]: full 8; certain 8
 *
 * Slices of run:
 * y: full 14; certain 14
 * z: full 14,15,17; certain 14,15,17 - all writes to z count, because its address is passed to a function
 * w: full 16; certain 16
 * return: full 14,15,17,18; certain 14,15,17,18
 *
 * Slices of start:
 * y: full 22; certain 22
 * return: full 22,23; certain 22,23 */
