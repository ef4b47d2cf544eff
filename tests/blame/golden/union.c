/* The members of a union share their memory. */
union bits {
  float f;
  unsigned u;
};

unsigned sign(float x) {
  union bits b;
  b.f = x;
  b.u ^= 1u;
  return b.u >> 31;
}

/* Expected lines of each slice, for the transfer rules full and certain (explained in README.md).
 *
 * Slices of sign:
 * b: full 9,10; certain 9,10
 * return: full 9-11; certain 9-11 */
