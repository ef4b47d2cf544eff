/* Static names that statics_two.c also uses. */
static int level;
static void raise(int by) { level += by; }

int one(int by) {
  raise(by);
  return level;
}

/* Slices of raise:
 * level: full 3; certain 3
 *
 * Slices of one:
 * level: full 6; certain 6
 * return: full 6,7; certain 6,7 */
