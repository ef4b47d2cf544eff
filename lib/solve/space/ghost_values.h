/* Ghost values: copies of values of cells that other ranks own. This module is for setup code that needs the
 * ghosts of a field once or a few times. The product and the preconditioners have their own exchange
 * (comm/exchange). */
#ifndef TC_SOLVE_SPACE_GHOST_VALUES_H
#define TC_SOLVE_SPACE_GHOST_VALUES_H

#include "comm/exchange/colour_exchange.h"
#include "solve/space/space.h"

/* Collective. Creates an exchange of one value per ghost cell. The caller runs it any number of times with
 * tc_colour_exchange_run, for colour 0, which contains all rows. The caller destroys `*out`. Errors (on all
 * ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_ghost_values_create(const tc_space *space, tc_colour_exchange **out);

/* Collective. Sets the ghosts of value[owned + ghosts], in the order of the halo, to the values of their
 * owners. Errors are those of tc_ghost_values_create. */
tc_status tc_ghost_values_fill(const tc_space *space, double *value);

#endif
