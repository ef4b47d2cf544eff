/* What the gradient scheme knows of one cell: its least-squares gradient, how far that misses the faces, and
 * what flows in through the boundary. Internal to this floor. Not collective. */
#ifndef TC_FV_SCHEME_CELL_GRADIENT_H
#define TC_FV_SCHEME_CELL_GRADIENT_H

#include "fv/scheme/face.h"
#include "fv/scheme/marker_flux.h"

enum { TC_SYM4_ENTRIES = 10 }; /* entries of a symmetric 4x4 matrix, row by row from the diagonal on */

/* In terms of the differences D_k over the faces k, as side[k] says. */
typedef struct tc_cell_gradient {
  tc_face_side side[4];
  double gradient[4][3];            /* g = sum over k of gradient[k] D_k */
  double residual[TC_SYM4_ENTRIES]; /* the form sum over faces f of |K S_f|/|d_f| (R_f v)^2, K the cell's own
                                    tensor, as a matrix of D: R_f v = v_y - v_cell - g . d_f, d_f from the
                                    centroid to the face's harmonic averaging point y, v_y the value there; at
                                    value faces y is the centroid of the face and v_y the datum. A flux has no
                                    residual; an exchange has (h |S| (datum - v_cell - g . d) - K S . g) / (h
                                    |S| + a), its square times a h |S| / (h |S| + a), a = |K S|/|d| */
} tc_cell_gradient;

/* The fit of an owned or ring-1 cell: weights |d|^-2 on the inner faces and on faces with a value. A face
 * with a flux adds the row K S . g = |S| datum, one with an exchange K S . g = h |S| (datum - v_cell - g .
 * d), both over the length of what multiplies g; so a cell with one neighbour has a gradient. False when the
 * cell is too flat for one. */
bool tc_cell_gradient_compute(const tc_gradient_setup *at, int32_t cell, tc_cell_gradient *out);

/* What flows into a cell through its boundary face f: the sum over k of inward[k] D_k, a = |K S|/|d|.
 *   value     a (datum - v_cell - g . d) + K S . g
 *   exchange  the same with the value at the face that balances both sides: h |S| / (h |S| + a) of
 *             a (datum - v_cell - g . d) + K S . g
 *   flux      |S| datum */
void tc_cell_gradient_inflow(const tc_gradient_setup *at, int32_t cell, const tc_cell_gradient *fit, int f,
                             double inward[4]);

/* Where entry (k, l) of a symmetric 4x4 matrix stands. */
int tc_sym4_index(int k, int l);

#endif
