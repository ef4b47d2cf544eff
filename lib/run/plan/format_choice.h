/* Choice of the fastest matrix format by measurement. Called by the setup of a session after the assembly if
 * the config sets no format and the run has enough steps to make the measurement worthwhile. All ranks
 * measure at the same time, so that they share the memory bandwidth as in the run. */
#ifndef TC_RUN_PLAN_FORMAT_CHOICE_H
#define TC_RUN_PLAN_FORMAT_CHOICE_H

#include "base/program/log.h"
#include "comm/world/world.h"
#include "sparse/matrix.h"

/* Collective. Returns the format of row form `matrix` with the fastest product with the rates R, where the
 * time of a product is that of the slowest rank. Returns the first format in formats.def unless another one
 * is clearly faster. Takes a few tenths of a second at most, and needs memory for another matrix during the
 * measurement. Logs the times. Errors (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_format_find_fastest(const tc_world *world, const tc_ell *R, const tc_log *log,
                                 const tc_format **out);

#endif
