/* Choice of the fastest matrix format by measurement. The setup of a session calls it after the assembly if
 * the config names no format and the run is long enough for the measurement to pay. All ranks measure at the
 * same time, so that they compete for memory as in the run. */
#ifndef TC_RUN_PLAN_FORMAT_CHOICE_H
#define TC_RUN_PLAN_FORMAT_CHOICE_H

#include "base/program/log.h"
#include "comm/world/world.h"
#include "sparse/matrix.h"

/* Collective. Returns the format of row form `matrix` with the fastest product with the rates R, judged by
 * the slowest rank. If no format is clearly faster than the first one of formats.def, returns that one. Needs
 * a few tenths of a second at most, and memory for another matrix during the measurement. Logs the times.
 * Errors (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_format_find_fastest(const tc_world *world, const tc_ell *R, const tc_log *log,
                                 const tc_format **out);

#endif
