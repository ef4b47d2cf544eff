/* Jumps of the diffusion tensor. There is a jump between two cells if the traces of their tensors differ by
 * more than a factor of 10. Each row of the rate matrix belongs to a cell and reads the values of other
 * cells. A row reads across a jump if there is a jump between its own cell and one of these other cells. The
 * test of the response to noise (solve/stability/response_pieces.c) excludes such rows. The gain of such a
 * row measures how much the row amplifies errors. The log reports the gain, but no decision depends on it
 * (lib/decisions/072). */
#ifndef TC_SOLVE_STABILITY_TENSOR_JUMP_H
#define TC_SOLVE_STABILITY_TENSOR_JUMP_H

#include "solve/problem/problem.h"
#include "solve/space/field.h"

/* Not collective. Fills trace[owned + ghosts] with the traces of the tensors, ghosts in the order of the
 * halo. */
void tc_tensor_jump_traces(const tc_problem *problem, double *trace);

/* Pure. Returns true if there is a jump between two cells whose tensors have the traces a and b. */
bool tc_tensor_jump_is(double a, double b);

/* Collective. Finds the cell with the largest gain in the assembled rate matrix; out->value is 0 if no row
 * reads across a jump. The gain of a row is a sum of absolute entries divided by the absolute diagonal entry.
 * The sum contains the entries that read, across a jump, a cell with a larger trace. An error of the values
 * in these cells causes an error in the cell of the row that is at most the gain times as large. Errors (on
 * all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_tensor_jump_gain(const tc_problem *problem, tc_extreme_cell *out);

#endif
