/* The lines of Blanco et al. 2000, equations (1) and (2), fitted to this machine
 * (model/models/model_paraiso.h). */
#ifndef TC_RUN_STUDIES_FIT_PARAISO_H
#define TC_RUN_STUDIES_FIT_PARAISO_H

#include "base/program/log.h"
#include "comm/world/world.h"
#include "machine/parameters/machine.h"

/* Collective. Measures iterations of cg, sor, jacobi and qmr on cubes of five sizes (quick: small ones),
 * every rank by itself and all at once, and messages of up to 16 000 doubles between pairs of ranks; fills in
 * the parameters fit_.., and in their spread R^2 of each fit. A line that falls is one of nearly nothing: its
 * slope becomes the least that a parameter can be. Without a second rank nothing is known of messages. Errors
 * on all ranks. */
tc_status tc_paraiso_fit_machine(const tc_world *world, bool quick, const tc_log *log, tc_machine *machine);

#endif
