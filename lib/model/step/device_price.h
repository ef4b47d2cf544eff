/* What a product takes where a device makes it and the values of vectors are there
 * (comm/memory/device_mirror.h). Pure.
 *
 * - Starting a kernel and waiting for it: launch_s; a message between the memories of device and processor:
 * link_s, and its bytes at link_Bps. Where there is nothing to move nobody starts anything.
 *
 * - Computing: the device's own rows, which are measured as those of processors are, at what it goes through
 * in a product (device_shared_row4_s ..); where they are not known its bytes over device_bandwidth_Bps, as in
 * (3) of Langguth et al. 2015. Rows of differences read no diagonal: as many bytes less, as much time.
 *
 * - Packing: gathered on the device, of which each value moves an index, a sector and itself, then brought
 * down. Where others read the values themselves (block) all own ones come down. Unpacking: as without a
 * device, then what has come goes up. Copying: device_copy_s, or as many bytes.
 *
 * - What enters is added by the processor: own values come down for that, and go up again.
 *
 * - Between ranks: as without a device. */
#ifndef TC_MODEL_STEP_DEVICE_PRICE_H
#define TC_MODEL_STEP_DEVICE_PRICE_H

#include "model/step/model.h"

/* Of a stage of tc_exchange_device_schedule. host: what the processor does besides. */
tc_stage_cost tc_device_stage_cost(const tc_model *host, const tc_params *machine, int nodes,
                                   const tc_rank_load *load, const tc_stage *stage);

#endif
