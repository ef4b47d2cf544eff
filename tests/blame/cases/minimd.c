/* Modelled on MiniMD (Mantevo, Sandia) as profiled by Zhang and Hollingsworth: atoms in bins, with
 * Lennard-Jones forces between neighbours. As in the original, loops create views of the arrays and remap
 * their bounds repeatedly, like zippered iteration and domain remapping in Chapel. With -DCURED the loops
 * access the elements directly.
 *
 * minimd [EDGE [STEPS]]: EDGE^3 bins of four atoms. Prints results and checks that momentum and energy are
 * conserved. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { perBin = 4, most_neighbors = 32, around = 27 };

typedef struct v3 {
  double x, y, z;
} v3;

typedef struct neighbor {
  int bin, index;
} neighbor;

typedef struct atom {
  v3 v, f;
  int ncount;
  neighbor neighs[most_neighbors];
} atom;

/* Bounds of a box of bins, and the strides of its bins in an array over DistSpace. */
typedef struct domain {
  int low[3], high[3], stride[3];
} domain;

typedef struct view {
  domain of;
  int offset;
} view;

static const double bin_edge = 1.68, cutoff = 1.5, skin = 0.1, dt = 0.002;

static domain DistSpace, binSpace; /* all bins with and without the layer of ghost bins */
static v3 (*Pos)[perBin];          /* [bins of DistSpace] */
static atom (*Bins)[perBin];       /* [bins of DistSpace], ghosts unused */
static int *Count;                 /* [bins of DistSpace] */
#ifndef CURED
static view RealPos, RealCount; /* views of one bin of Pos and of Count; each thread has its own */
#pragma omp threadprivate(RealPos, RealCount)
#endif

static int flat(const domain *d, int x, int y, int z) {
  return x * d->stride[0] + y * d->stride[1] + z * d->stride[2];
}

static int wrap(int at, int edge) { return at < 1 ? at + edge : at > edge ? at - edge : at; }

#ifndef CURED
/* Creates a view of bin (x, y, z): restricts the view's bounds to those of `whole` and computes the offset
 * of the bin. */
static __attribute__((noinline)) void remap(view *out, const domain *whole, int x, int y, int z) {
  const int at[3] = {x, y, z};
  out->offset = 0;
  for (int i = 0; i < 3; i++) {
    out->of.low[i] = at[i] < whole->low[i] ? whole->low[i] : at[i];
    out->of.high[i] = at[i] > whole->high[i] ? whole->high[i] : at[i];
    out->of.stride[i] = whole->stride[i];
    out->offset += out->of.low[i] * out->of.stride[i];
  }
}
#endif

static v3 minus(v3 a, v3 b) { return (v3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static double square(v3 a) { return a.x * a.x + a.y * a.y + a.z * a.z; }
static void add(v3 *to, double factor, v3 what) {
  to->x += factor * what.x;
  to->y += factor * what.y;
  to->z += factor * what.z;
}

/* Loops over the coordinates x, y and z of all bins, without ghosts. */
#define EACH_BIN(x, y, z)                                                                                    \
  for (int x = binSpace.low[0]; x <= binSpace.high[0]; x++)                                                  \
    for (int y = binSpace.low[1]; y <= binSpace.high[1]; y++)                                                \
      for (int z = binSpace.low[2]; z <= binSpace.high[2]; z++)

static void append(atom *a, v3 from, v3 to, int bin, int index) {
  const double r2 = square(minus(from, to));
  if (r2 > 0.0 && r2 < (cutoff + skin) * (cutoff + skin) && a->ncount < most_neighbors)
    a->neighs[a->ncount++] = (neighbor){bin, index};
}

static void buildNeighbors(void) {
#pragma omp parallel for
  EACH_BIN(x, y, z) {
    const int bin = flat(&DistSpace, x, y, z);
    for (int i = 0; i < Count[bin]; i++) {
      Bins[bin][i].ncount = 0;
      for (int n = 0; n < around; n++) {
#ifdef CURED
        const int other = flat(&DistSpace, x + n / 9 - 1, y + n / 3 % 3 - 1, z + n % 3 - 1);
        for (int j = 0; j < Count[other]; j++) append(&Bins[bin][i], Pos[bin][i], Pos[other][j], other, j);
#else
        for (int j = 0; j < perBin; j++) {
          remap(&RealCount, &DistSpace, x + n / 9 - 1, y + n / 3 % 3 - 1, z + n % 3 - 1);
          remap(&RealPos, &DistSpace, x + n / 9 - 1, y + n / 3 % 3 - 1, z + n % 3 - 1);
          if (j < Count[RealCount.offset])
            append(&Bins[bin][i], Pos[bin][i], Pos[RealPos.offset][j], RealPos.offset, j);
        }
#endif
      }
    }
  }
}

/* Copies atoms to a ghost bin from the bin at the opposite side of the periodic box, with positions
 * shifted by the period. */
static void update_ghost(int x, int y, int z) {
  const int edge = binSpace.high[0], ghost = flat(&DistSpace, x, y, z);
  const int from[3] = {wrap(x, edge), wrap(y, edge), wrap(z, edge)};
  const v3 shift = {bin_edge * (x - from[0]), bin_edge * (y - from[1]), bin_edge * (z - from[2])};
#ifdef CURED
  const int real = flat(&DistSpace, from[0], from[1], from[2]);
  Count[ghost] = Count[real];
  for (int i = 0; i < Count[ghost]; i++) {
    Pos[ghost][i] = Pos[real][i];
    add(&Pos[ghost][i], 1.0, shift);
  }
#else
  for (int i = 0; i < perBin; i++) {
    remap(&RealCount, &binSpace, from[0], from[1], from[2]);
    Count[ghost] = Count[RealCount.offset];
    remap(&RealPos, &binSpace, from[0], from[1], from[2]);
    Pos[ghost][i] = Pos[RealPos.offset][i];
    add(&Pos[ghost][i], 1.0, shift);
  }
#endif
}

static void updateFluff(void) {
  for (int x = DistSpace.low[0]; x <= DistSpace.high[0]; x++)
    for (int y = DistSpace.low[1]; y <= DistSpace.high[1]; y++)
      for (int z = DistSpace.low[2]; z <= DistSpace.high[2]; z++)
        if (wrap(x, binSpace.high[0]) != x || wrap(y, binSpace.high[1]) != y ||
            wrap(z, binSpace.high[2]) != z)
          update_ghost(x, y, z);
}

/* Returns force / distance and adds half the potential to *energy. The potential is shifted so that it is
 * zero at the cutoff. */
static double lennard_jones(double r2, double *energy) {
  const double i6 = 1.0 / (r2 * r2 * r2), c2 = cutoff * cutoff, c6 = 1.0 / (c2 * c2 * c2);
  *energy += 2.0 * (i6 * (i6 - 1.0) - c6 * (c6 - 1.0));
  return 48.0 * i6 * (i6 - 0.5) / r2;
}

static double force_of(atom *a, v3 at) {
  double energy = 0.0;
  a->f = (v3){0.0, 0.0, 0.0};
  for (int n = 0; n < a->ncount; n++) {
    const int bin = a->neighs[n].bin;
#ifdef CURED
    const v3 d = minus(at, Pos[bin][a->neighs[n].index]);
#else
    view near;
    remap(&near, &DistSpace, bin / DistSpace.stride[0], bin / DistSpace.stride[1] % DistSpace.stride[1],
          bin % DistSpace.stride[1]);
    const v3 d = minus(at, Pos[near.offset][a->neighs[n].index]);
#endif
    const double r2 = square(d);
    if (r2 < cutoff * cutoff) add(&a->f, lennard_jones(r2, &energy), d);
  }
  return energy;
}

static double ForceLJ_compute(void) {
  double energy = 0.0;
#pragma omp parallel for reduction(+ : energy)
  EACH_BIN(x, y, z) {
    const int bin = flat(&DistSpace, x, y, z);
    for (int i = 0; i < Count[bin]; i++) energy += force_of(&Bins[bin][i], Pos[bin][i]);
  }
  return energy;
}

/* One half of a velocity Verlet step. The first half also moves the atoms. */
static void integrate(int moves) {
  EACH_BIN(x, y, z) {
    const int bin = flat(&DistSpace, x, y, z);
    for (int i = 0; i < Count[bin]; i++) {
      add(&Bins[bin][i].v, 0.5 * dt, Bins[bin][i].f);
      if (moves) add(&Pos[bin][i], dt, Bins[bin][i].v);
    }
  }
}

static double run(int steps) {
  double energy = 0.0;
  for (int s = 0; s < steps; s++) {
    integrate(1);
    updateFluff();
    buildNeighbors();
    energy = ForceLJ_compute();
    integrate(0);
  }
  return energy;
}

static domain make_domain(int low, int high, int edge) {
  return (domain){{low, low, low}, {high, high, high}, {edge * edge, edge, 1}};
}

static void allocate(int edge) {
  const size_t bins = (size_t)(edge + 2) * (size_t)(edge + 2) * (size_t)(edge + 2);
  DistSpace = make_domain(0, edge + 1, edge + 2);
  binSpace = make_domain(1, edge, edge + 2);
  Pos = calloc(bins, sizeof *Pos);
  Bins = calloc(bins, sizeof *Bins);
  Count = calloc(bins, sizeof *Count);
  if (!Pos || !Bins || !Count) exit(2);
}

/* Creates a face-centred cubic lattice. The velocities sum to zero, because atoms 0 and 1, and 2 and 3, of
 * each bin have opposite velocities. */
static void create_atoms(void) {
  static const double corner[perBin][3] = {{0.25, 0.25, 0.25},
                                           {0.75, 0.75, 0.25},
                                           {0.75, 0.25, 0.75},
                                           {0.25, 0.75, 0.75}};
  EACH_BIN(x, y, z) {
    const int bin = flat(&DistSpace, x, y, z);
    Count[bin] = perBin;
    for (int i = 0; i < perBin; i++) {
      const double speed = (i % 2 ? -0.1 : 0.1) * (1 + (x + 2 * y + 3 * z + i / 2) % 5);
      Pos[bin][i] =
          (v3){bin_edge * (x + corner[i][0]), bin_edge * (y + corner[i][1]), bin_edge * (z + corner[i][2])};
      Bins[bin][i].v = (v3){speed, -0.5 * speed, 0.25 * speed};
    }
  }
}

static double kinetic(v3 *momentum) {
  double energy = 0.0;
  EACH_BIN(x, y, z) {
    const int bin = flat(&DistSpace, x, y, z);
    for (int i = 0; i < Count[bin]; i++) {
      add(momentum, 1.0, Bins[bin][i].v);
      energy += 0.5 * square(Bins[bin][i].v);
    }
  }
  return energy;
}

int main(int argc, char **argv) {
  const int edge = argc > 1 ? atoi(argv[1]) : 6, steps = argc > 2 ? atoi(argv[2]) : 60;
  v3 momentum = {0.0, 0.0, 0.0}, unused = {0.0, 0.0, 0.0};
  if (edge < 3 || steps < 1) return 2;
  allocate(edge);
  create_atoms();
  updateFluff();
  buildNeighbors();
  const double potential = ForceLJ_compute(), start = potential + kinetic(&unused);
  const double end = run(steps) + kinetic(&momentum);
  printf("energy %.12e, was %.12e, first atom at %.17g\n", end, start, Pos[flat(&DistSpace, 1, 1, 1)][0].x);
  const int momentum_kept = square(momentum) < 1e-16, energy_kept = fabs(end - start) < 1e-3 * fabs(start);
  return momentum_kept && energy_kept ? 0 : 1;
}
