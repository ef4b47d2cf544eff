/* A forecast of one step: counts in, seconds out, put together as in Lagraviere et al. 2019, section 5. Pure:
 * no MPI, no clock, no memory. */
#ifndef TC_MODEL_PREDICT_H
#define TC_MODEL_PREDICT_H

#include "base/ledger.h"
#include "model/model.h"

/* Forecast of one step: part[rank] for each rank, and the total. part.transfer holds (11) and (13): the
 * longest local transfer among the ranks of the node plus the sum of their remote ones, the same for all its
 * ranks; and the rank's own remote individual accesses. part.wait holds the model's barriers, part.compute
 * (7) and the local individual accesses. The total follows (18) where values are packed: max over nodes of
 * (max pack + transfer) + max over ranks of the rest; else (17) and (16), which are both the largest sum over
 * ranks. ranks may be in any order of nodes; nodes are numbered from 0 without gaps. tc_predict_possible must
 * hold.
 */
void tc_predict(const tc_model *model, const tc_params *machine, int ranks, const tc_load *load,
                tc_seconds *part, double *total_s);

/* True when the machine's parameters suffice for all of these loads. */
bool tc_predict_possible(const tc_model *model, const tc_params *machine, int ranks, const tc_load *load);

#endif
