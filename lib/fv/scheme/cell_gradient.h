/* Least-squares gradient of one cell, its residuals at the faces, and the inflow through boundary faces. The
 * gradient scheme computes it for owned cells and ring 1 before it assembles rows. Every quantity is a linear
 * combination of the differences D_k over the four faces k of the cell. D_k is the value of the neighbour
 * across face k, or the datum of a boundary face, minus the value of the cell (tc_face_side). Internal to
 * fv/scheme. Not collective. */
#ifndef TC_FV_SCHEME_CELL_GRADIENT_H
#define TC_FV_SCHEME_CELL_GRADIENT_H

#include "fv/scheme/face.h"
#include "fv/scheme/marker_flux.h"

enum {
  TC_SYM4_ENTRIES = 10
}; /* number of stored entries of a symmetric 4x4 matrix: the upper triangle with the diagonal, row by row */

/* Least-squares fit of the gradient of a cell, as a function of the differences D_k over its faces k. side[k]
 * defines how D_k is computed (tc_face_side in fv/scheme/marker_flux.h). */
typedef struct tc_cell_gradient {
  tc_face_side side[4];
  double gradient[4][3]; /* the gradient g is the sum over k of gradient[k] D_k */
  /* Coefficients of a quadratic form in the D_k, stored by tc_sym4_index. The form is the sum over the faces
   * f of |K S_f|/|d_f| (R_f v)^2. K is the cell's tensor, S_f the outward area vector of the face, and R_f v
   * the residual of the fit there. R_f v = v_y - v_cell - g . d_f. The vector d_f points from the centroid to
   * the face's harmonic averaging point y, and v_y is the value there. At a boundary face of kind value, y is
   * the face's centroid and v_y the datum. A face of kind flux has no residual. The residual of a face of
   * kind exchange with coefficient h is
   *   (h |S| (datum - v_cell - g . d) - K S . g) / (h |S| + a),
   * and its square is weighted with a h |S| / (h |S| + a), where a = |K S|/|d|. */
  double residual[TC_SYM4_ENTRIES];
} tc_cell_gradient;

/* Computes the fit of a cell that is owned or in ring 1. Each face gives one equation for the gradient g. At
 * interior faces and at faces of kind value the equation is g . d = v_y - v_cell. At a face of kind flux it
 * is K S . g = |S| datum, and at a face of kind exchange K S . g = h |S| (datum - v_cell - g . d). The
 * symbols are those of tc_cell_gradient.residual. Each equation is divided by the length of the vector that
 * multiplies g. Because boundary faces give equations too, a cell with only one neighbour has a gradient.
 * Returns false if the cell is too flat for a gradient. */
bool tc_cell_gradient_compute(const tc_gradient_setup *setup, int32_t cell, tc_cell_gradient *out);

/* Computes the inflow into a cell through its boundary face f as the sum over k of inward[k] D_k. K is the
 * cell's tensor, S the outward area vector of the face, d the vector from the cell's centroid to that of the
 * face, g the gradient, h the exchange coefficient, and a = |K S|/|d|. The inflow is, by kind of boundary
 * condition:
 *   value     a (datum - v_cell - g . d) + K S . g
 *   exchange  h |S| / (h |S| + a) times the inflow of kind value, so that it equals the flow from outside
 *   flux      |S| datum */
void tc_cell_gradient_inflow(const tc_gradient_setup *setup, int32_t cell, const tc_cell_gradient *fit, int f,
                             double inward[4]);

/* Returns the index at which entry (k, l), or equally (l, k), of a symmetric 4x4 matrix is stored. */
int tc_sym4_index(int k, int l);

#endif
