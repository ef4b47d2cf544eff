/* A forecast of one step: counts in, seconds out. Pure: no MPI, no clock. */
#ifndef TC_MODEL_STEP_PREDICT_H
#define TC_MODEL_STEP_PREDICT_H

#include "base/core/status.h"
#include "model/step/model.h"

/* Walks the schedule of a product, and behind it what is prescribed. part[rank]: what each phase takes, and
 * `wait`: at each meeting as long as the slowest of those who meet works from the meeting before, less what
 * the rank works itself, and what the meeting costs. *total_s: the sum over all stretches between meetings of
 * their slowest rank. So the phases of every rank add up to the total, unless the schedule has no meeting:
 * then it is the longest of them.
 *
 * - From the last meeting the stretch goes on into the next step: where one barrier stands in a step, a rank
 * that packs for long may compute for short. (Who waits for neighbours only waits for theirs too, step by
 * step, so that all go at the pace of the slowest.)
 * - For a model of lone steps (Lagraviere et al. 2019) it begins and ends with the step: equation (18), max
 * over nodes of (max pack + transfer) + max over ranks of the rest, for condensed; (17) and (16), both the
 * largest sum over ranks, for block and fine.
 *
 * part.transfer holds (11) and (13) for that model: the longest local transfer among the ranks of the node
 * plus the sum of their remote ones, the same for all its ranks, and the rank's own remote individual
 * accesses; part.compute (7) and the local individual accesses.
 *
 * ranks may be in any order of nodes; nodes are numbered from 0 without gaps. What the machine is not known
 * well enough for makes the total NaN: there is no forecast. The time it takes grows with the ranks. Errors:
 * TC_INTERNAL out of memory. */
tc_status tc_step_predict(const tc_model *model, const tc_params *machine, const tc_schedule *product,
                          int ranks, const tc_rank_load *load, tc_seconds *part, double *total_s);

/* The nodes that the ranks live on. */
int tc_rank_load_nodes(int ranks, const tc_rank_load *load);

#endif
