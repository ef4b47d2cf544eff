/* A global variable of the program and a static variable of the file. */
double total;
static int calls;

static void add(double x) {
  total += x;
  calls++;
}

int run(int n) {
  for (int i = 0; i < n; i++)
    add(i);
  return calls;
}

/* Expected lines of each slice, for the transfer rules full and certain (explained in README.md).
 *
 * Slices of add:
 * total: full 6; certain 6
 * calls: full 7; certain 7
 *
 * Slices of run:
 * i: full 11; certain 11
 * calls: full 11,12; certain 11,12
 * total: full 11,12; certain 11,12
 * return: full 11-13; certain 11-13 */
