/* Fit of the parameters fit_.. of model paraiso (model/models/model_paraiso.h) to this machine. The command
 * calibrate calls it for --fit. Source: Blanco et al. 2000, equations (1) and (2). */
#ifndef TC_RUN_STUDIES_FIT_PARAISO_H
#define TC_RUN_STUDIES_FIT_PARAISO_H

#include "base/program/log.h"
#include "comm/world/world.h"
#include "machine/parameters/machine.h"

/* Collective. Measures the time per iteration of cg, sor, jacobi and qmr on cubes of five sizes, which are
 * smaller if `quick` is true. Every rank solves its own system, and all ranks measure at the same time. Also
 * measures the times of messages of up to 16 000 doubles between pairs of ranks. Fits lines to the times.
 * Stores slope and intercept of each line in the parameters fit_.. of `machine`, and R^2 of the fit as their
 * spread. A slope or intercept below the smallest allowed value of a parameter is replaced by this value.
 * With one rank the parameters of messages are not measured. Errors are returned on all ranks. */
tc_status tc_paraiso_fit_machine(const tc_world *world, bool quick, const tc_log *log, tc_machine *machine);

#endif
