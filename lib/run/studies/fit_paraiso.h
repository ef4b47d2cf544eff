/* Fit of the parameters fit_.. of model paraiso (model/models/model_paraiso.h) to this machine. The
 * command calibrate calls it for --fit. Source: Blanco et al. 2000, equations (1) and (2). */
#ifndef TC_RUN_STUDIES_FIT_PARAISO_H
#define TC_RUN_STUDIES_FIT_PARAISO_H

#include "base/program/log.h"
#include "comm/world/world.h"
#include "machine/parameters/machine.h"

/* Collective. Measures the times of iterations of cg, sor, jacobi and qmr on cubes of five sizes (small ones
 * if `quick`), on every rank separately and on all at the same time. Also measures the times of messages of
 * up to 16 000 doubles between pairs of ranks. Fits lines to the times, stores them in the parameters fit_..
 * of `machine`, and stores R^2 of each fit as the spread of these parameters. A negative slope or level is
 * replaced by the smallest value that a parameter may have. With one rank the parameters of messages remain
 * unknown. Errors are returned on all ranks. */
tc_status tc_paraiso_fit_machine(const tc_world *world, bool quick, const tc_log *log, tc_machine *machine);

#endif
