/* Which format of a matrix is the fastest here: found by trying. */
#ifndef TC_RUN_PLAN_FORMAT_CHOICE_H
#define TC_RUN_PLAN_FORMAT_CHOICE_H

#include "base/program/log.h"
#include "comm/world/world.h"
#include "sparse/matrix.h"

/* Collective. The format, of those of the form matrix, whose product with R takes the slowest rank least, the
 * first of formats.def where no other is clearly faster. Takes some tenths of a second at most, and memory
 * for another matrix meanwhile. The log hears of it. Errors on all ranks: TC_INTERNAL out of memory. */
tc_status tc_format_find_fastest(const tc_world *world, const tc_ell *R, const tc_log *log,
                                 const tc_format **out);

#endif
