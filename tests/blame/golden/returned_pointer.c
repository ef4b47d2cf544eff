/* A write through a pointer that a function returned. */
struct grid {
  double cell[8];
  int used;
};

static double *cell_of(struct grid *g, int i) { return &g->cell[i]; }

void put(struct grid *g, int i, double v) {
  int next = i + 1;
  double *at = cell_of(g, next);
  *at = v;
  g->used = i;
}

/* Expected lines of each slice, for the transfer rules full and certain (explained in README.md).
 *
 * Slices of cell_of:
 * return: full 7; certain 7
 *
 * Slices of put:
 * next: full 10; certain 10
 * at: full 10-12; certain 10-12 - includes the write to at[]
 * at[]: full 10-12; certain 10-12
 * g->cell[]: full 10-12; certain 10-12 - at[] is an alias
 * g[]: full 10-13; certain 10-13 - contains both members
 * g->used: full 13; certain 13 */
