/* A switch whose cases fall through. */
int cost(int kind, int size) {
  int unit = 1;
  int total = 0;
  switch (kind) {
  case 0:
    unit = size;
    break;
  case 1:
    unit = 2 * size; /* falls through */
  case 2:
    total = unit;
    break;
  default:
    total = size;
  }
  return total + unit;
}

/* Expected lines of each slice, for the transfer rules full and certain (explained in README.md).
 *
 * Slices of cost:
 * unit: full 3,5,7,10; certain 3,5,7,10
 * total: full 3-5,10,12,15; certain 4,5,12,15 - line 12 reads the value of line 10 or of line 3
 * return: full 3-5,7,10,12,15,17; certain 3-5,7,10,12,15,17 */
