/* Level 0 of a multigrid hierarchy, created from a linear system A = shift I + scale R. Its matrix is K = V
 * A, where V is the diagonal matrix of the cell volumes. K must be a symmetric M-matrix. */
#ifndef TC_LINEAR_MULTIGRID_LEVEL_ZERO_H
#define TC_LINEAR_MULTIGRID_LEVEL_ZERO_H

#include "linear/multigrid/level_graph.h"
#include "linear/operator/linear_system.h"

/* Collective. Creates level 0 from the matrix of rates `R` of the system (system->R, or the two-point matrix
 * with the same columns). The coupling of rows i and j is single(-V_i A_ij), computed in the row with the
 * lower id and received by the other row. A coupling of 0 is omitted. The excess is shift V_i + E_i, where
 * E_i = scale V_i (sum of row i of R), added in the order of ids, is set to 0 if it is at most 1e-14 times
 * |scale| V_i (sum of the absolute values). If the largest coupling of all ranks is outside 2^-64 .. 2^64,
 * all couplings and excesses are multiplied by a power of two, 2^-exponent, that makes it about 1. This only
 * prevents overflow and underflow in single precision. The power is smaller if a diagonal would exceed 2^100.
 * Borrows world and halo. Errors (on all ranks): TC_NUMERICAL with the cell numbers of the lowest wrong row
 * if a coupling is negative or not finite, if E_i is below -1e-9 times that sum, if the excess is negative or
 * not finite, or if only one row of a pair has a coupling to the other; TC_INTERNAL if memory is exhausted.
 */
tc_status tc_level_zero_create(const tc_linear_system *system, const tc_ell *R, tc_level_graph **out);

#endif
