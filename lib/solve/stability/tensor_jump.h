/* Jumps of the tensor: cells in one row of the rates whose tensors differ by more than a factor of 10 in
 * their trace. The response to noise (solve/stability/response_pieces.c) excludes rows that read across a
 * jump. The gain of such rows measures how much they amplify errors. It is reported, but decides nothing
 * (lib/decisions/072). */
#ifndef TC_SOLVE_STABILITY_TENSOR_JUMP_H
#define TC_SOLVE_STABILITY_TENSOR_JUMP_H

#include "solve/problem/problem.h"
#include "solve/space/field.h"

/* Not collective. Fills trace[owned + ghosts] with the traces of the tensors, ghosts in the order of the
 * halo. */
void tc_tensor_jump_traces(const tc_problem *problem, double *trace);

/* Pure. Returns true if there is a jump between cells with these traces. */
bool tc_tensor_jump_is(double a, double b);

/* Collective. Finds the cell with the largest gain in the assembled rates. The gain is 0 if no row reads
 * across a jump. The gain of a row is a sum divided by the magnitude of the diagonal. The sum is that of the
 * magnitudes of those entries that belong to cells with a larger trace across a jump. Errors of the values in
 * such cells appear in the value of this cell, multiplied by at most the gain. Errors (on all ranks):
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_tensor_jump_gain(const tc_problem *problem, tc_extreme_cell *out);

#endif
