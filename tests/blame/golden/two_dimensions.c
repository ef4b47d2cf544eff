/* Two-dimensional arrays: a global variable and a parameter. */
double field[4][8];

double smooth(int row) {
  double left = 0.0;
  for (int j = 1; j < 8; j++) {
    left = field[row][j - 1];
    field[row][j] = 0.5 * left;
  }
  return left;
}

void clear(double (*m)[8], int rows) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < 8; j++)
      m[i][j] = 0.0;
}

/* Expected lines of each slice, for the transfer rules full and certain (explained in README.md).
 *
 * Slices of smooth:
 * j: full 6; certain 6
 * left: full 5-8; certain 5-8
 * field[][]: full 6-8; certain 6-8 - line 7 overwrites the value of line 5 before line 8
 * return: full 5-8,10; certain 5-8,10
 *
 * Slices of clear:
 * i: full 14; certain 14
 * j: full 14,15; certain 14,15
 * m[][]: full 14-16; certain 14-16 */
