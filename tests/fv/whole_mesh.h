/* The rate matrix of a whole mesh in one process. Row i and column i belong to cell i. */
#ifndef TC_TESTS_FV_WHOLE_MESH_H
#define TC_TESTS_FV_WHOLE_MESH_H

#include <math.h>
#include <stdlib.h>

#include "fv/scheme/scheme.h"
#include "mesh/tetrahedron.h"
#include "support/meshes.h"

typedef void tensor_of(tc_gid cell, const double *centroid, double tensor[6]);

/* Sets the boundary conditions: the kind of each marker, and the coefficient h of each boundary face of
 * the submesh. */
typedef void boundary_of(const tc_submesh *submesh, tc_physics *physics);

/* How a mesh is discretised. */
typedef struct method {
  const char *scheme;
  const double *tensor; /* tensor of all cells */
  double stabilisation;
  tensor_of *vary;       /* sets the tensor of each cell; may be NULL */
  boundary_of *boundary; /* sets the boundary conditions; NULL: no flux */
  bool limited;
} method;

typedef struct part {
  tc_submesh *submesh;
  tc_geometry *geometry;
  tc_physics *physics;
  tc_system *system;
} part;

typedef struct whole {
  method how;
  tc_mesh *mesh; /* owned by this struct */
  tc_dual *dual;
  part all;
  const tc_ell *rates;
  int32_t n;
  double *volume;   /* [n] */
  double *centroid; /* [n][3] */
} whole;

static const double unit_tensor[6] = {1, 1, 1, 0, 0, 0};
static const double full_tensor[6] = {2.0, 1.0, 0.7, 0.5, -0.3, 0.2};
static const double *const all_tensors[] = {unit_tensor, full_tensor, (const double[]){1, 9, 0.1, 0, 0, 0},
                                            (const double[]){1e3, 2e3, 3e3, -900, 100, 1500}};
enum { some_markers = 7 };
static const int32_t some_marker[some_markers] = {0, 1, 2, 3, 4, 5, 6}; /* markers of boxes, and 0 */
static const double usual_stabilisation = 0.3; /* smallest positive value that the setting `auto` tries */
enum { tensor_count = sizeof all_tensors / sizeof *all_tensors };

/* Sets a random positive definite tensor for a cell: L L^T + 0.1, times a factor between 1/e and e. */
static inline void any_tensor(tc_gid cell, const double *centroid, double tensor[6]) {
  double l[6], scale = exp(noise(7 * (uint64_t)cell + 6));
  (void)centroid;
  for (int i = 0; i < 6; i++) l[i] = noise(7 * (uint64_t)cell + (uint64_t)i);
  tensor[0] = scale * (l[0] * l[0] + 0.1);
  tensor[1] = scale * (l[3] * l[3] + l[1] * l[1] + 0.1);
  tensor[2] = scale * (l[4] * l[4] + l[5] * l[5] + l[2] * l[2] + 0.1);
  tensor[3] = scale * l[0] * l[3];
  tensor[4] = scale * l[0] * l[4];
  tensor[5] = scale * (l[3] * l[4] + l[1] * l[5]);
  cr_assert(tc_diffusion_is_positive(tensor));
}

/* Returns the submesh of the cells own[0..owned-1] with `rings` rings of neighbours. The position of each
 * cell is its cell number. */
static inline tc_submesh *cut(const tc_mesh *mesh, const tc_dual *dual, int32_t owned, const int32_t *own,
                              int rings) {
  int32_t *position = malloc(4 * (size_t)mesh->cells);
  for (int32_t cell = 0; cell < mesh->cells; cell++) position[cell] = cell;
  tc_submesh_extractor *cutter = NULL;
  tc_submesh *submesh = NULL;
  expect_ok(tc_submesh_extractor_create(mesh, dual, position, &cutter));
  expect_ok(tc_submesh_extract(cutter, owned, own, rings, &submesh));
  tc_submesh_extractor_destroy(&cutter);
  free(position);
  return submesh;
}

/* Assembles a part of the mesh. The columns of its matrix are the cells of the submesh. The result owns
 * the submesh. */
static inline tc_status part_make(tc_submesh *submesh, const method *how, part *out) {
  const tc_scheme *scheme = tc_scheme_find(how->scheme);
  const int32_t cells = submesh->cells;
  *out = (part){.submesh = submesh};
  TC_TRY(tc_geometry_create(submesh, &out->geometry));
  TC_TRY(tc_physics_create(submesh, some_markers, some_marker, how->tensor, &out->physics));
  if (how->vary) TC_TRY(tc_physics_set_nonuniform(out->physics));
  for (int32_t c = 0; how->vary && c < cells; c++)
    how->vary(submesh->id[c], tc_geometry_centroid(out->geometry, c), out->physics->tensor + 6 * (size_t)c);
  if (how->boundary) how->boundary(submesh, out->physics);
  TC_TRY(tc_system_create(submesh->owned, cells, scheme->width, &out->system));
  out->system->stabilisation = how->stabilisation;
  out->system->limited = how->limited;
  TC_TRY(scheme->assemble(out->geometry, out->physics, out->system));
  const tc_gid flat = out->system->flat_cell;
  return flat == TC_GID_NONE ? TC_OK : tc_scheme_flat_cell_error(scheme, flat, submesh->base);
}

static inline void part_free(part *p) {
  tc_system_destroy(&p->system);
  tc_physics_destroy(&p->physics);
  tc_geometry_destroy(&p->geometry);
  tc_submesh_destroy(&p->submesh);
}

static inline void measure(whole *w) {
  w->volume = malloc(8 * (size_t)w->n);
  w->centroid = malloc(24 * (size_t)w->n);
  for (int32_t cell = 0; cell < w->n; cell++) {
    const double *p[4];
    for (size_t k = 0; k < 4; k++)
      p[k] = w->mesh->points + 3 * (size_t)w->mesh->vertices[4 * (size_t)cell + k];
    w->volume[cell] = tc_volume6(p[0], p[1], p[2], p[3]) / 6.0;
    for (int i = 0; i < 3; i++)
      w->centroid[3 * (size_t)cell + (size_t)i] = (p[0][i] + p[1][i] + p[2][i] + p[3][i]) / 4.0;
  }
}

/* Assembles the whole mesh. The result owns the mesh. */
static inline whole whole_of(tc_mesh *mesh, const method *how) {
  whole w = {.how = *how, .mesh = mesh, .n = mesh->cells};
  int32_t *own = malloc(4 * (size_t)w.n);
  for (int32_t cell = 0; cell < w.n; cell++) own[cell] = cell;
  expect_ok(tc_dual_create(mesh, &w.dual));
  expect_ok(part_make(cut(mesh, w.dual, w.n, own, 2), how, &w.all));
  w.rates = w.all.system->rates;
  measure(&w);
  free(own);
  return w;
}

static inline whole whole_make(tc_mesh *mesh, const char *scheme, const double tensor[6]) {
  return whole_of(mesh, &(method){scheme, tensor, usual_stabilisation, NULL, NULL, false});
}

static inline void whole_free(whole *w) {
  part_free(&w->all);
  tc_dual_destroy(&w->dual);
  tc_mesh_destroy(&w->mesh);
  free(w->volume);
  free(w->centroid);
}

static inline int32_t column_at(const tc_ell *rates, int32_t row, int k) {
  return rates->column[(size_t)row * (size_t)rates->width + (size_t)k];
}
static inline double value_at(const tc_ell *rates, int32_t row, int k) {
  return rates->value[(size_t)row * (size_t)rates->width + (size_t)k];
}

/* Returns true if entry k of the row is not padding. */
static inline bool is_entry(const tc_ell *rates, int32_t row, int k) {
  return column_at(rates, row, k) != row;
}

/* Returns the entry (row, column); NULL if the pattern does not contain it. */
static inline const double *entry(const tc_ell *rates, int32_t row, int32_t column) {
  if (row == column) return &rates->diagonal[row];
  for (int k = 0; k < rates->width; k++)
    if (column_at(rates, row, k) == column)
      return &rates->value[(size_t)row * (size_t)rates->width + (size_t)k];
  return NULL;
}

/* Returns (R u)_row. `*magnitude` receives the sum of the magnitudes of its terms. */
static inline double apply_row(const tc_ell *rates, int32_t row, const double *u, double *magnitude) {
  double sum = rates->diagonal[row] * u[row];
  *magnitude = fabs(sum);
  for (int k = 0; k < rates->width; k++) {
    double term = value_at(rates, row, k) * u[column_at(rates, row, k)];
    sum += term;
    *magnitude += fabs(term);
  }
  return sum;
}

/* Lists the cells that are at most `rings` (one or two) faces away from `cell`, and returns their number. */
static inline int reach(const tc_dual *dual, int32_t cell, int rings, int32_t out[16]) {
  int count = 0;
  int32_t found[20];
  int candidates = 0;
  for (int k = 0; k < 4; k++) {
    int32_t near = dual->neighbour[4 * (size_t)cell + (size_t)k];
    if (near < 0) continue;
    found[candidates++] = near;
    for (int l = 0; l < 4 && rings > 1; l++)
      if (dual->neighbour[4 * (size_t)near + (size_t)l] >= 0)
        found[candidates++] = dual->neighbour[4 * (size_t)near + (size_t)l];
  }
  for (int i = 0; i < candidates; i++) {
    bool seen = found[i] == cell;
    for (int j = 0; j < count; j++) seen |= out[j] == found[i];
    if (!seen) out[count++] = found[i];
  }
  return count;
}

/* Checks each row. Its columns must be exactly the cells within the rings, so that the pattern is
 * symmetric. Entries must be in the order of the cell numbers. Padding must follow, with the value 0 and
 * the column of the diagonal. */
static inline void expect_pattern(const whole *w, int rings) {
  for (int32_t row = 0; row < w->n; row++) {
    int32_t wanted[16], last = -1;
    const int count = reach(w->dual, row, rings, wanted);
    for (int k = 0; k < w->rates->width; k++) {
      cr_assert_eq(is_entry(w->rates, row, k), k < count, "entry %d of row %d", k, row);
      if (k >= count) {
        cr_assert_eq(value_at(w->rates, row, k), 0.0);
        continue;
      }
      cr_assert_gt(column_at(w->rates, row, k), last, "row %d is not sorted", row);
      last = column_at(w->rates, row, k);
      cr_assert_not_null(entry(w->rates, last, row), "(%d, %d) without (%d, %d)", row, last, last, row);
    }
    for (int i = 0; i < count; i++) cr_assert_not_null(entry(w->rates, row, wanted[i]));
  }
}

static inline double *zeros(int32_t n) {
  double *out = n > 0 ? calloc((size_t)n, sizeof *out) : NULL;
  cr_assert_not_null(out);
  return out;
}

/* Rows must sum to 0, so that constants are mapped to 0. The volume-weighted columns must sum to 0, so
 * that the integral is conserved. */
static inline void expect_conservative(const whole *w) {
  double *one = zeros(w->n), *column = zeros(w->n), *size = zeros(w->n);
  for (int32_t i = 0; i < w->n; i++) one[i] = 1.0;
  for (int32_t i = 0; i < w->n; i++) {
    double magnitude, sum = apply_row(w->rates, i, one, &magnitude);
    cr_assert_leq(fabs(sum), 1e-13 * magnitude, "row %d: %g of %g", i, sum, magnitude);
    column[i] += w->volume[i] * w->rates->diagonal[i];
    size[i] += fabs(w->volume[i] * w->rates->diagonal[i]);
    for (int k = 0; k < w->rates->width; k++) {
      const double term = w->volume[i] * value_at(w->rates, i, k);
      column[column_at(w->rates, i, k)] += term;
      size[column_at(w->rates, i, k)] += fabs(term);
    }
  }
  for (int32_t j = 0; j < w->n; j++)
    cr_assert_leq(fabs(column[j]), 1e-13 * size[j], "column %d: %g of %g", j, column[j], size[j]);
  free(one);
  free(column);
  free(size);
}

/* The row of a cell must have the same bits in every part of the mesh. Local numbers and the other cells
 * of the part must have no effect. */
static inline void expect_same_rows_in_parts(const whole *w) {
  int32_t *own = malloc(4 * (size_t)w->n);
  for (int third = 0; third < 3; third++) {
    int32_t owned = 0;
    for (int32_t cell = w->n - 1; cell >= 0; cell--)
      if ((third == 0 && cell % 7 == 3) || (third == 1 && cell > w->n / 2) ||
          (third == 2 && noise((uint64_t)cell) > 0.0))
        own[owned++] = cell;
    part p;
    /* An additional ring must not change the rows. */
    const int rings = tc_scheme_find(w->how.scheme)->rings + (third == 2);
    expect_ok(part_make(cut(w->mesh, w->dual, owned, own, rings), &w->how, &p));
    const tc_ell *rates = p.system->rates;
    for (int32_t row = 0; row < owned; row++) {
      cr_assert_eq(rates->diagonal[row], w->rates->diagonal[own[row]], "cell %d", own[row]);
      for (int k = 0; k < rates->width; k++) {
        cr_assert_eq(p.submesh->id[column_at(rates, row, k)], column_at(w->rates, own[row], k));
        cr_assert_eq(value_at(rates, row, k), value_at(w->rates, own[row], k), "cell %d", own[row]);
      }
    }
    part_free(&p);
  }
  free(own);
}

#endif
