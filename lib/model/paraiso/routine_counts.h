/* Communication of a product by routine, for each rank: numbers of messages and of doubles, as section 3.2 of
 * Blanco et al. 2000 predicts them ("Performance Prediction for Parallel Iterative Solvers"). A version is a
 * way to compute the product: a strategy of Tetracast, PARAISO's version HPI with partial sums, or PARAISO's
 * version HPF, in which processor 0 gathers and distributes the values. A routine is one kind of
 * communication in a version, such as a barrier. All numbers follow from the pattern of the matrix and its
 * distribution, so no run is needed. Called by lib/system/system_routines.c.
 *
 * The matrix is given by a tc_dry_run_layout, in which a cell is a row of the matrix. Only the members dual,
 * order, position, distribution and node_of_rank are used. Each row has one entry for each neighbour in the
 * graph, and a diagonal entry. Not collective; no MPI. */
#ifndef TC_MODEL_PARAISO_ROUTINE_COUNTS_H
#define TC_MODEL_PARAISO_ROUTINE_COUNTS_H

#include "count/dry_run_counts.h"
#include "model/paraiso/paraiso_lines.h"

typedef struct tc_message_sum {
  int64_t messages, doubles;
} tc_message_sum;

/* Messages of one rank, by direction and by class of sizes. */
typedef struct tc_routine_load {
  tc_message_sum sum[TC_MESSAGE_DIRECTIONS][TC_PARAISO_SIZES];
} tc_routine_load;

typedef struct tc_routine {
  const char *name;      /* description of the values that the routine moves */
  const char *call;      /* name of the function that moves these values, such as "MPI_Put" */
  tc_routine_load *load; /* [ranks] messages in a product */
  int64_t calls;         /* number of calls in a product */
  bool is_sum;           /* true for reductions and sweeps; `load` and `calls` are then those of a solver
                            iteration instead of a product */
} tc_routine;

enum { TC_ROUTINES_MAX = 10 };

/* Routines of a version, and the floating point operations of each rank. */
typedef struct tc_routine_version {
  const char *name;
  bool is_bitwise; /* true if the result of an iteration has the same bits on any number of ranks */
  int ranks, routines;
  tc_routine routine[TC_ROUTINES_MAX];
  int64_t *rows;          /* [ranks] number of entries of a vector that each rank updates */
  int64_t *entries;       /* [ranks] number of entries of the matrix that each rank multiplies with */
  int64_t *product_flops; /* [ranks] FLOPs of each rank in a product */
} tc_routine_version;

/* These functions count the routines of a version. `memory` owns the arrays of *out. Errors: TC_INTERNAL if
 * memory is exhausted.
 * - tc_routine_count_strategy: a strategy of Tetracast, which `traffic` describes. Values in messages are
 *   counted for each pair of ranks. For single reads and blocks, the average number of values per operation
 *   of each rank is used, and both directions count for the reading rank.
 * - tc_routine_count_hpi: PARAISO's HPI on the grid of the distribution. x is redistributed along the rows
 *   and the columns of the grid. The ranks of a row add partial sums of their rows of y (MPI_Allreduce), and
 *   y is redistributed along the columns. The last bits of the sums depend on the grid. Every rank sends a
 *   message to every other rank of the group, even an empty one.
 * - tc_routine_count_hpf: PARAISO's HPF (Figure 3) with BLOCK distributions in the order of the file. Line 15
 *   of the program in Figure 3 gathers x on processor 0, which sends each value to the owner of the first
 *   entry of the column. The paper does not describe the communication in lines 16 and 18. Line 16 is assumed
 *   to send one value to each processor whose entries begin within a column. Line 18 is assumed to gather the
 *   products on processor 0, which adds them and sends y. */
tc_status tc_routine_count_strategy(const char *name, const tc_traffic *traffic, const tc_dry_run_layout *run,
                                    tc_pool *memory, tc_routine_version *out);
tc_status tc_routine_count_hpi(const tc_dry_run_layout *run, tc_pool *memory, tc_routine_version *out);
tc_status tc_routine_count_hpf(const tc_dry_run_layout *run, tc_pool *memory, tc_routine_version *out);

/* Adds the reductions of an iteration: `calls` calls with `doubles` doubles in total. A reduction over n
 * ranks is counted as recursive doubling, in which each rank sends and receives log2(n) messages (rounded
 * up). Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_routine_add_reductions(int64_t calls, int64_t doubles, tc_pool *memory, tc_routine_version *out);

/* Adds the messages in the sweeps of a preconditioner. An iteration has `sweeps` sweeps, and count[rank]
 * contains the messages of each rank in an iteration. Does nothing if no rank sends a message. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_routine_add_sweeps(int64_t sweeps, const tc_counts *count, tc_pool *memory,
                                tc_routine_version *out);

/* Returns the sums over all ranks of the messages and of the doubles that they send in a routine. */
tc_message_sum tc_routine_total(const tc_routine_version *version, const tc_routine *routine);

/* Returns the largest number of messages and the largest number of doubles that any rank sends in a routine.
 * The two maxima may belong to different ranks. */
tc_message_sum tc_routine_largest(const tc_routine_version *version, const tc_routine *routine);

/* Returns the largest value of a rank divided by the mean value; 1 if all values are 0. */
double tc_routine_imbalance(int ranks, const int64_t *value);

#endif
