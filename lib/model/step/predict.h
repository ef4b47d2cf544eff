/* Forecast of one step: counts in, seconds out. run/plan/step_forecast.c calls it with one load per rank,
 * for `predict`, dry runs and the report of a run. Steps with a linear solver use iteration.h instead.
 * Pure: no MPI, no clock. */
#ifndef TC_MODEL_STEP_PREDICT_H
#define TC_MODEL_STEP_PREDICT_H

#include "base/core/status.h"
#include "model/step/model.h"

/* Walks the schedule of a product, followed by the forcing. part[rank] receives the seconds of each phase.
 * Its `wait` is, summed over the syncs, the work of the slowest participant since the previous sync minus
 * the rank's own work, plus the cost of the sync. *total_s is the sum over all intervals between syncs of
 * the work of their slowest rank. So the phases of every rank add up to the total; without a sync, the
 * total is the largest sum.
 * - The interval after the last sync continues into the next step: if a step has one barrier, a rank that
 * packs for long may compute for short. (A rank that waits for its neighbours only also waits for theirs,
 * step by step, so that all proceed at the pace of the slowest.)
 * - For a model of single steps (Lagraviere et al. 2019) the interval ends with the step: equation (18),
 * max over nodes of (max pack + transfer) + max over ranks of the rest, for condensed; (17) and (16), the
 * largest sum over ranks, for block and fine.
 *
 * For that model part.transfer has (11) and (13): the longest local transfer among the ranks of the node
 * plus the sum of their remote ones, which is the same for all ranks of the node. The rank's own remote
 * individual accesses are added. part.compute has (7) and the local individual accesses.
 *
 * Ranks may be in any order of nodes; nodes are numbered from 0 without gaps. If a parameter is unknown,
 * the total is NaN. Time is proportional to the number of ranks. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_step_predict(const tc_model *model, const tc_params *machine, const tc_schedule *product,
                          int ranks, const tc_rank_load *load, tc_seconds *part, double *total_s);

/* Returns the number of nodes of the ranks. */
int tc_rank_load_nodes(int ranks, const tc_rank_load *load);

#endif
