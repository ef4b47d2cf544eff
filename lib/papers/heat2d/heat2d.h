/* The performance model of a 2D heat equation solver on a uniform mesh (Lagraviere et al. 2019, section 8):
 * who holds what, counts, and counts to seconds. No MPI, no clock.
 *
 * A grid of mprocs x nprocs ranks, numbered row by row, holds M x N points; each rank a block of m x n of
 * them with a halo of one point around. (The paper's m and n count the halo as well; here they do not.)
 * Horizontal neighbours exchange columns, which are packed and unpacked; vertical neighbours exchange rows,
 * which lie in one piece.
 *
 * Two readings of the halo's cost. TC_HEAT2D_PRINTED is the formulas as the paper prints them. The halo
 * column of the paper's Table 5 does not follow from them; TC_HEAT2D_TABULATED is the reading that gives its
 * digits for 16 to 256 ranks (16 a node): pack and unpack by (20) and the sums and maxima of (21) and (22)
 * unchanged, but in (21) the local factor 1 instead of 2, no latency, and, when there are several nodes,
 * every rank at the top or bottom of the grid counted as if it had a neighbour on another node there, so that
 * outer nodes cost what inner ones do. The last row of the table, 512 ranks, where a row of the grid spans
 * two nodes, follows from neither. The compute column follows from (23) everywhere. */
#ifndef TC_PAPERS_HEAT2D_HEAT2D_H
#define TC_PAPERS_HEAT2D_HEAT2D_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"
#include "machine/parameters/params.h"

typedef struct tc_heat2d_grid {
  int32_t rows, cols; /* M, N: points that are computed */
  int mprocs, nprocs; /* rows and columns of ranks; at most M and N */
} tc_heat2d_grid;

/* A rank's place in the grid. Blocks differ by one row or column at most where the division leaves a rest. */
typedef struct tc_heat2d_block {
  int32_t row, rows;         /* first row of the whole mesh (from 0), m */
  int32_t col, cols;         /* first column, n */
  int up, down, left, right; /* neighbouring ranks, -1 at the edge of the mesh */
} tc_heat2d_block;

/* What a rank gets in one step. */
typedef struct tc_heat2d_counts {
  int node;
  int32_t rows, cols;        /* m, n */
  int64_t horizontal_values; /* S_local_horiz + S_remote_horiz: packed, and as many unpacked */
  int64_t local_values;      /* S_local: from ranks of the same node */
  int64_t remote_values;     /* S_remote */
  int64_t remote_messages;   /* C_remote */
  int64_t edge_values;       /* that vertical neighbours beyond the edge of the mesh would add */
} tc_heat2d_counts;

/* Seconds of one step. pack, unpack, compute: the slowest rank; get: the slowest node; halo: (22). */
typedef struct tc_heat2d_forecast {
  double pack, get, unpack, halo, compute;
} tc_heat2d_forecast;

typedef enum tc_heat2d_variant { TC_HEAT2D_PRINTED, TC_HEAT2D_TABULATED } tc_heat2d_variant;

/* mprocs x nprocs = ranks as square as possible, mprocs <= nprocs, as in the paper. ranks > 0. */
void tc_heat2d_grid_compute(int ranks, int *mprocs, int *nprocs);

/* The block of 0 <= rank < mprocs * nprocs. */
tc_heat2d_block tc_heat2d_block_of(const tc_heat2d_grid *grid, int rank);

/* node_of_rank: [mprocs * nprocs], numbers from 0 on. */
tc_heat2d_counts tc_heat2d_count(const tc_heat2d_grid *grid, const int *node_of_rank, int rank);

/* Adds what another rank gets to a sum over ranks; rows and cols become the largest. */
void tc_heat2d_counts_add(tc_heat2d_counts *sum, const tc_heat2d_counts *counts);

/* Equation (20), packing and unpacking alike: horizontal values (8 + cl) / W_private. */
double tc_heat2d_pack_s(const tc_params *machine, const tc_heat2d_counts *counts);
/* The two terms of (21). Local ones happen at the same time, so that the node's largest counts:
 * 2 S_local 8 / W_private (or half of that). Remote ones are added up: C_remote tau + S_remote 8 / W_remote.
 */
double tc_heat2d_local_get_s(const tc_params *machine, tc_heat2d_variant reading,
                             const tc_heat2d_counts *counts);
double tc_heat2d_remote_get_s(const tc_params *machine, tc_heat2d_variant reading, bool several_nodes,
                              const tc_heat2d_counts *counts);
/* Equation (23): 3 m n 8 / W_private. */
double tc_heat2d_compute_s(const tc_params *machine, const tc_heat2d_counts *counts);

/* True when the machine's parameters suffice: tau and W_remote where ranks of several nodes exchange. */
bool tc_heat2d_has_params(const tc_params *machine, int ranks, const tc_heat2d_counts *counts);

/* One step: (20)-(23), with (22) taken as max over nodes of (max pack + get + max unpack). counts: [ranks],
 * nodes in any order, numbered from 0 on and below ranks. machine: without private_bandwidth_Bps all is NaN;
 * get and halo are NaN unless tc_heat2d_has_params. Errors: memory. */
tc_status tc_heat2d_predict(const tc_params *machine, tc_heat2d_variant reading, int ranks,
                            const tc_heat2d_counts *counts, tc_heat2d_forecast *out);

#endif
