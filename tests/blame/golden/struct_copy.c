/* A struct that is copied together with its pointer. */
struct row {
  double *value;
  int count;
};

void fill(const struct row *from, double v) {
  struct row copy = *from;
  for (int i = 0; i < copy.count; i++)
    copy.value[i] = v;
}

/* Expected lines of each slice, for the transfer rules full and certain (explained in README.md).
 *
 * Slices of fill:
 * i: full 8,9; certain 9
 * copy: full 8-10; certain 8-10 - copy.value[] is below it
 * copy.count: full 8; certain 8
 * copy.value: full 8-10; certain 8-10
 * from[]: full 8-10; certain 8-10 - contains from->value[]
 * from->value[]: full 8-10; certain 8-10 - alias of copy.value[]; line 10 uses the pointer of line 8 */
