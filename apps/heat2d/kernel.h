/* One explicit step on a rank's block (Lagraviere et al. 2019, Listing 8). */
#ifndef TC_HEAT2D_KERNEL_H
#define TC_HEAT2D_KERNEL_H

#include <stdint.h>

/* next = phi + dt (dy2i (up + down - 2 phi) + dx2i (left + right - 2 phi)) for the rows x cols inner points
 * of arrays with cols + 2 values in a row; the halo of phi is read, that of next left. The paper's code
 * stores the increment and adds it while copying back; here the caller swaps the arrays instead, and the
 * traffic is the one of equation (23). The terms are added in one order, so that the bits do not depend on
 * how the mesh is divided. */
void h2_kernel_step(int32_t rows, int32_t cols, double dx2i, double dy2i, double dt,
                    const double *restrict phi, double *restrict next);

#endif
