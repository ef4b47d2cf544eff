/* Figure 1 of Zhang and Hollingsworth: its lines 16 to 20 stand on lines 16 to 20 here.
 *
 * Blame lines by the definition (transfer full):  a 16 17 18 19   b 17   c 16 17 18 19 20
 * as their Table I prints them (certain):         a 16 18 19      b 17   c 16 17 18 19 20 */
#include <stdio.h>

/* clang-format off */


int main(void) {
  int a, b, c;




  a = 2;
  b = 3;
  if (a < b)
    a = b + 1;
  c = a + b;
  /* clang-format on */
  printf("c = %d\n", c);
  return c == 7 ? 0 : 1;
}
