/* The members of a union are one memory. */
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

/* Slices of sign:
 * b: full 9,10; certain 9,10
 * return: full 9-11; certain 9-11 */
