/* All elements of an array are one access path, but each member has a separate one. */
struct atom {
  double x, f;
  int id;
};

void push(struct atom *atom, int n, double h) {
  for (int i = 0; i < n; i++) {
    atom[i].f = -atom[i].x;
    atom[i].x += h * atom[i].f;
    atom[i].id = i;
  }
}

/* Expected lines of each slice, for the transfer rules full and certain (explained in README.md).
 *
 * Slices of push:
 * i: full 8; certain 8
 * atom->f: full 8-10; certain 8-10
 * atom->x: full 8-10; certain 8-10
 * atom->id: full 8,11; certain 8,11 */
