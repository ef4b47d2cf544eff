/* Certificate of stability of the gradient scheme, cell by cell.
 * The energy of a field v decreases at the rate -v^T V R v, where R is the rate matrix and V the diagonal
 * matrix of the volumes. This rate is a sum over cells. The term of a cell is a quadratic form in the
 * differences D_f = v_neighbour - v_cell over its (at most four) faces f, with the matrix Q = sym(diag(a_f
 * w_f) + (1/2 K S_f - a_f d_f) x g_f) + stabilisation * tc_cell_gradient.residual. Here K is the tensor of
 * the cell, S_f the outward area vector of face f, and a_f the two-point coefficient a of the flux through
 * face f (fv/scheme/flux.h). d_f points from the centroid of the cell to the harmonic point y of the face.
 * w_f is defined by v_y = v_cell + w_f D_f, and g_f by the least-squares gradient g = sum g_f D_f
 * (fv/scheme/cell_gradient.h). diag(..) is a diagonal matrix, p_f x g_f for vectors p_f the matrix with the
 * scalar product p_f . g_l in row f and column l, and sym(..) the symmetric part. A boundary face with a
 * datum adds its inflow, computed from the least-squares fit, times D_f = -v_cell. If the form of every cell
 * is positive semi-definite, the volume-weighted norm of a solution of dv/dt = R v never grows. The condition
 * is sufficient, not necessary. The gradient scheme computes the forms while it assembles rows, because both
 * need the same fluxes. Internal to fv/scheme. Not collective. */
#ifndef TC_FV_SCHEME_CELL_ENERGY_H
#define TC_FV_SCHEME_CELL_ENERGY_H

#include "fv/scheme/cell_gradient.h"
#include "fv/scheme/flux.h"

/* Flow through one face of a cell. Only the members that belong to the side of the face are set. */
typedef struct tc_cell_flow {
  /* interior face: its flux, and the side of the face on which the cell is */
  tc_flux flux;
  int side;
  double inward[4]; /* boundary face with a datum: its inflow (tc_cell_gradient_inflow) */
} tc_cell_flow;

/* Computes the quadratic form Q of a cell from the flows through its faces, as a symmetric 4x4 matrix.
 * tc_sym4_index defines where its entries are stored. `fit` is the least-squares fit of the cell. All
 * boundary data are assumed 0. Rows and columns of boundary faces of kind flux are zero. */
void tc_cell_energy_form(double stabilisation, const tc_cell_gradient *fit, const tc_cell_flow flow[4],
                         double form[TC_SYM4_ENTRIES]);

/* Returns the margin of stability of a cell: the smallest eigenvalue of the quadratic form divided by the
 * largest absolute value of an eigenvalue. The margin is between -1 and 1. The form is positive semi-definite
 * if the margin is not negative. Returns 0 for the zero matrix and -1 if an entry is not finite. */
double tc_cell_energy_margin(const double form[TC_SYM4_ENTRIES]);

/* Returns the margin of stability of a cell if it is at most `least` or at most 0, with the bits of
 * tc_cell_energy_margin. Otherwise returns the margin or 1. Most forms need no eigenvalues for this: if Q - m
 * t I is positive definite, where t is the trace of Q and I the identity, then the margin exceeds m, because
 * the trace of a positive definite matrix is at least its largest eigenvalue. */
double tc_cell_energy_margin_up_to(const double form[TC_SYM4_ENTRIES], double least);

#endif
