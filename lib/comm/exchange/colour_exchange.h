/* Colour exchange: updates the ghosts of one colour only. Preconditioners run it between two colours of a
 * sweep and of a factorisation (linear/precondition). Usage: create it once for a halo and a colouring, run
 * it for one colour at a time, and destroy it before the halo. All ranks must run the same colours in the
 * same order. */
#ifndef TC_COMM_EXCHANGE_COLOUR_EXCHANGE_H
#define TC_COMM_EXCHANGE_COLOUR_EXCHANGE_H

#include "base/ledger/ledger.h"
#include "comm/layout/colour.h"

typedef struct tc_colour_exchange tc_colour_exchange;

/* Collective. Creates an exchange for arrays with `values` doubles per row. Borrows world and halo, but not
 * the colouring. Errors (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_colour_exchange_create(const tc_world *world, const tc_halo *halo, const tc_colouring *colouring,
                                    int values, tc_colour_exchange **out);
void tc_colour_exchange_destroy(tc_colour_exchange **exchange);

/* Collective. Sets the ghosts of `colour` in array[owned + ghosts][values] to the values of their owners,
 * with two-sided messages between peers that need rows of that colour from each other. Adds the time and the
 * counted traffic (`values` values per row) to the ledger, which may be NULL. Failed MPI calls end the run
 * (comm/layout/neighbour_exchange.h). */
tc_status tc_colour_exchange_run(tc_colour_exchange *exchange, int colour, double *array, tc_ledger *ledger);

#endif
