/* The index of a loop, and the variables computed in the loop. */
double sum_of(const double *value, int count) {
  double sum = 0.0;
  int last = -1;
  for (int i = 0; i < count; i++) {
    sum += value[i];
    last = i;
  }
  return last >= 0 ? sum : 0.0;
}

/* Expected lines of each slice, for the transfer rules full and certain (explained in README.md).
 *
 * Slices of sum_of:
 * i: full 5; certain 5
 * sum: full 3,5,6; certain 3,5,6
 * last: full 4,5,7; certain 4,5,7
 * return: full 3-7,9; certain 3,5,6,9 - `last` selects the returned value, and only `full` follows
 * a condition to `last` */
