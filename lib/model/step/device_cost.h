/* Forecast of a product that a device computes, with the vectors in the device's memory
 * (comm/memory/device_mirror.h). tc_model_stage_cost calls tc_device_stage_cost for ranks with a device.
 * launch_s, link_s and similar names are machine parameters (params.def). Pure.
 * - Starting a kernel and waiting for it costs launch_s. A transfer between host and device costs link_s plus
 *   its bytes divided by link_Bps. If there is nothing to move, there is no transfer and no kernel.
 * - Computing costs the measured time of the device's rows (device_shared_row4_s and others) at the working
 *   set of the product. If this time is unknown, a row costs its bytes divided by device_bandwidth_Bps, as in
 *   equation (3) of Langguth et al. 2015. Rows in difference form read no diagonal, so they have fewer bytes,
 *   and their time is reduced by the same ratio.
 * - Packing: the device gathers the values, which moves an index, a memory sector and the value for each. The
 *   values are then downloaded. If other ranks read the values themselves (strategy block), all owned values
 *   are downloaded.
 * - Unpacking costs as much as without a device. The received values are then uploaded. Copying costs
 *   device_copy_s per value. If device_copy_s is unknown, copying costs its bytes divided by
 *   device_bandwidth_Bps.
 * - The host adds the forcing, so in steps with forcing the owned values are also downloaded and uploaded. -
 *   Transfers between ranks cost as much as without a device. */
#ifndef TC_MODEL_STEP_DEVICE_COST_H
#define TC_MODEL_STEP_DEVICE_COST_H

#include "model/step/model.h"

/* Returns the cost of a stage in a schedule from tc_exchange_device_schedule. `host` is the model that
 * returns the costs of the work of the host's processor. */
tc_stage_cost tc_device_stage_cost(const tc_model *host, const tc_params *machine, int nodes,
                                   const tc_rank_load *load, const tc_stage *stage);

#endif
