/* Constructed instances: artificial matrices for measurements of caches, whose rows are divided into blocks.
 * Each row reads four random other rows of its own block, so the block size alone decides the reuse
 * distances. The rows have the degree of a tetrahedral mesh, but do not form one. No function is collective.
 * Source: Langguth, Wu, Chai and Cai 2015, section 7. */
#ifndef TC_SPARSE_INSTANCE_H
#define TC_SPARSE_INSTANCE_H

#include <stdint.h>

#include "base/core/status.h"

enum { TC_INSTANCE_DEGREE = 4, TC_INSTANCE_MIN = TC_INSTANCE_DEGREE + 1, TC_INSTANCE_MAX = 1 << 29 };

/* Returns the end (exclusive) of the block that begins at row `begin`. The end is begin + block. If fewer
 * than TC_INSTANCE_MIN of all `rows` rows would remain after the block, the block contains them too, and the
 * end is `rows`. */
int32_t tc_instance_block_end(int32_t rows, int32_t block, int32_t begin);

/* Builds in each block a random 4-regular graph without loops and double edges, as the union of two random
 * Hamiltonian cycles without a common edge. Fills the array column[rows][4] with the neighbours of each row
 * in ascending order. Row i has column j if and only if row j has column i. The result depends on the
 * arguments alone, not on the machine or the number of threads. Requires TC_INSTANCE_MIN <= block <= rows <=
 * TC_INSTANCE_MAX. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_instance_symmetric(int32_t rows, int32_t block, uint64_t seed, int32_t *column);

/* Builds the directed graph of Langguth et al. 2015: each row draws `degree` times, with replacement, one of
 * the other rows of its block. Rows may repeat, and the graph is not symmetric. Fills column[rows][degree],
 * ascending in each row. Requirements and reproducibility are those of tc_instance_symmetric. */
void tc_instance_directed(int32_t rows, int32_t block, int degree, uint64_t seed, int32_t *column);

#endif
