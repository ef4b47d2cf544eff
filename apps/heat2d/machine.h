/* The machine that a forecast is for. */
#ifndef TC_HEAT2D_MACHINE_H
#define TC_HEAT2D_MACHINE_H

#include "comm/world.h"
#include "machine/machine.h"
#include "model/heat2d.h"

/* Collective: the parameters of the machine file `path`, or of this machine for NULL (io/machine_auto.h), for
 * as many ranks as the fullest node of the world has and the working set of a step. Errors on all ranks. */
tc_status tc_heat_machine(const tc_world *world, const char *path, const tc_heat2d_block *block,
                          tc_params *out);

#endif
