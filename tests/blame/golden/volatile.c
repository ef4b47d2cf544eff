/* Volatile variables, which may change at any time. */
volatile int flag;

int wait_for(int most) {
  int spins = 0;
  while (!flag && spins < most)
    spins++;
  volatile int twice = spins;
  twice = twice + spins;
  return twice;
}

/* Expected lines of each slice, for the transfer rules full and certain (explained in README.md).
 *
 * Slices of wait_for:
 * spins: full 5-7; certain 5-7
 * twice: full 5-9; certain 5-9 - both writes count at every read
 * return: full 5-10; certain 5-10 */
