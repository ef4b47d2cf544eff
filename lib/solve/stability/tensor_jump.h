/* Jumps of the tensor: neighbouring cells whose tensors differ by more than a factor of 10 in their trace.
 * The response to noise (solve/stability/response_pieces.c) excludes rows that read across a jump. The gain
 * of such rows measures how much they amplify errors. solve/stability/stable_step.c prefers a stabilisation
 * with a small gain. */
#ifndef TC_SOLVE_STABILITY_TENSOR_JUMP_H
#define TC_SOLVE_STABILITY_TENSOR_JUMP_H

#include "solve/problem/problem.h"
#include "solve/space/field.h"

/* Gain above which a warning is logged. In steady states with a gain of up to 50, values exceeded the range
 * of the data by at most 0.14 of its width (lib/decisions/072). */
#define TC_JUMP_GAIN_LIMIT 50.0

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
