/* Members that are nested three levels deep. */
struct inner {
  double x, y;
};
struct middle {
  struct inner in;
  int n;
};
struct outer {
  struct middle *mid;
  double rest;
};

void move(struct outer *o, double by) {
  double half = by / 2;
  o->mid->in.x += half;
  o->mid->in.y = o->rest;
  o->mid->n = 3;
  o->rest = 0.0;
}

/* Expected lines of each slice, for the transfer rules full and certain (explained in README.md).
 *
 * Slices of move:
 * half: full 15; certain 15
 * o->mid: full 15-19; certain 15-19 - all members below it, and line 19, because line 17 may read o->rest
 * o->mid->in.x: full 15,16; certain 15,16
 * o->mid->in.y: full 17,19; certain 17,19
 * o->mid->n: full 18; certain 18
 * o->rest: full 19; certain 19 */
