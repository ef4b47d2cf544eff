/* Least-squares gradient of one cell, its residuals at the faces, and the inflow through boundary faces.
 * The gradient scheme computes it for owned cells and ring 1 before it assembles rows. Every quantity is a
 * linear combination of the differences D_k over the four faces. Internal to fv/scheme. Not collective. */
#ifndef TC_FV_SCHEME_CELL_GRADIENT_H
#define TC_FV_SCHEME_CELL_GRADIENT_H

#include "fv/scheme/face.h"
#include "fv/scheme/marker_flux.h"

enum { TC_SYM4_ENTRIES = 10 }; /* entries of a symmetric 4x4 matrix, row by row from the diagonal on */

/* Least-squares fit of a cell as a function of the differences D_k over its faces k. side[k] states which
 * difference D_k is. */
typedef struct tc_cell_gradient {
  tc_face_side side[4];
  double gradient[4][3]; /* g = sum over k of gradient[k] D_k */
  /* Sum over faces f of |K S_f|/|d_f| (R_f v)^2 as a quadratic form in D, where K is the cell's tensor.
   * R_f v = v_y - v_cell - g . d_f. The vector d_f points from the centroid to the face's harmonic averaging
   * point y, and v_y is the value there. At a face with a value, y is the face's centroid and v_y the datum.
   * A face with a flux has no residual. The residual of an exchange is
   *   (h |S| (datum - v_cell - g . d) - K S . g) / (h |S| + a),
   * and its square is weighted with a h |S| / (h |S| + a), where a = |K S|/|d|. */
  double residual[TC_SYM4_ENTRIES];
} tc_cell_gradient;

/* Computes the fit of an owned or ring-1 cell, with weights |d|^-2 on interior faces and faces with a
 * value. A face with a flux adds the row K S . g = |S| datum; one with an exchange adds K S . g = h |S|
 * (datum - v_cell - g . d). Both rows are divided by the length of the factor of g, so a cell with one
 * neighbour has a gradient. Returns false if the cell is too flat for a gradient. */
bool tc_cell_gradient_compute(const tc_gradient_setup *at, int32_t cell, tc_cell_gradient *out);

/* Computes the inflow into a cell through its boundary face f as the sum over k of inward[k] D_k.
 * With a = |K S|/|d| the inflow is, by kind of boundary condition:
 *   value     a (datum - v_cell - g . d) + K S . g
 *   exchange  h |S| / (h |S| + a) times the inflow of kind value, which balances both sides of the face
 *   flux      |S| datum */
void tc_cell_gradient_inflow(const tc_gradient_setup *at, int32_t cell, const tc_cell_gradient *fit, int f,
                             double inward[4]);

/* Returns the index of entry (k, l) of a symmetric 4x4 matrix. */
int tc_sym4_index(int k, int l);

#endif
