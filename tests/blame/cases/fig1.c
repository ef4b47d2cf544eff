/* Figure 1 of Zhang and Hollingsworth. Its lines 16 to 20 are lines 16 to 20 of this file.
 *
 * Blame lines by the definition (transfer full):  a 16 17 18 19   b 17   c 16 17 18 19 20
 * Blame lines of their Table I (certain):         a 16 18 19      b 17   c 16 17 18 19 20 */
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
