/* Jumps of the tensor: neighbouring cells whose tensors differ by more than a factor of 10 in their trace.
 * The response to noise (solve/stability/response_pieces.c) leaves out rows that read across a jump. The gain
 * shows how good such rows are: solve/stability/stable_step.c chooses a stabilisation with a small one if
 * there is any.
 */
#ifndef TC_SOLVE_STABILITY_TENSOR_JUMP_H
#define TC_SOLVE_STABILITY_TENSOR_JUMP_H

#include "solve/problem/problem.h"
#include "solve/space/field.h"

/* A larger gain is warned of. Steady states with a gain of up to 50 were beyond the range of their data by at
 * most 0.14 of it (lib/decisions/072). */
#define TC_JUMP_GAIN_LIMIT 50.0

/* Not collective. Fills trace[owned + ghosts], in the order of the halo. */
void tc_tensor_jump_traces(const tc_problem *problem, double *trace);

/* Pure. True if cells with these traces have a jump between them. */
bool tc_tensor_jump_is(double a, double b);

/* Collective. Finds the cell with the largest gain in the assembled rates; 0 if no row reads across a jump.
 * The gain of a row is the sum of the magnitudes of those entries that belong to cells with a larger trace
 * across a jump, divided by the magnitude of the diagonal. Errors of the values there appear in the value of
 * the cell, multiplied by at most the gain. Errors (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_tensor_jump_gain(const tc_problem *problem, tc_extreme_cell *out);

#endif
