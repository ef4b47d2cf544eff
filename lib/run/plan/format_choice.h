/* Choice of the fastest matrix format by measurement. Called by the setup of a session after the assembly if
 * the config sets no format and the run has enough products to make the measurement worthwhile. All ranks
 * measure at the same time, so that they share the memory bandwidth as in the run. */
#ifndef TC_RUN_PLAN_FORMAT_CHOICE_H
#define TC_RUN_PLAN_FORMAT_CHOICE_H

#include "base/program/log.h"
#include "comm/world/world.h"
#include "io/config/config.h"
#include "sparse/matrix.h"

/* Pure. True if a run measures the formats: the config sets no format, no device computes the products, and
 * the products take longer than the measurement. `products` is the number of products of explicit steps, or
 * the number of steps that solve linear systems. Other runs use the format of the config or the first one of
 * formats.def. */
bool tc_format_is_measured(const tc_config *config, bool on_device, int64_t products);

/* Collective. Returns the format of row form `matrix` with the fastest product with the matrix R of the
 * rates. The time of a product is that of the slowest rank. Returns the first format in formats.def unless
 * another one is clearly faster. Takes a few tenths of a second at most, and needs memory for another matrix
 * during the measurement. Logs the times. Errors (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_format_find_fastest(const tc_world *world, const tc_ell *R, const tc_log *log,
                                 const tc_format **out);

#endif
