/* Constructed instances (Langguth, Wu, Chai and Cai 2015, section 7): rows in blocks, each of which touches
 * four others of its own block, at random. A block of b rows of x is all that its rows read, so b alone
 * decides how far apart what is read lies. They have the degree of a tetrahedral mesh, but are none. Not
 * collective. */
#ifndef TC_SPARSE_INSTANCE_H
#define TC_SPARSE_INSTANCE_H

#include <stdint.h>

#include "base/core/status.h"

enum { TC_INSTANCE_DEGREE = 4, TC_INSTANCE_MIN = TC_INSTANCE_DEGREE + 1, TC_INSTANCE_MAX = 1 << 29 };

/* The block that begins at row `begin` ends before this row: `block` rows further on, but the last block has
 * at least TC_INSTANCE_MIN rows, and when there are fewer they belong to the one before. */
int32_t tc_instance_block_end(int32_t rows, int32_t block, int32_t begin);

/* In each block a random graph that is regular of degree 4, without loops and double edges: two random rounds
 * through all of its rows that share no edge. column[rows][4] rising in each row; row i touches j exactly
 * when j touches i. A function of the arguments alone, on any machine and any number of threads.
 * TC_INSTANCE_MIN <= block <= rows <= TC_INSTANCE_MAX. Errors: TC_INTERNAL out of memory. */
tc_status tc_instance_symmetric(int32_t rows, int32_t block, uint64_t seed, int32_t *column);

/* As the paper has it: every row draws `degree` rows of its block other than itself, each for itself, so the
 * same may come twice and those that are drawn need not draw back. column[rows][degree] rising in each row.
 * Otherwise as above. */
void tc_instance_directed(int32_t rows, int32_t block, int degree, uint64_t seed, int32_t *column);

#endif
