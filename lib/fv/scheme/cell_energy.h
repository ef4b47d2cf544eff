/* Certificate of stability of the gradient scheme, cell by cell. The gradient scheme calls it in `certify`.
 * The energy -v^T V R v (R the rates, V the volumes) is a sum over cells of quadratic forms in the at most
 * four differences D_f = v_neighbour - v_cell of a cell: Q = sym(diag(a_f w_f) + (1/2 K S_f - a_f d_f) x g_f)
 * + stabilisation * residuals. S_f and d_f point outwards, w_f is defined by v_y = v_cell + w_f D_f, and g =
 * sum g_f D_f (fv/scheme/cell_gradient.h). A boundary face with a datum adds its inflow, computed from the
 * least-squares fit, times D_f = -v_cell. If every form is positive semi-definite, the volume-weighted norm
 * of no solution of dv/dt = R v can grow. The condition is sufficient, not necessary. Internal to fv/scheme.
 * Not collective. */
#ifndef TC_FV_SCHEME_CELL_ENERGY_H
#define TC_FV_SCHEME_CELL_ENERGY_H

#include "fv/scheme/cell_gradient.h"

/* Computes the form of an owned or ring-1 cell as a symmetric 4x4 matrix (tc_sym4_index). All boundary data
 * are assumed 0. Rows of boundary faces with a flux are zero. */
void tc_cell_energy_form(const tc_gradient_setup *at, double stabilisation, const tc_cell_gradient *fit,
                         int32_t cell, double form[TC_SYM4_ENTRIES]);

/* Returns the smallest eigenvalue of a symmetric 4x4 matrix divided by the largest in magnitude, in -1 ..
 * 1. Returns 0 for the zero matrix and -1 if an entry is not finite. */
double tc_cell_energy_margin(const double form[TC_SYM4_ENTRIES]);

#endif
