/* Jumps of the diffusion tensor. Each row of the rates belongs to a cell and reads other cells. It reads
 * across a jump if the trace of the tensor of another cell differs from that of the own cell by more than a
 * factor of 10. The response to noise (solve/stability/response_pieces.c) excludes such rows. Their gain
 * measures how much they amplify errors. It is reported, but no decision depends on it (lib/decisions/072).
 */
#ifndef TC_SOLVE_STABILITY_TENSOR_JUMP_H
#define TC_SOLVE_STABILITY_TENSOR_JUMP_H

#include "solve/problem/problem.h"
#include "solve/space/field.h"

/* Not collective. Fills trace[owned + ghosts] with the traces of the tensors, ghosts in the order of the
 * halo. */
void tc_tensor_jump_traces(const tc_problem *problem, double *trace);

/* Pure. Returns true if there is a jump between two cells whose tensors have the traces a and b. */
bool tc_tensor_jump_is(double a, double b);

/* Collective. Finds the cell with the largest gain in the assembled rates. The result is 0 if no row reads
 * across a jump. To compute the gain of a row, the absolute entries are added whose columns are cells with a
 * larger trace across a jump. The sum is divided by the absolute diagonal entry. An error of the values in
 * those cells appears in the value of this cell, multiplied by at most the gain. Errors (on all ranks):
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_tensor_jump_gain(const tc_problem *problem, tc_extreme_cell *out);

#endif
