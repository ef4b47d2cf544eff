/* Modelled on the forces of LULESH (Lawrence Livermore National Laboratory) as profiled by Zhang and
 * Hollingsworth: stress and hourglass control of hexahedra. The default is the original code. The
 * optimisations of these authors can be chosen with the following options, or all at once with -DCURED.
 *
 * -DP1: the outer loop over the hourglass modes is unrolled, so the values of a node are read once for all
 * modes.
 *
 * -DVG: arrays are allocated once instead of in every call ("variable globalization").
 *
 * -DCENN: normals of faces are added in place, without tuples that are built, passed and added as values.
 *
 * Variables have the names of the paper. CalcElemFBHourglassForce is written out where it is called, because
 * Chapel inlines it.
 *
 * lulesh [EDGE [CYCLES]]: EDGE^3 elements. Prints results and checks that the forces sum to zero and that the
 * volumes sum to one. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef CURED
#define P1
#define VG
#define CENN
#endif

enum { corners = 8, modes = 4, faces = 6 };

typedef struct tuple8 {
  double at[corners];
} tuple8;

typedef struct tuple4 {
  double at[modes];
} tuple4;

typedef struct v3 {
  double x, y, z;
} v3;

static int edge = 15, Elems, Nodes;
static int (*elemToNode)[corners];
static double *x, *y, *z, *xd, *yd, *zd, *fx, *fy, *fz; /* node coordinates, velocities and forces, [Nodes] */
static double *sig;                                     /* [Elems], pressure */
static double volume;                                   /* sum of determ over all elements */

static const double gammaCoef[modes][corners] = {{1, 1, -1, -1, -1, -1, 1, 1},
                                                 {1, -1, -1, 1, -1, 1, 1, -1},
                                                 {1, -1, 1, -1, 1, -1, 1, -1},
                                                 {-1, 1, -1, 1, 1, -1, 1, -1}};
static const int face_node[faces][4] = {{0, 3, 2, 1}, {0, 1, 5, 4}, {1, 2, 6, 5},
                                        {2, 3, 7, 6}, {3, 0, 4, 7}, {4, 5, 6, 7}};

/* Corners of the four edges along each of the three directions of the reference cube. The map to the
 * element is bilinear between the four edges. */
static const int edge_node[3][4][2] = {{{0, 1}, {3, 2}, {4, 5}, {7, 6}},
                                       {{0, 3}, {1, 2}, {4, 7}, {5, 6}},
                                       {{0, 4}, {1, 5}, {3, 7}, {2, 6}}};

static void *allocate(size_t count, size_t size) {
  void *memory = malloc(count * size);
  if (!memory) exit(2);
  return memory;
}

/* Each call of a function allocates its work arrays. With -DVG they are allocated once for all calls. */
#ifdef VG
#define TAKE(array, count)                                                                                   \
  do                                                                                                         \
    if (!(array)) (array) = allocate((size_t)(count), sizeof *(array));                                      \
  while (0)
#define GIVE_BACK(array) ((void)(array))
#define LASTING          static
#else
#define TAKE(array, count) ((array) = allocate((size_t)(count), sizeof *(array)))
#define GIVE_BACK(array)   free(array)
#define LASTING
#endif

static v3 cross(v3 a, v3 b) {
  return (v3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static v3 minus(v3 a, v3 b) { return (v3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static double dot(v3 a, v3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static void collect(const int *node, v3 at[corners]) {
  for (int j = 0; j < corners; j++) at[j] = (v3){x[node[j]], y[node[j]], z[node[j]]};
}

/* Column of the Jacobian of the map: bilinear interpolation between the vectors of four parallel edges, at
 * u and v in [0, 1]. */
static v3 between(const v3 *side, double u, double v) {
  const double w[4] = {(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v};
  v3 sum = {0.0, 0.0, 0.0};
  for (int e = 0; e < 4; e++) {
    sum.x += w[e] * side[e].x;
    sum.y += w[e] * side[e].y;
    sum.z += w[e] * side[e].z;
  }
  return sum;
}

/* Volume of an element. Gauss quadrature with two points in each direction is exact. */
static double CalcElemVolume(const v3 at[corners]) {
  static const double point[2] = {0.21132486540518713, 0.78867513459481287};
  v3 side[4], column[3][4]; /* columns of the Jacobian; each depends on two of the three coordinates */
  double sum = 0.0;
  for (int d = 0; d < 3; d++) {
    for (int e = 0; e < 4; e++) side[e] = minus(at[edge_node[d][e][1]], at[edge_node[d][e][0]]);
    for (int p = 0; p < 4; p++) column[d][p] = between(side, point[p & 1], point[p >> 1]);
  }
  for (int p = 0; p < 8; p++) {
    const int u = p & 1, v = p >> 1 & 1, w = p >> 2;
    sum += dot(column[0][v + 2 * w], cross(column[1][u + 2 * w], column[2][u + 2 * v]));
  }
  return sum / 8.0;
}

static v3 ElemFaceNormal(const v3 at[corners], const int *f) {
  const v3 normal = cross(minus(at[f[2]], at[f[0]]), minus(at[f[3]], at[f[1]]));
  return (v3){0.125 * normal.x, 0.125 * normal.y, 0.125 * normal.z};
}

#ifdef CENN
static void CalcElemNodeNormals(const v3 at[corners], tuple8 *b_x, tuple8 *b_y, tuple8 *b_z) {
  *b_x = (tuple8){{0.0}};
  *b_y = (tuple8){{0.0}};
  *b_z = (tuple8){{0.0}};
  for (int f = 0; f < faces; f++) {
    const v3 area = ElemFaceNormal(at, face_node[f]);
    for (int k = 0; k < 4; k++) {
      b_x->at[face_node[f][k]] += area.x;
      b_y->at[face_node[f][k]] += area.y;
      b_z->at[face_node[f][k]] += area.z;
    }
  }
}
#else
/* Tuples are passed as values, as in Chapel. For each face, four entries of a tuple are copied out,
 * increased and copied back. */
static __attribute__((noinline)) tuple4 pick(const tuple8 *b, const int *f) {
  return (tuple4){{b->at[f[0]], b->at[f[1]], b->at[f[2]], b->at[f[3]]}};
}

static __attribute__((noinline)) tuple4 plus(tuple4 a, double value) {
  for (int k = 0; k < 4; k++) a.at[k] += value;
  return a;
}

static void put(tuple8 *b, const int *f, tuple4 values) {
  for (int k = 0; k < 4; k++) b->at[f[k]] = values.at[k];
}

static void CalcElemNodeNormals(const v3 at[corners], tuple8 *b_x, tuple8 *b_y, tuple8 *b_z) {
  *b_x = (tuple8){{0.0}};
  *b_y = (tuple8){{0.0}};
  *b_z = (tuple8){{0.0}};
  for (int f = 0; f < faces; f++) {
    const v3 area = ElemFaceNormal(at, face_node[f]);
    put(b_x, face_node[f], plus(pick(b_x, face_node[f]), area.x));
    put(b_y, face_node[f], plus(pick(b_y, face_node[f]), area.y));
    put(b_z, face_node[f], plus(pick(b_z, face_node[f]), area.z));
  }
}
#endif

static void IntegrateStressForElems(double *determ) {
  for (int k = 0; k < Elems; k++) {
    v3 at[corners];
    tuple8 b_x, b_y, b_z;
    collect(elemToNode[k], at);
    determ[k] = CalcElemVolume(at);
    CalcElemNodeNormals(at, &b_x, &b_y, &b_z);
    for (int j = 0; j < corners; j++) {
      fx[elemToNode[k][j]] -= sig[k] * b_x.at[j];
      fy[elemToNode[k][j]] -= sig[k] * b_y.at[j];
      fz[elemToNode[k][j]] -= sig[k] * b_z.at[j];
    }
  }
}

/* Derivative of an element's volume with respect to a corner, from the coordinates of six other corners
 * (formula of LULESH). */
static double VoluDer(double y0, double y1, double y2, double y3, double y4, double y5, double z0, double z1,
                      double z2, double z3, double z4, double z5) {
  return ((y1 + y2) * (z0 + z1) - (y0 + y1) * (z1 + z2) + (y0 + y4) * (z3 + z4) - (y3 + y4) * (z0 + z4) -
          (y2 + y5) * (z3 + z5) + (y3 + y5) * (z2 + z5)) /
         12.0;
}

static const int others[corners][6] = {{1, 2, 3, 4, 5, 7}, {2, 3, 0, 5, 6, 4}, {3, 0, 1, 6, 7, 5},
                                       {0, 1, 2, 7, 4, 6}, {7, 6, 5, 0, 3, 1}, {4, 7, 6, 1, 0, 2},
                                       {5, 4, 7, 2, 1, 3}, {6, 5, 4, 3, 2, 0}};

/* Calls VoluDer with the coordinates u and v of the six corners whose numbers are in n. */
#define DERIVE(n, u, v)                                                                                      \
  VoluDer(at[(n)[0]].u, at[(n)[1]].u, at[(n)[2]].u, at[(n)[3]].u, at[(n)[4]].u, at[(n)[5]].u, at[(n)[0]].v,  \
          at[(n)[1]].v, at[(n)[2]].v, at[(n)[3]].v, at[(n)[4]].v, at[(n)[5]].v)

static void CalcElemVolumeDerivative(const v3 at[corners], tuple8 *dvdx, tuple8 *dvdy, tuple8 *dvdz) {
  for (int j = 0; j < corners; j++) {
    const int *n = others[j];
    dvdx->at[j] = DERIVE(n, y, z);
    dvdy->at[j] = DERIVE(n, z, x);
    dvdz->at[j] = DERIVE(n, x, y);
  }
}

#ifdef P1
/* Expands the macro `what` for the hourglass modes 0 to 3. */
#define EACH_MODE(what) what(0) what(1) what(2) what(3)
#else
/* In nested tuples, as in Chapel, an assignment to one number replaces the whole row. */
static __attribute__((noinline)) tuple4 with(tuple4 row, int i, double value) {
  row.at[i] = value;
  return row;
}
#endif

static void CalcFBHourglassForceForElems(const double *determ, const tuple8 *x8n, const tuple8 *y8n,
                                         const tuple8 *z8n, const tuple8 *dvdx, const tuple8 *dvdy,
                                         const tuple8 *dvdz, double hourg) {
  for (int eli = 0; eli < Elems; eli++) {
    const int *node = elemToNode[eli];
    const double volinv = 1.0 / determ[eli], coefficient = -hourg * 0.01 * cbrt(determ[eli]);
    tuple4 hourgam[corners];
#ifdef P1
    double hourmodx[modes] = {0.0}, hourmody[modes] = {0.0}, hourmodz[modes] = {0.0};
    for (int j = 0; j < corners; j++) {
      const double xj = x8n[eli].at[j], yj = y8n[eli].at[j], zj = z8n[eli].at[j];
#define MODE(i)                                                                                              \
  hourmodx[i] += xj * gammaCoef[i][j];                                                                       \
  hourmody[i] += yj * gammaCoef[i][j];                                                                       \
  hourmodz[i] += zj * gammaCoef[i][j];
      EACH_MODE(MODE)
#undef MODE
    }
    for (int j = 0; j < corners; j++) {
      const double dx = dvdx[eli].at[j], dy = dvdy[eli].at[j], dz = dvdz[eli].at[j];
#define MODE(i)                                                                                              \
  hourgam[j].at[i] = gammaCoef[i][j] - volinv * (dx * hourmodx[i] + dy * hourmody[i] + dz * hourmodz[i]);
      EACH_MODE(MODE)
#undef MODE
    }
#else
    for (int i = 0; i < modes; i++) {
      double hourmodx = 0.0, hourmody = 0.0, hourmodz = 0.0;
      for (int j = 0; j < corners; j++) {
        hourmodx += x8n[eli].at[j] * gammaCoef[i][j];
        hourmody += y8n[eli].at[j] * gammaCoef[i][j];
        hourmodz += z8n[eli].at[j] * gammaCoef[i][j];
      }
      for (int j = 0; j < corners; j++)
        hourgam[j] =
            with(hourgam[j], i,
                 gammaCoef[i][j] - volinv * (dvdx[eli].at[j] * hourmodx + dvdy[eli].at[j] * hourmody +
                                             dvdz[eli].at[j] * hourmodz));
    }
#endif
    double hx[modes] = {0.0}, hy[modes] = {0.0}, hz[modes] = {0.0};
    for (int i = 0; i < modes; i++)
      for (int j = 0; j < corners; j++) {
        hx[i] += hourgam[j].at[i] * xd[node[j]];
        hy[i] += hourgam[j].at[i] * yd[node[j]];
        hz[i] += hourgam[j].at[i] * zd[node[j]];
      }
    double hgfx[corners], hgfy[corners], hgfz[corners];
    for (int j = 0; j < corners; j++) {
      double shx = 0.0, shy = 0.0, shz = 0.0;
      for (int i = 0; i < modes; i++) {
        shx += hourgam[j].at[i] * hx[i];
        shy += hourgam[j].at[i] * hy[i];
        shz += hourgam[j].at[i] * hz[i];
      }
      hgfx[j] = coefficient * shx;
      hgfy[j] = coefficient * shy;
      hgfz[j] = coefficient * shz;
    }
    for (int j = 0; j < corners; j++) {
      fx[node[j]] += hgfx[j];
      fy[node[j]] += hgfy[j];
      fz[node[j]] += hgfz[j];
    }
  }
}

static void CalcHourglassControlForElems(const double *determ, double hgcoef) {
  LASTING tuple8 *x8n = NULL, *y8n = NULL, *z8n = NULL, *dvdx = NULL, *dvdy = NULL, *dvdz = NULL;
  TAKE(x8n, Elems);
  TAKE(y8n, Elems);
  TAKE(z8n, Elems);
  TAKE(dvdx, Elems);
  TAKE(dvdy, Elems);
  TAKE(dvdz, Elems);
  for (int eli = 0; eli < Elems; eli++) {
    v3 at[corners];
    collect(elemToNode[eli], at);
    CalcElemVolumeDerivative(at, &dvdx[eli], &dvdy[eli], &dvdz[eli]);
    for (int j = 0; j < corners; j++) {
      x8n[eli].at[j] = at[j].x;
      y8n[eli].at[j] = at[j].y;
      z8n[eli].at[j] = at[j].z;
    }
  }
  CalcFBHourglassForceForElems(determ, x8n, y8n, z8n, dvdx, dvdy, dvdz, hgcoef);
  GIVE_BACK(x8n);
  GIVE_BACK(y8n);
  GIVE_BACK(z8n);
  GIVE_BACK(dvdx);
  GIVE_BACK(dvdy);
  GIVE_BACK(dvdz);
}

static void CalcVolumeForceForElems(void) {
  LASTING double *determ = NULL;
  TAKE(determ, Elems);
  IntegrateStressForElems(determ);
  CalcHourglassControlForElems(determ, 3.0);
  volume = 0.0;
  for (int k = 0; k < Elems; k++) volume += determ[k];
  GIVE_BACK(determ);
}

static int is_inside(double at) { return at > 1e-9 && at < 1.0 - 1e-9; }

/* Computes the forces and moves the interior nodes of the cube. */
static void LagrangeLeapFrog(double dt) {
  for (int n = 0; n < Nodes; n++) fx[n] = fy[n] = fz[n] = 0.0;
  CalcVolumeForceForElems();
  for (int n = 0; n < Nodes; n++) {
    if (!is_inside(x[n]) || !is_inside(y[n]) || !is_inside(z[n])) continue;
    xd[n] += dt * fx[n];
    yd[n] += dt * fy[n];
    zd[n] += dt * fz[n];
    x[n] += dt * xd[n];
    y[n] += dt * yd[n];
    z[n] += dt * zd[n];
  }
}

static double *field(int count) {
  double *made = allocate((size_t)count, sizeof *made);
  memset(made, 0, (size_t)count * sizeof *made);
  return made;
}

static void make_mesh(void) {
  const int side = edge + 1;
  double **const of_nodes[] = {&x, &y, &z, &xd, &yd, &zd, &fx, &fy, &fz};
  Elems = edge * edge * edge;
  Nodes = side * side * side;
  for (int a = 0; a < 9; a++) *of_nodes[a] = field(Nodes);
  sig = field(Elems);
  elemToNode = allocate((size_t)Elems, sizeof *elemToNode);
  for (int n = 0; n < Nodes; n++) {
    x[n] = (double)(n % side) / edge;
    y[n] = (double)(n / side % side) / edge;
    z[n] = (double)(n / side / side) / edge;
    xd[n] = 0.01 * (n % 7 - 3);
    yd[n] = 0.01 * (n % 5 - 2);
  }
  for (int k = 0; k < Elems; k++) {
    const int first = k % edge + side * (k / edge % edge + side * (k / edge / edge));
    static const int step[corners][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                         {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    for (int j = 0; j < corners; j++)
      elemToNode[k][j] = first + step[j][0] + side * (step[j][1] + side * step[j][2]);
    sig[k] = 1.0 + 0.1 * (k % 3);
  }
}

static int check(void) {
  double sum = 0.0, size = 0.0, all = 0.0;
  for (int n = 0; n < Nodes; n++) {
    sum += fx[n] + fy[n] + fz[n];
    size += fabs(fx[n]) + fabs(fy[n]) + fabs(fz[n]);
    all += x[n] + 2.0 * y[n] + 3.0 * z[n];
  }
  printf("positions sum to %.15g, volume %.12f\n", all, volume);
  return !(fabs(sum) < 1e-9 * size && fabs(volume - 1.0) < 1e-9);
}

int main(int argc, char **argv) {
  const int cycles = argc > 2 ? atoi(argv[2]) : 60;
  if (argc > 1) edge = atoi(argv[1]);
  if (edge < 2 || cycles < 1) return 2;
  make_mesh();
  for (int c = 0; c < cycles; c++) LagrangeLeapFrog(1e-3 / edge);
  return check();
}
