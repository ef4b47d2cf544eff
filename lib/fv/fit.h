/* What the gradient scheme knows of one cell: its least-squares gradient and how far that misses the faces.
 * Internal to this floor. Not collective. */
#ifndef TC_FV_FIT_H
#define TC_FV_FIT_H

#include "fv/face.h"

enum { TC_FIT_PAIRS = 10 }; /* entries of a symmetric 4x4 matrix, row by row from the diagonal on */

/* In terms of the differences D_k = v_neighbour(k) - v_cell over the faces k; all is zero for boundary
 * faces. */
typedef struct tc_fit {
  double gradient[4][3];         /* g = sum over k of gradient[k] D_k */
  double residual[TC_FIT_PAIRS]; /* the form sum over faces f of |K S_f|/|d_f| (R_f v)^2, K the cell's own
                                    tensor, as a matrix of D: R_f v = v_y - v_cell - g . d_f, d_f from the
                                    centroid to the face's harmonic averaging point y, v_y the value there */
} tc_fit;

/* The fit of an owned or ring-1 cell: weights |d|^-2 on the inner faces; a boundary face adds the row
 * (K S/|K S|) . g = 0 (zero flux), so that a cell with one neighbour has a gradient. False when the cell is
 * too flat for one. */
bool tc_fit_make(const tc_geometry *geometry, const tc_physics *physics, int32_t cell, tc_fit *out);

/* Where entry (k, l) of a symmetric 4x4 matrix stands. */
int tc_fit_pair(int k, int l);

#endif
