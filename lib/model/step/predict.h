/* Forecast of one step without a linear solver. It converts the counts of all ranks into seconds.
 * model/step/forecast.c calls tc_step_predict with one load per rank, for the command `predict`, for dry runs
 * and for the report of a run. For steps with several products, iteration.h calls tc_step_predict for the
 * products only. Pure: no MPI, no clock. */
#ifndef TC_MODEL_STEP_PREDICT_H
#define TC_MODEL_STEP_PREDICT_H

#include "base/core/status.h"
#include "model/step/model.h"

/* Forecasts one step from the schedule of a product, followed by the forcing. part[rank] receives the seconds
 * of each phase. A sync is a stage in which ranks wait for each other, such as a barrier. *total_s is the sum
 * over all intervals between syncs of the seconds of the slowest rank in that interval. The phase `wait` of a
 * rank is a sum over the syncs. Each sync contributes its cost, and the time by which the slowest rank takes
 * longer than this rank in the interval before the sync. The phases of every rank thus add up to *total_s.
 * Without a sync, *total_s is the largest sum of phases of any rank.
 * - The interval after the last sync continues into the next step. If a step has one barrier, computing and
 *   the packing of the next step are thus in one interval. A rank that packs slowly but computes fast need
 *   not delay the others. A sync with neighbours only counts as a sync of all ranks, because within several
 *   steps a delay spreads from neighbour to neighbour to all ranks.
 * - For a model of single steps (Lagraviere et al. 2019) the interval ends with the step. For the strategy
 *   condensed this is equation (18) of that paper: max over nodes of (max pack + transfer) + max over ranks
 *   of the rest. For block and fine it is equations (17) and (16), the largest sum over ranks.
 *
 * For a model of single steps part.transfer contains equations (11) and (13) of that paper: the longest local
 * transfer of any rank of the node plus the sum of the remote transfers of all its ranks. This sum is the
 * same for all ranks of the node. The single reads of a rank from other nodes are added to it. part.compute
 * contains equation (7) and the single reads inside the node.
 *
 * The order of the ranks is arbitrary; nodes are numbered from 0 without gaps. If a parameter is unknown, the
 * total is NaN. Time is proportional to the number of ranks. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_step_predict(const tc_model *model, const tc_params *machine, const tc_schedule *product,
                          int ranks, const tc_rank_load *load, tc_seconds *part, double *total_s);

/* Costs of stages on all ranks, before the ranks wait for each other. */
typedef struct tc_step_costs {
  const tc_model *model;
  const tc_params *machine;
  tc_schedule schedule; /* stages in the order in which the model combines them */
  int nodes, ranks;
  const tc_rank_load *load;
  double *stage_s;  /* [ranks][stages] seconds of each stage on each rank; the caller frees them */
  tc_seconds *part; /* [ranks] seconds of each rank by phase */
} tc_step_costs;

/* Computes the members `nodes` and `stage_s` from the others, and adds the seconds of each stage to the phase
 * of the stage in `part`. The seconds of a stage are the sum of three numbers: the seconds of the rank
 * itself, the largest concurrent seconds of a rank on the same node, and the serialised seconds of all ranks
 * on the node. Sets *known to false if a parameter is unknown. Internal to model. Errors: TC_INTERNAL if
 * memory is exhausted. */
tc_status tc_step_costs_compute(tc_step_costs *costs, bool *known);

/* Returns the number of nodes on which the ranks of `load` run: the largest node number plus 1. */
int tc_rank_load_nodes(int ranks, const tc_rank_load *load);

#endif
