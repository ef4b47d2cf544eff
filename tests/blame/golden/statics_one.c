/* A static variable and a static function whose names statics_two.c uses too. */
static int level;
static void raise(int by) { level += by; }

int one(int by) {
  raise(by);
  return level;
}

/* Expected lines of each slice, for the transfer rules full and certain (explained in README.md).
 *
 * Slices of raise:
 * level: full 3; certain 3
 *
 * Slices of one:
 * level: full 6; certain 6
 * return: full 6,7; certain 6,7 */
