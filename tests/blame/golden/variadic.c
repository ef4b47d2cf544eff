/* A function with a variable number of arguments. */
#include <stdarg.h>

static int sum(int count, ...) {
  va_list list;
  int total = 0;
  va_start(list, count);
  for (int i = 0; i < count; i++)
    total += va_arg(list, int);
  va_end(list);
  return total;
}

int use(int a) {
  int x = a + 1;
  int y = a + 2;
  return sum(2, x, y);
}

/* Expected lines of each slice, for the transfer rules full and certain (explained in README.md).
 *
 * Slices of sum:
 * i: full 8; certain 8
 * list[]: full 7-9; certain 7-9 - line 9 advances in the list in each iteration
 * list[].gp_offset: full 7-9; certain 7-9
 * list[].overflow_arg_area: full 7-9; certain 7-9
 * list[].reg_save_area: full 7; certain 7 - is not changed on line 9
 * total: full 6-9; certain 6-9
 * return: full 6-9,11; certain 6-9,11
 *
 * Slices of use:
 * x: full 15; certain 15
 * y: full 16; certain 16
 * return: full 15-17; certain 15-17 */
