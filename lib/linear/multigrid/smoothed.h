/* Smoothed aggregation: the prolongation P = (I - omega F^-1 K_F) T and the coarse matrix P^T K P of a level.
 * T is the piecewise constant prolongation of the aggregates, K_F contains the strong couplings only, and F
 * is its diagonal. Source: Vanek, Mandel, Brezina, "Algebraic multigrid by smoothed aggregation for second
 * and fourth order elliptic problems", 1996. */
#ifndef TC_LINEAR_MULTIGRID_SMOOTHED_H
#define TC_LINEAR_MULTIGRID_SMOOTHED_H

#include "linear/multigrid/transfer.h"

/* Collective. Creates the next coarser level of `level` and the transfer to it. The coarse rows are those of
 * aggregation->contracted, with the same owners, order and ids. aggregation->id must be set
 * (tc_aggregation_find_ids). All sums are in double precision and in the order of ids, so the bits do not
 * depend on the distribution. The excess of a coarse row is computed from the excess of the fine rows and
 * from 1 - P 1, where 1 is the vector of ones, so that row sums of 0 remain exactly 0. Errors (on all ranks):
 * TC_INTERNAL if memory is exhausted; those of MPI messages. */
tc_status tc_smoothed_create(const tc_level_graph *level, const tc_aggregation *aggregation,
                             tc_transfer **transfer, tc_level_graph **coarse);

#endif
