/* Performance model of a 2D heat equation solver on a uniform mesh (Lagraviere et al. 2019, section 8):
 * distribution of points, counts, and seconds from counts. Callers (the program heat2d and tests) first
 * compute the counts of each rank, then the forecast of a step. Pure: no MPI, no clock.
 *
 * A grid of mprocs x nprocs ranks, numbered row by row, holds M x N points. Each rank owns a block of m x n
 * points with a halo of one point around it. (The paper's m and n include the halo; here they do not.)
 * Horizontal neighbours exchange columns, which are packed and unpacked. Vertical neighbours exchange rows,
 * which are contiguous.
 *
 * There are two variants of the cost of the halo. TC_HEAT2D_PRINTED uses the formulas as printed in the
 * paper. The halo column of the paper's Table 5 does not follow from them. TC_HEAT2D_TABULATED is the
 * interpretation that reproduces the digits of the table for 16 to 256 ranks (16 per node). It uses equations
 * (20) to (22) with two changes of (21): the factor of the local values is 1 instead of 2, and there is no
 * latency. With several nodes, a rank at the top or bottom of the grid is assumed to have an additional
 * neighbour on another node. Outer nodes then need as much time as inner ones. In the last row of the table
 * (512 ranks), a row of the grid spans two nodes, and neither variant reproduces the digits. Equation (23)
 * reproduces the compute column in all rows. */
#ifndef TC_PAPERS_HEAT2D_HEAT2D_H
#define TC_PAPERS_HEAT2D_HEAT2D_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"
#include "machine/parameters/params.h"

typedef struct tc_heat2d_grid {
  int32_t rows, cols; /* M, N: rows and columns of computed points */
  int mprocs, nprocs; /* rows and columns of the grid of ranks; at most M and N */
} tc_heat2d_grid;

/* Block of points of a rank. If M or N is not divisible by the number of blocks, the numbers of rows or
 * columns of two blocks differ by at most one. */
typedef struct tc_heat2d_block {
  int32_t row, rows;         /* index of the first row in the whole mesh (from 0), and number of rows m */
  int32_t col, cols;         /* index of the first column, and number of columns n */
  int up, down, left, right; /* numbers of the neighbouring ranks; -1 at the edge of the mesh */
} tc_heat2d_block;

/* Counts of the halo exchange of one rank in one step, with the paper's symbols. */
typedef struct tc_heat2d_counts {
  int node;
  int32_t rows, cols;        /* m, n: size of the block */
  int64_t horizontal_values; /* S_local_horiz + S_remote_horiz: number of values that are packed; the same
                                number is unpacked */
  int64_t local_values;      /* S_local: number of values received from ranks of the same node */
  int64_t remote_values;     /* S_remote: number of values received from ranks of other nodes */
  int64_t remote_messages;   /* C_remote: number of messages received from ranks of other nodes */
  int64_t edge_values; /* number of values that vertical neighbours would send if the mesh continued beyond
                          the top and the bottom */
} tc_heat2d_counts;

/* Seconds of one step. pack, unpack and compute are the largest over all ranks, get is the largest over all
 * nodes, and halo is the time of the whole exchange by equation (22). */
typedef struct tc_heat2d_forecast {
  double pack, get, unpack, halo, compute;
} tc_heat2d_forecast;

typedef enum tc_heat2d_variant { TC_HEAT2D_PRINTED, TC_HEAT2D_TABULATED } tc_heat2d_variant;

/* Computes the grid of ranks with mprocs * nprocs = ranks and mprocs <= nprocs that is closest to a square,
 * as in the paper. Requires ranks > 0. */
void tc_heat2d_grid_compute(int ranks, int *mprocs, int *nprocs);

/* Returns the block of a rank, 0 <= rank < mprocs * nprocs. */
tc_heat2d_block tc_heat2d_block_of(const tc_heat2d_grid *grid, int rank);

/* Returns the counts of rank number `rank`. node_of_rank[mprocs * nprocs] has the number of each rank's node,
 * from 0. */
tc_heat2d_counts tc_heat2d_count(const tc_heat2d_grid *grid, const int *node_of_rank, int rank);

/* Adds the counts of another rank to a sum over ranks; rows and cols become the maximum. */
void tc_heat2d_counts_add(tc_heat2d_counts *sum, const tc_heat2d_counts *counts);

/* Returns the seconds to pack the values of a rank, which equal the seconds to unpack them, by equation (20):
 * horizontal_values (8 + cl) / W_private, where cl is the size of a cache line and W_private the memory
 * bandwidth of a rank. */
double tc_heat2d_pack_s(const tc_params *machine, const tc_heat2d_counts *counts);
/* Return the two terms of equation (21) for one rank. tc_heat2d_local_get_s returns the seconds of local
 * transfers: 2 S_local 8 / W_private, or half of that in the variant TC_HEAT2D_TABULATED. The ranks of a node
 * perform local transfers concurrently, so (22) uses the maximum over these ranks. tc_heat2d_remote_get_s
 * returns the seconds of remote transfers: C_remote tau + S_remote 8 / W_remote, with the latency tau and the
 * bandwidth W_remote between nodes. Remote transfers of a node are serialised, so (22) uses the sum over its
 * ranks. In the variant TC_HEAT2D_TABULATED there is no latency, and edge_values are added to S_remote if the
 * ranks are on several nodes (several_nodes). */
double tc_heat2d_local_get_s(const tc_params *machine, tc_heat2d_variant variant,
                             const tc_heat2d_counts *counts);
double tc_heat2d_remote_get_s(const tc_params *machine, tc_heat2d_variant variant, bool several_nodes,
                              const tc_heat2d_counts *counts);
/* Returns the seconds in which a rank computes its block by equation (23): 3 m n 8 / W_private. */
double tc_heat2d_compute_s(const tc_params *machine, const tc_heat2d_counts *counts);

/* True if the machine has the parameters that counts[ranks] require. These are the latency tau and the
 * bandwidth W_remote between nodes if any rank receives values from another node, and otherwise none. */
bool tc_heat2d_has_params(const tc_params *machine, int ranks, const tc_heat2d_counts *counts);

/* Forecasts one step by equations (20) to (23). Equation (22) is evaluated as the maximum over nodes of (max
 * pack + get + max unpack). The nodes of counts[ranks] may be in any order; their numbers are from 0 to ranks
 * - 1. Without private_bandwidth_Bps all results are NaN. get and halo are NaN unless tc_heat2d_has_params.
 * Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_heat2d_predict(const tc_params *machine, tc_heat2d_variant variant, int ranks,
                            const tc_heat2d_counts *counts, tc_heat2d_forecast *out);

#endif
