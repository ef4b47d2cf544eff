/* Forecast of a product that a device computes, with the values of vectors in its memory
 * (comm/memory/device_mirror.h). tc_model_stage_cost calls it for ranks with a device. Pure.
 * - Starting a kernel and waiting for it costs launch_s. A transfer between host and device costs link_s
 * plus its bytes at link_Bps. Nothing is started if there is nothing to move.
 * - Computing: the device has its own measured rows (device_shared_row4_s ..), at the bytes that it
 * touches in a product. If they are unknown, its bytes divided by device_bandwidth_Bps, as in (3) of
 * Langguth et al. 2015. Rows of differences read no diagonal and cost proportionally less.
 * - Packing: the device gathers, and each value moves an index, a sector and itself; then the values are
 * downloaded. If other ranks read the values themselves (block), all owned values are downloaded.
 * Unpacking costs as much as without a device, then the received values are uploaded. Copying costs
 * device_copy_s, or the time of its bytes.
 * - The host adds the forcing, so owned values are downloaded and uploaded again.
 * - Between ranks the costs are those without a device. */
#ifndef TC_MODEL_STEP_DEVICE_PRICE_H
#define TC_MODEL_STEP_DEVICE_PRICE_H

#include "model/step/model.h"

/* Returns the cost of a stage of tc_exchange_device_schedule. `host`: model of the host's part. */
tc_stage_cost tc_device_stage_cost(const tc_model *host, const tc_params *machine, int nodes,
                                   const tc_rank_load *load, const tc_stage *stage);

#endif
