/* Explicit time step on a rank's block (Lagraviere et al. 2019, Listing 8). cmd_run.c calls it after each
 * halo exchange. The rows are distributed over all threads of the rank. */
#ifndef TC_HEAT2D_KERNEL_H
#define TC_HEAT2D_KERNEL_H

#include <stdint.h>

/* Computes next = phi + dt (dy2i (up + down - 2 phi) + dx2i (left + right - 2 phi)) for the inner points of
 * two arrays. phi and next are the values of a point before and after the step; up, down, left and right are
 * the values of the adjacent points before the step. The arrays have rows x cols inner points and cols + 2
 * values per row. The outermost values of phi are read; those of next are unchanged. The caller then swaps
 * the arrays, which moves the bytes that equation (23) of the paper counts. The paper's code instead stores
 * the increment and adds it while copying back. The terms are added in a fixed order, so the result does not
 * depend on the grid of ranks. */
void h2_kernel_step(int32_t rows, int32_t cols, double dx2i, double dy2i, double dt,
                    const double *restrict phi, double *restrict next);

#endif
