/* A certificate of stability, cell by cell. The energy -v^T V R v of the gradient scheme (R its rates, V the
 * volumes) is a sum over cells of quadratic forms in the cell's at most four differences D_f = v_neighbour -
 * v_cell: Q = sym(diag(a_f w_f) + (1/2 K S_f - a_f d_f) x g_f) + stabilisation * residuals, with S_f and d_f
 * outwards, w_f from v_y = v_cell + w_f D_f and g = sum g_f D_f (fv/scheme/cell_gradient.h); through a
 * boundary face flows what the fit says, times D_f = -v_cell. Where every form is positive semi-definite, the
 * volume-weighted norm of no solution of dv/dt = R v can ever rise. Sufficient, not necessary. Internal to
 * this floor. Not collective. */
#ifndef TC_FV_SCHEME_CELL_ENERGY_H
#define TC_FV_SCHEME_CELL_ENERGY_H

#include "fv/scheme/cell_gradient.h"

/* The form of an owned or ring-1 cell as a symmetric 4x4 matrix (tc_sym4_index), with all data 0: rows of
 * boundary faces with a flux are zero. */
void tc_cell_energy_form(const tc_gradient_setup *at, double stabilisation, const tc_cell_gradient *fit,
                         int32_t cell, double form[TC_SYM4_ENTRIES]);

/* The smallest eigenvalue of a symmetric 4x4 matrix over the largest in magnitude, -1 .. 1; 0 for the zero
 * matrix. */
double tc_cell_energy_margin(const double form[TC_SYM4_ENTRIES]);

#endif
