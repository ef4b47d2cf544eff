/* Direct solver of the coarsest level of a multigrid hierarchy, in double precision. Each rank that owns rows
 * of the level stores a dense Cholesky factor of the complete matrix, with the rows sorted by id. All these
 * ranks execute the same operations in the same order, so they exchange only the right-hand side. The next
 * finer level reads the corrections through its transfer (transfer.h). */
#ifndef TC_LINEAR_CYCLE_COARSEST_H
#define TC_LINEAR_CYCLE_COARSEST_H

#include "linear/cycle/cycle_level.h"

typedef struct tc_coarsest tc_coarsest;

/* Collective. Factorises the matrix of `graph`, which has at most a few thousand rows. A pivot that is at
 * most 1e-9 of the original diagonal is set to 0 and its unknown to 0, which covers singular matrices. Errors
 * (on all ranks): TC_INTERNAL if memory is exhausted; those of MPI messages. */
tc_status tc_coarsest_create(const tc_level_graph *graph, tc_coarsest **out);
void tc_coarsest_destroy(tc_coarsest **coarsest); /* collective; accepts NULL */

/* Not collective. Return the right-hand side and the solution, two vectors with the rows of the graph on this
 * rank. */
float *tc_coarsest_b(tc_coarsest *coarsest);
float *tc_coarsest_x(tc_coarsest *coarsest);

/* Collective over the ranks that own rows of the level. Computes x from b. Errors: those of MPI messages. */
tc_status tc_coarsest_solve(tc_coarsest *coarsest);

size_t tc_coarsest_bytes(const tc_coarsest *coarsest);
tc_cycle_counts tc_coarsest_counts(const tc_coarsest *coarsest);

#endif
